INSERT INTO index_tail (article_id, terms) VALUES (4, X'0100010474696465010023');
INSERT INTO index_segments (id, sequence, level, first_article, last_article, documents,
  articles, sources, sizes) VALUES (2, 2, 0, 3, 3, 1, X'00', X'01', X'0101');
INSERT INTO index_blocks (segment_id, kind, first_term, block) VALUES
  (2, 0, X'6d697374', X'00046d697374020101'),
  (2, 1, X'6d697374', X'00046d697374020100');
UPDATE counters SET value = 2 WHERE name = 'index segment';
