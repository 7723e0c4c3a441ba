UPDATE schedule SET structural = 2, textual = 5 WHERE source_id = 2;
UPDATE versions SET structural = 2, textual = 5, added = 3, removed = 1, edited = 4
  WHERE document_id IN (SELECT id FROM documents WHERE source_id = 2) AND seen = 1700000100000;
UPDATE visits SET kinds = 4, structural = 2, textual = 5 WHERE source_id = 1 AND kind = 'source';
INSERT INTO version_parts (source_id, article_id, seen, terminal, segment, place, length)
  VALUES (2, 0, 1700000100000, 'terminal-1', 'terminal-1-0.warc.gz', 200, 90);
