-- How often visits found a document changed (src/model/change.h): of the document, after
-- each of its versions, and in the crawl log.
ALTER TABLE schedule ADD COLUMN structural BIGINT NOT NULL DEFAULT 0;
ALTER TABLE schedule ADD COLUMN textual BIGINT NOT NULL DEFAULT 0;
UPDATE schedule SET
  structural = (SELECT count(*) FROM versions v JOIN documents d ON d.id = v.document_id
    WHERE d.source_id = schedule.source_id AND v.of_article = 0 AND (v.kinds & 1) <> 0),
  textual = (SELECT count(*) FROM versions v JOIN documents d ON d.id = v.document_id
    WHERE d.source_id = schedule.source_id AND v.of_article = 0 AND (v.kinds & 22) <> 0);
ALTER TABLE versions ADD COLUMN structural BIGINT;
ALTER TABLE versions ADD COLUMN textual BIGINT;

-- What the visit found changed; NULL: it kept no version.
ALTER TABLE visits ADD COLUMN kinds BIGINT;
ALTER TABLE visits ADD COLUMN structural BIGINT;
ALTER TABLE visits ADD COLUMN textual BIGINT;

-- Triples, rows or paths of a data document that differ from the version before; NULL:
-- they were not counted.
ALTER TABLE versions ADD COLUMN added BIGINT;
ALTER TABLE versions ADD COLUMN removed BIGINT;
ALTER TABLE versions ADD COLUMN edited BIGINT;

-- Records that belong to a version: contexts, a picture. They go when no version needs
-- them.
CREATE TABLE version_parts (
  source_id BIGINT NOT NULL,
  article_id BIGINT NOT NULL,
  seen BIGINT NOT NULL,
  terminal TEXT NOT NULL,
  segment TEXT NOT NULL,
  place BIGINT NOT NULL,
  length BIGINT NOT NULL,
  PRIMARY KEY (source_id, article_id, seen, terminal, segment, place)
);
CREATE INDEX version_parts_place ON version_parts (terminal, segment, place);
