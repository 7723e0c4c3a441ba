-- When a topic had something new, of those that came before it was noted.
UPDATE schedule SET last_new = (SELECT max(a.found) FROM article_topics t
  JOIN articles a ON a.id = t.article_id JOIN sources s ON s.id = a.source_id
  WHERE t.source_id = schedule.source_id AND (s.is_shared = 1 OR s.id = t.source_id))
WHERE source_id IN (SELECT source_id FROM topics);
