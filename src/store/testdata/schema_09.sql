UPDATE schedule SET last_status = 304 WHERE source_id = 1;
UPDATE schedule SET last_remark = 'no-such-host', has_problem = 1, asked = 1700000050000
  WHERE source_id = 3;
INSERT INTO source_aliases (url, source_id) VALUES ('https://old.example/rss', 1);
UPDATE counters SET value = 4711 WHERE name = 'fetch settings';
