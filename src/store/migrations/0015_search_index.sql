-- The search index: what articles say, by term. New articles wait in index_tail until a
-- thousand of them become a segment; segments are merged into larger ones.

INSERT INTO counters (name, value) VALUES ('index segment', 0);
-- Articles that an earlier release stored are indexed in the background, from the
-- newest down to the oldest.
INSERT INTO counters (name, value)
  SELECT 'unindexed below', coalesce(max(id) + 1, 0) FROM articles;

CREATE TABLE index_tail (
  article_id INTEGER PRIMARY KEY,
  terms BLOB NOT NULL
);

CREATE TABLE index_segments (
  id INTEGER PRIMARY KEY,
  sequence BIGINT NOT NULL,
  level BIGINT NOT NULL,
  first_article BIGINT NOT NULL,
  last_article BIGINT NOT NULL,
  documents BIGINT NOT NULL,
  articles BLOB NOT NULL,
  sources BLOB NOT NULL,
  sizes BLOB NOT NULL
);

CREATE TABLE index_blocks (
  segment_id BIGINT NOT NULL,
  kind BIGINT NOT NULL,
  first_term BLOB NOT NULL,
  block BLOB NOT NULL,
  PRIMARY KEY (segment_id, kind, first_term)
);

-- What segments say of these articles does not hold any more.
CREATE TABLE index_removed (
  article_id INTEGER PRIMARY KEY,
  up_to BIGINT NOT NULL
);
