INSERT INTO page_revisits (article_id, due, step, counted_from, etag, last_modified,
  validators_url, likeness) VALUES (2, 1700003700000, 1, 1700000100000, '', '', '', 77);
INSERT INTO documents (id, source_id, article_id, url) VALUES (100, 1, 2,
  'https://harbour.example/ship');
INSERT INTO versions (document_id, seen, digest, media_type, bytes, terminal, segment, place,
  length, kinds, score_milli, summary, is_error, is_no_change, of_article) VALUES (100,
  1700000300000, 'sha256:00', 'text/html', 100, 'terminal-1',
  'terminal-1-20261117161833123-00000.warc.gz', 4096, 512, 0, 0, '', 0, 0, 1);
