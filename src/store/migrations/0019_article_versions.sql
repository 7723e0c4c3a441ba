-- How an article was before its feed or its page said something else.
CREATE TABLE article_versions (
  article_id BIGINT NOT NULL,
  is_page BIGINT NOT NULL,
  replaced BIGINT NOT NULL,
  since BIGINT NOT NULL,
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  content TEXT NOT NULL,
  text BLOB,
  PRIMARY KEY (article_id, is_page, replaced)
);

-- Pages of articles that are fetched once more, to see whether they have changed.
CREATE TABLE page_revisits (
  article_id BIGINT NOT NULL PRIMARY KEY,
  due BIGINT NOT NULL,
  step BIGINT NOT NULL,
  counted_from BIGINT NOT NULL,
  etag TEXT NOT NULL,
  last_modified TEXT NOT NULL,
  validators_url TEXT NOT NULL
);
CREATE INDEX page_revisits_due ON page_revisits (due);

-- How often such a step found a change, of each source.
CREATE TABLE revisit_habits (
  source_id BIGINT NOT NULL,
  step BIGINT NOT NULL,
  unchanged BIGINT NOT NULL,
  changed BIGINT NOT NULL,
  PRIMARY KEY (source_id, step)
);
