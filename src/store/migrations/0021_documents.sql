-- What versions are of, under a number: versions have one small index in place of two, of
-- which one repeated the address in each row.
CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  source_id BIGINT NOT NULL,
  article_id BIGINT NOT NULL,
  url TEXT NOT NULL,
  UNIQUE (source_id, article_id, url)
);
CREATE INDEX documents_url ON documents (url);

INSERT INTO documents (id, source_id, article_id, url)
  SELECT row_number() OVER (ORDER BY source_id, article_id, url), source_id, article_id, url
  FROM (SELECT DISTINCT source_id, article_id, url FROM versions) AS known;

DROP INDEX versions_url;
ALTER TABLE versions RENAME TO versions_before;
CREATE TABLE versions (
  document_id BIGINT NOT NULL,
  seen BIGINT NOT NULL,
  digest TEXT NOT NULL,
  media_type TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  terminal TEXT NOT NULL,
  segment TEXT NOT NULL,
  place BIGINT NOT NULL,
  length BIGINT NOT NULL,
  kinds BIGINT NOT NULL,
  score_milli BIGINT NOT NULL,
  summary TEXT NOT NULL,
  is_error BIGINT NOT NULL,
  is_no_change BIGINT NOT NULL,
  PRIMARY KEY (document_id, seen)
);
-- CROSS: in the order of the rows, which is that of time.
INSERT INTO versions (document_id, seen, digest, media_type, bytes, terminal, segment, place,
    length, kinds, score_milli, summary, is_error, is_no_change)
  SELECT d.id, v.seen, v.digest, v.media_type, v.bytes, v.terminal, v.segment, v.place,
    v.length, v.kinds, v.score_milli, v.summary, v.is_error, v.is_no_change
  FROM versions_before v CROSS JOIN documents d
  WHERE d.source_id = v.source_id AND d.article_id = v.article_id AND d.url = v.url;
DROP TABLE versions_before;
