-- Indexes alone: there are no new rows.
UPDATE source_texts SET state = state;
