INSERT INTO forgotten_articles (source_id, key, likeness, published, title_mark,
  url_mark) VALUES
  (1, 13, 23, 1650000000000, 7360803536374511121, -3721412531582455998);
UPDATE counters SET value = 1699990000000 WHERE name = 'age clock';
