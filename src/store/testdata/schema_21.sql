INSERT INTO documents (id, source_id, article_id, url) VALUES
  (2, 2, 0, 'https://lighthouse.example/moved');
INSERT INTO versions (document_id, seen, digest, media_type, bytes, terminal, segment, place,
  length, kinds, score_milli, summary, is_error, is_no_change) VALUES
  (2, 1700000300000, 'sha256:02', 'text/html', 130, 'terminal-1', 'terminal-1-0.warc.gz', 200,
   210, 4, 400, '1 paragraph added', 0, 0);
