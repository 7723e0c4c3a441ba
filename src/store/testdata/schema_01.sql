-- What a release with schema 1 stored. Files with higher numbers add what later
-- releases could store; X'...' are bytes as compression.h packs them.
UPDATE counters SET value = 4 WHERE name = 'source id';
UPDATE counters SET value = 4 WHERE name = 'article id';
UPDATE counters SET value = 3 WHERE name = 'articles';
UPDATE counters SET value = 9 WHERE name = 'revision';

INSERT INTO sources (id, revision, kind, state, added, fetch_pages, own_interval_ms,
  title_is_users, url, title, site_url, folder, language, headers, basic_credentials,
  bearer_token, proxy) VALUES
  (1, 5, 'feed', 'active', 1690000000000, 1, 600000, 1, 'https://harbour.example/rss',
   'Harbour', 'https://harbour.example/', 'News', 'en', 'X-Key: 7', 'me:secret', '', ''),
  (2, 6, 'page', 'paused', 1690000000001, 0, NULL, 0, 'https://lighthouse.example/',
   'Φάρος', '', '', 'el', '', '', 'token', 'http://proxy.example:3128'),
  (3, 7, 'auto', 'failing', 1690000000002, 1, NULL, 0, 'https://wreck.example/',
   '', '', '', '', '', '', '', '');
INSERT INTO removed_sources (source_id, revision) VALUES (4, 9);

INSERT INTO schedule (source_id, next_due, last_visit, last_success, last_new,
  not_before, failures, moved_seen, last_outcome, policy_state, last_error, moved_to)
  VALUES
  (1, 1700000600000, 1700000000000, 1700000000000, 1699999000000, 1700000300000, 0, 2,
   'not-modified', X'0108ff', '', 'https://harbour.example/feed'),
  (2, 1700000000000, NULL, NULL, NULL, NULL, 0, 0, 'fetched', X'', '', ''),
  (3, 1700086400000, 1700000000000, NULL, NULL, NULL, 6, 0, 'unreachable', X'',
   'connection refused', '');

INSERT INTO articles (id, source_id, key, found, published, updated, language, category,
  title, url, author, entry_id, categories, enclosures, summary, content) VALUES
  (1, 1, 11, 1699999000000, 1699998000000, 1699998500000, 'en', 'Sea', 'Fog',
   'https://harbour.example/1', 'Ann', 'tag:1', '["Sea","Weather"]',
   '[{"url":"https://harbour.example/1.mp3","type":"audio/mpeg","length":1234}]',
   '<p>Short</p>', '<p>Long</p>'),
  (2, 1, -12, 1699999000000, NULL, NULL, '', '', 'Πλοίο', 'https://harbour.example/2',
   '', '', NULL, NULL, '', ''),
  (4, 1, 14, 1699999500000, NULL, NULL, '', '', 'Tide', 'https://harbour.example/4',
   '', '', NULL, NULL, '', '');
INSERT INTO wanted_pages (article_id, due, tries, error)
  VALUES (4, 1700000000000, 2, 'timed out');
INSERT INTO pages (article_id, fetched, error, language, category, content_type, url,
  html) VALUES
  (1, 1699999100000, '', 'en', 'Weather', 'text/html', 'https://harbour.example/1',
   X'28b52ffd204c35020062440f15a0a53a8f28cc9276dba39e7d0d6ec237c5afff1108476913d157686135256be499dc33e5b06d7a7b86e0983a09b8f245a2033a5ca43f284a7c94361d0100001f5414'),
  (2, NULL, 'HTTP 404', '', '', '', '', NULL);

-- Ids: milliseconds times 2^20, and a counter.
INSERT INTO visits (id, source_id, article_id, started, took_ms, http_status,
  wire_bytes, body_bytes, new_articles, kind, outcome, terminal, error, headers) VALUES
  (1782578151948288001, 1, NULL, 1699999000500, 120, 200, 900, 3000, 3, 'source',
   'fetched', 'one', '', X'0128b52ffd20326d0000100d0a0340005c3bb32534d904'),
  (1782578256281600000, 1, 1, 1699999100000, 80, 200, 500, 800, 0, 'page', 'fetched',
   'one', '', X''),
  (1782579200000000000, 3, NULL, 1700000000000, 30000, 0, 0, 0, 0, 'source',
   'unreachable', 'two', 'connection refused', X'');
