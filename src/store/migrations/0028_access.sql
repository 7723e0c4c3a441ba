-- How users get in: sessions of browsers, keys of programs (src/store/sessions.h,
-- access_keys.h), and links that work once (entry_links.h). Of secrets only the SHA-256
-- is kept.
INSERT INTO counters (name, value) VALUES
  ('session id', 0),
  ('access key id', 0),
  ('entry link id', 0);

CREATE TABLE sessions (
  id BIGINT NOT NULL PRIMARY KEY,
  user_id BIGINT NOT NULL,
  mark TEXT NOT NULL,
  added BIGINT NOT NULL,
  last_seen BIGINT NOT NULL,
  agent TEXT NOT NULL,
  address TEXT NOT NULL
);
CREATE UNIQUE INDEX sessions_mark ON sessions (mark);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE access_keys (
  id BIGINT NOT NULL PRIMARY KEY,
  user_id BIGINT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  scope TEXT NOT NULL,
  mark TEXT NOT NULL,
  fever_mark TEXT NOT NULL,
  added BIGINT NOT NULL,
  last_used BIGINT
);
CREATE UNIQUE INDEX access_keys_mark ON access_keys (mark);
CREATE INDEX access_keys_fever ON access_keys (fever_mark);
CREATE INDEX access_keys_user ON access_keys (user_id);

CREATE TABLE entry_links (
  id BIGINT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  mark TEXT NOT NULL,
  user_id BIGINT NOT NULL,
  role TEXT NOT NULL,
  note TEXT NOT NULL,
  added BIGINT NOT NULL,
  expires BIGINT NOT NULL
);
CREATE UNIQUE INDEX entry_links_mark ON entry_links (mark);
