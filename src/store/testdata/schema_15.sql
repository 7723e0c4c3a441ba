INSERT INTO index_tail (article_id, terms) VALUES (2, X'010000');
INSERT INTO index_segments (id, sequence, level, first_article, last_article, documents,
  articles, sources, sizes) VALUES
  (1, 1, 0, 1, 1, 1, X'00000000', X'01000000', X'0100000001000000');
INSERT INTO index_blocks (segment_id, kind, first_term, block) VALUES
  (1, 0, X'666f67', X'0003666f67020101'),
  (1, 1, X'666f67', X'0003666f67020100');
INSERT INTO index_removed (article_id, up_to) VALUES (3, 1);
UPDATE counters SET value = 1 WHERE name = 'index segment';
UPDATE counters SET value = 0 WHERE name = 'unindexed below';
