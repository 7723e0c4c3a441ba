-- The first schema. For people: docs/formats/database.md.
--
-- Written so that both drivers run it: integers are BIGINT (INTEGER PRIMARY KEY, which
-- SQLite must read exactly so, is a BIGINT PRIMARY KEY to PostgreSQL), bytes are BLOB
-- (there BYTEA). Times are milliseconds since 1970, UTC. Long columns come last: SQLite
-- reads a row from its beginning and stops at the last column that is asked for.

-- Numbers that only grow. Ids come from here and are never used twice, even when the
-- newest row was removed: a late report must not hit a stranger.
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value BIGINT NOT NULL
);
INSERT INTO counters (name, value) VALUES
  ('source id', 0),
  ('article id', 0),
  ('articles', 0),
  ('revision', 0);

CREATE TABLE sources (
  id INTEGER PRIMARY KEY,
  revision BIGINT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  added BIGINT NOT NULL,
  fetch_pages BIGINT NOT NULL,
  own_interval_ms BIGINT,
  title_is_users BIGINT NOT NULL,
  url TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  site_url TEXT NOT NULL,
  folder TEXT NOT NULL,
  language TEXT NOT NULL,
  headers TEXT NOT NULL,
  basic_credentials TEXT NOT NULL,
  bearer_token TEXT NOT NULL,
  proxy TEXT NOT NULL
);
CREATE INDEX sources_revision ON sources (revision);
CREATE INDEX sources_state ON sources (state);
CREATE INDEX sources_title ON sources (lower(title), id);

CREATE TABLE removed_sources (
  source_id INTEGER PRIMARY KEY,
  revision BIGINT NOT NULL
);
CREATE INDEX removed_sources_revision ON removed_sources (revision);

CREATE TABLE schedule (
  source_id INTEGER PRIMARY KEY,
  next_due BIGINT NOT NULL,
  last_visit BIGINT,
  last_success BIGINT,
  last_new BIGINT,
  not_before BIGINT,
  failures BIGINT NOT NULL,
  moved_seen BIGINT NOT NULL,
  last_outcome TEXT NOT NULL,
  policy_state BLOB NOT NULL,
  last_error TEXT NOT NULL,
  moved_to TEXT NOT NULL
);
CREATE INDEX schedule_next_due ON schedule (next_due);

CREATE TABLE articles (
  id INTEGER PRIMARY KEY,
  source_id BIGINT NOT NULL,
  key BIGINT NOT NULL,
  found BIGINT NOT NULL,
  published BIGINT,
  updated BIGINT,
  language TEXT NOT NULL,
  category TEXT NOT NULL,
  title TEXT NOT NULL,
  url TEXT NOT NULL,
  author TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  categories TEXT,
  enclosures TEXT,
  summary TEXT NOT NULL,
  content TEXT NOT NULL,
  UNIQUE (source_id, key)
);

-- Pages still to be fetched. What became of the others is in `pages`.
CREATE TABLE wanted_pages (
  article_id INTEGER PRIMARY KEY,
  due BIGINT NOT NULL,
  tries BIGINT NOT NULL,
  error TEXT NOT NULL
);

CREATE TABLE pages (
  article_id INTEGER PRIMARY KEY,
  fetched BIGINT,
  error TEXT NOT NULL,
  language TEXT NOT NULL,
  category TEXT NOT NULL,
  content_type TEXT NOT NULL,
  url TEXT NOT NULL,
  html BLOB
);

-- The crawl log. Ids grow with time (model/ids.h), so the last hour is a range of ids.
CREATE TABLE visits (
  id INTEGER PRIMARY KEY,
  source_id BIGINT NOT NULL,
  article_id BIGINT,
  started BIGINT NOT NULL,
  took_ms BIGINT NOT NULL,
  http_status BIGINT NOT NULL,
  wire_bytes BIGINT NOT NULL,
  body_bytes BIGINT NOT NULL,
  new_articles BIGINT NOT NULL,
  kind TEXT NOT NULL,
  outcome TEXT NOT NULL,
  terminal TEXT NOT NULL,
  error TEXT NOT NULL,
  headers BLOB NOT NULL
);
CREATE INDEX visits_source ON visits (source_id, id);
