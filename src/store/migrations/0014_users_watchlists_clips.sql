-- Users, what they subscribe to and watch for, the clips that were found for them, and
-- the notices on their way to them.

INSERT INTO counters (name, value) VALUES
  ('user id', 0),
  ('watchlist id', 0),
  ('query id', 0),
  ('clip id', 0),
  ('delivery id', 0),
  ('watch revision', 0);

CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  added BIGINT NOT NULL,
  last_active BIGINT,
  role TEXT NOT NULL,
  name TEXT NOT NULL UNIQUE,
  mail TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  language TEXT NOT NULL,
  password TEXT NOT NULL,
  page_token TEXT NOT NULL,
  page_token_mark TEXT NOT NULL UNIQUE
);

-- 1: everybody sees what comes from it. 0: its subscribers alone. Sources of before
-- there were users belong to everybody.
ALTER TABLE sources ADD COLUMN is_shared BIGINT NOT NULL DEFAULT 1;

CREATE TABLE subscriptions (
  user_id BIGINT NOT NULL,
  source_id BIGINT NOT NULL,
  added BIGINT NOT NULL,
  folder TEXT NOT NULL,
  title TEXT NOT NULL,
  PRIMARY KEY (user_id, source_id)
);
CREATE INDEX subscriptions_source ON subscriptions (source_id);

CREATE TABLE article_states (
  user_id BIGINT NOT NULL,
  article_id BIGINT NOT NULL,
  is_read BIGINT NOT NULL,
  is_starred BIGINT NOT NULL,
  is_muted BIGINT NOT NULL,
  tags TEXT NOT NULL,
  PRIMARY KEY (user_id, article_id)
);
CREATE INDEX article_states_article ON article_states (article_id);

CREATE TABLE watchlists (
  id INTEGER PRIMARY KEY,
  user_id BIGINT NOT NULL,
  revision BIGINT NOT NULL,
  added BIGINT NOT NULL,
  is_paused BIGINT NOT NULL,
  has_synonyms BIGINT NOT NULL,
  digest_count BIGINT NOT NULL,
  digest_hour BIGINT NOT NULL,
  digest_weekday BIGINT NOT NULL,
  next_digest BIGINT,
  failures BIGINT NOT NULL,
  failing_since BIGINT,
  retry_at BIGINT,
  action TEXT NOT NULL,
  channel TEXT NOT NULL,
  digest TEXT NOT NULL,
  name TEXT NOT NULL,
  tag TEXT NOT NULL,
  form TEXT NOT NULL,
  error TEXT NOT NULL,
  target TEXT NOT NULL,
  secret TEXT NOT NULL,
  feed_token TEXT NOT NULL,
  feed_token_mark TEXT NOT NULL UNIQUE,
  UNIQUE (user_id, name)
);
CREATE INDEX watchlists_revision ON watchlists (revision);
CREATE INDEX watchlists_next_digest ON watchlists (next_digest)
  WHERE next_digest IS NOT NULL;

CREATE TABLE watch_queries (
  id INTEGER PRIMARY KEY,
  watchlist_id BIGINT NOT NULL,
  text TEXT NOT NULL
);
CREATE INDEX watch_queries_watchlist ON watch_queries (watchlist_id);

CREATE TABLE removed_watchlists (
  watchlist_id INTEGER PRIMARY KEY,
  revision BIGINT NOT NULL
);
CREATE INDEX removed_watchlists_revision ON removed_watchlists (revision);

CREATE TABLE clips (
  id INTEGER PRIMARY KEY,
  watchlist_id BIGINT NOT NULL,
  article_id BIGINT NOT NULL,
  source_id BIGINT NOT NULL,
  query_id BIGINT NOT NULL,
  published BIGINT,
  found BIGINT NOT NULL,
  matched BIGINT NOT NULL,
  same_as BIGINT,
  delivery_id BIGINT,
  mark_begin BIGINT NOT NULL,
  mark_end BIGINT NOT NULL,
  keyword TEXT NOT NULL,
  title TEXT NOT NULL,
  url TEXT NOT NULL,
  summary TEXT NOT NULL,
  sketch BLOB NOT NULL,
  UNIQUE (watchlist_id, article_id)
);
CREATE INDEX clips_watchlist ON clips (watchlist_id, id);
CREATE INDEX clips_article ON clips (article_id);
CREATE INDEX clips_same_as ON clips (same_as) WHERE same_as IS NOT NULL;
CREATE INDEX clips_delivery ON clips (delivery_id) WHERE delivery_id IS NOT NULL;
-- Those that wait for their digest: delivery 0.
CREATE INDEX clips_waiting ON clips (watchlist_id) WHERE delivery_id = 0;

-- Clips that may tell the same share a band of their sketch (src/classify).
CREATE TABLE clip_bands (
  band BIGINT NOT NULL,
  clip_id BIGINT NOT NULL,
  PRIMARY KEY (band, clip_id)
);
CREATE INDEX clip_bands_clip ON clip_bands (clip_id);

-- The outbox: notices that are to be sent, and those that were.
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY,
  user_id BIGINT NOT NULL,
  watchlist_id BIGINT,
  created BIGINT NOT NULL,
  due BIGINT NOT NULL,
  sent BIGINT,
  tries BIGINT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  error TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE INDEX deliveries_waiting ON deliveries (due) WHERE state = 'waiting';
CREATE INDEX deliveries_user ON deliveries (user_id, id);
CREATE INDEX deliveries_watchlist ON deliveries (watchlist_id, id);

-- Sources whose trouble was told, so that it is told once.
CREATE TABLE alarms (
  source_id BIGINT NOT NULL,
  kind TEXT NOT NULL,
  since BIGINT NOT NULL,
  PRIMARY KEY (source_id, kind)
);
