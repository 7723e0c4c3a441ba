-- What is watched of a page or a data document (src/model/watching.h).
ALTER TABLE sources ADD COLUMN watching TEXT NOT NULL DEFAULT '';
-- The policy that plans its visits; empty: as configured.
ALTER TABLE sources ADD COLUMN policy TEXT NOT NULL DEFAULT '';

-- Versions of documents. Their bytes lie in archives, at the terminals that fetched them.
CREATE TABLE versions (
  source_id BIGINT NOT NULL,
  article_id BIGINT NOT NULL,
  seen BIGINT NOT NULL,
  url TEXT NOT NULL,
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
  PRIMARY KEY (source_id, article_id, seen)
);
CREATE INDEX versions_url ON versions (url, seen);

-- What was learned of the parts of a document that change by themselves.
CREATE TABLE document_notes (
  source_id BIGINT NOT NULL PRIMARY KEY,
  notes BLOB NOT NULL
);
