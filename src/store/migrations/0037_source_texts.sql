-- What sources are found by as one types, and counted by: short rows, which are read in
-- a fraction of the time that the whole ones take.
CREATE TABLE source_texts (
  source_id INTEGER PRIMARY KEY,
  is_shared BIGINT NOT NULL,
  state TEXT NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL
);
INSERT INTO source_texts (source_id, is_shared, state, kind, text)
  SELECT id, is_shared, state, kind, lower(title) || '
' || lower(url) FROM sources;
-- What is hidden from users who do not subscribe to it: little, where most is shared.
CREATE INDEX source_texts_private ON source_texts (source_id) WHERE is_shared = 0;
