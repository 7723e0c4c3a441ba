-- What is counted each time somebody looks: from indexes that have all that it takes.

-- The articles of a day, of whom, and how late.
DROP INDEX articles_found;
CREATE INDEX articles_found ON articles (found, source_id, published);
-- The newest clips of a list.
CREATE INDEX clips_told ON clips (watchlist_id, id, article_id, source_id)
  WHERE same_as IS NULL;
