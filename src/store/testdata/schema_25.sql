INSERT INTO crawl_pages (id, source_id, seed_of, url_key, url, site, standing, depth,
  off_topic, area, similarity, anchor_similarity, parent_similarity, mentions, link_class,
  structural, textual, visits, changes, failures, first_visit, last_visit, phase, article_id,
  etag, last_modified, validators_url, digest, terminal, segment, place, length, notes, sketch)
  VALUES (7, 2, 0, -5, 'https://sea.example/a', 'sea.example', 'kept', 1, 0, 1, 875000, 500000,
  250000, 2, 3, 1, 2, 4, 3, 0, 1700000000000, 1700000001000, 2, 1, '"a"', '',
  'https://sea.example/a', 'sha256:1', 't1', 'one', 12, 34, X'00', X'01');
INSERT INTO crawl_bands (band, page_id) VALUES (99, 7);
INSERT INTO crawl_sites (source_id, site, visited, kept, learned) VALUES (2, 'sea.example', 3, 1, 8);
INSERT INTO crawl_states (source_id, state) VALUES (2, 'phase 2');
