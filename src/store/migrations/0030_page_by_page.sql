-- Lists that are read page by page, each from an index.

-- Articles of a source, the newest first, and when they were found and published, which
-- the table of sources shows of each of them.
CREATE INDEX articles_source ON articles (source_id, id, found, published);
-- What a user has starred or tagged is little of all that there is.
CREATE INDEX article_states_starred ON article_states (user_id, article_id)
  WHERE is_starred = 1;
CREATE INDEX article_states_tagged ON article_states (user_id, article_id)
  WHERE tags <> '';
-- How many sources does a user see, and in which folders?
CREATE INDEX sources_shared ON sources (folder, id) WHERE is_shared = 1;
-- The orders of the table of sources.
CREATE INDEX schedule_last_new ON schedule (coalesce(last_new, 0), source_id);
CREATE INDEX schedule_failures ON schedule (failures, source_id);
