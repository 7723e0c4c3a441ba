-- Why the last visit of a topic's seed was in vain; empty: it was not, or it is no seed.
ALTER TABLE crawl_pages ADD COLUMN trouble TEXT NOT NULL DEFAULT '';
-- Seeds are not given up any more: those that were are asked for again.
UPDATE crawl_pages SET standing = 'seed', failures = 0
  WHERE seed_of <> 0 AND standing = 'gone' AND similarity = 1000000;
