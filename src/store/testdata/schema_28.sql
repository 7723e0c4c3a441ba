UPDATE counters SET value = 1 WHERE name IN ('session id', 'access key id', 'entry link id');
INSERT INTO sessions (id, user_id, mark, added, last_seen, agent, address)
  VALUES (1, 1, 'aa', 1700000000000, 1700000001000, 'Browser', '127.0.0.1');
INSERT INTO access_keys (id, user_id, kind, name, scope, mark, fever_mark, added, last_used)
  VALUES (1, 1, 'app', 'phone', 'write', 'bb', 'cc', 1700000000000, NULL);
INSERT INTO entry_links (id, kind, mark, user_id, role, note, added, expires)
  VALUES (1, 'invitation', 'dd', 0, 'user', 'for Nikos', 1700000000000, 1800000000000);
