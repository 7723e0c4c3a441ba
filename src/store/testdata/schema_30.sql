-- Indexes alone: there are no new rows.
UPDATE article_states SET tags = tags;
