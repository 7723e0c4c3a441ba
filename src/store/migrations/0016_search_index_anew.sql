-- The rows of the search index have another form: it is made anew, in the background.

DELETE FROM index_tail;
DELETE FROM index_segments;
DELETE FROM index_blocks;
DELETE FROM index_removed;
UPDATE counters SET value = (SELECT coalesce(max(id) + 1, 0) FROM articles)
  WHERE name = 'unindexed below';

-- They are packed already: compressing them again would take most of the time. Those
-- of less than a page stay in it.
-- postgres: ALTER TABLE index_tail ALTER COLUMN terms SET STORAGE EXTERNAL;
-- postgres: ALTER TABLE index_tail SET (toast_tuple_target = 8160);
-- postgres: ALTER TABLE index_tail SET (autovacuum_vacuum_scale_factor = 0);
-- postgres: ALTER TABLE index_tail SET (autovacuum_vacuum_threshold = 2000);
-- postgres: ALTER TABLE index_blocks ALTER COLUMN block SET STORAGE EXTERNAL;
-- postgres: ALTER TABLE index_blocks SET (toast_tuple_target = 8160);
-- postgres: ALTER TABLE index_segments ALTER COLUMN articles SET STORAGE EXTERNAL;
-- postgres: ALTER TABLE index_segments ALTER COLUMN sources SET STORAGE EXTERNAL;
-- postgres: ALTER TABLE index_segments ALTER COLUMN sizes SET STORAGE EXTERNAL;
