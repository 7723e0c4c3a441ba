INSERT INTO article_versions (article_id, is_page, replaced, since, title, summary, content,
  text) VALUES (1, 0, 1700000200000, 1700000100000, 'The headline before', '<p>Before</p>', '',
  NULL);
INSERT INTO page_revisits (article_id, due, step, counted_from, etag, last_modified,
  validators_url) VALUES (1, 1700003700000, 0, 1700000100000, '"a"', '', '');
INSERT INTO revisit_habits (source_id, step, unchanged, changed) VALUES (1, 0, 3, 1);
