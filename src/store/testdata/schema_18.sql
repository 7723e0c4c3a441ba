UPDATE sources SET kind = 'page', policy = 'dyn', watching = 'changes: 1
part: #tides
' WHERE id = 2;
INSERT INTO versions (source_id, article_id, seen, url, digest, media_type, bytes, terminal,
  segment, place, length, kinds, score_milli, summary, is_error, is_no_change) VALUES
  (2, 0, 1700000100000, 'https://lighthouse.example/', 'sha256:01', 'text/html', 120,
   'terminal-1', 'terminal-1-0.warc.gz', 0, 200, 4, 500, '1 paragraph rewritten', 0, 0);
INSERT INTO document_notes (source_id, notes) VALUES (2, X'01');
