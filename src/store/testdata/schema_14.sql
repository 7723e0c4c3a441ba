INSERT INTO users (id, added, last_active, role, name, mail, time_zone, language,
  password, page_token, page_token_mark) VALUES
  (1, 1700000000000, NULL, 'admin', 'eleni', 'eleni@example.org', 'Europe/Athens', 'el',
   '$argon2id$v=19$m=1', 'sealed1.page', 'page mark');
UPDATE sources SET is_shared = 0 WHERE id = 2;
INSERT INTO subscriptions (user_id, source_id, added, folder, title) VALUES
  (1, 2, 1700000000000, 'Θάλασσα', 'Ο φάρος');
INSERT INTO article_states (user_id, article_id, is_read, is_starred, is_muted, tags)
  VALUES (1, 1, 1, 0, 0, 'fog
sea');
INSERT INTO watchlists (id, user_id, revision, added, is_paused, has_synonyms,
  digest_count, digest_hour, digest_weekday, next_digest, failures, failing_since,
  retry_at, action, channel, digest, name, tag, form, error, target, secret, feed_token,
  feed_token_mark) VALUES
  (1, 1, 1, 1700000000000, 0, 1, 0, 8, 1, 1700006400000, 2, 1700000100000,
   1700000400000, 'notify', 'webhook', 'daily', 'Ships', '', 'ntfy', 'refused',
   'sealed1.target', 'sealed1.secret', 'sealed1.feed', 'feed mark');
INSERT INTO watch_queries (id, watchlist_id, text) VALUES (1, 1, 'ship* OR πλοίο');
INSERT INTO removed_watchlists (watchlist_id, revision) VALUES (2, 2);
INSERT INTO clips (id, watchlist_id, article_id, source_id, query_id, published, found,
  matched, same_as, delivery_id, mark_begin, mark_end, keyword, title, url, summary,
  sketch) VALUES
  (1, 1, 2, 1, 1, NULL, 1700000000000, 1700000001000, NULL, 1, 2, 6, 'ship',
   'A ship', 'https://harbour.example/ship', 'A ship came.', X'0102');
INSERT INTO clip_bands (band, clip_id) VALUES (-7, 1);
INSERT INTO deliveries (id, user_id, watchlist_id, created, due, sent, tries, kind, state,
  error, subject, body) VALUES
  (1, 1, 1, 1700000001000, 1700000001000, NULL, 1, 'clip', 'waiting', 'refused', '', '');
INSERT INTO alarms (source_id, kind, since) VALUES (3, 'failing', 1700000000000);
UPDATE counters SET value = 1 WHERE name IN ('user id', 'watchlist id', 'query id',
  'clip id', 'delivery id');
UPDATE counters SET value = 2 WHERE name = 'watch revision';
