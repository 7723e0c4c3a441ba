UPDATE counters SET value = 3 WHERE name = 'topic revision';
INSERT INTO topics (source_id, method, crawl_order, terms, passed_over, pages_a_phase,
  pages_a_site, depth, seeds, also_domains, excludes, phase, threshold, learned)
  VALUES (2, 'thesis', 'curlew', 40, 100000, 500, 50, 4, 'https://sea.example/', 'sea.example',
  '*/login*', 2, 312500, X'0102');
INSERT INTO topic_examples (source_id, number, origin, title, text)
  VALUES (2, 0, 'https://sea.example/1', 'Ships', X'5368697073');
INSERT INTO topic_models (method, learned_at, classes, model)
  VALUES ('thesis', 1700000000000, '2', X'00ff');
INSERT INTO article_topics (article_id, source_id, score) VALUES (1, 2, 875000);
INSERT INTO topic_log (source_id, number, at, what, detail)
  VALUES (2, 1, 1700000000000, 'learned', '1 example');
INSERT INTO topic_phases (source_id, phase, began, ended, downloaded, relevant, duplicates,
  structural, textual, moved, dropped, dynamic_size, static_size, threshold)
  VALUES (2, 1, 1700000000000, NULL, 10, 4, 1, 2, 3, 0, 1, 4, 20, 312500);
