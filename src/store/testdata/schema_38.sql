-- An index alone: there are no new rows.
UPDATE sources SET policy = policy;
