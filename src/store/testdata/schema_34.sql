UPDATE crawl_pages SET also_of = 2, wanted_by = 2, claims = -6 WHERE id = 7;
INSERT INTO crawl_left_out (source_id, url_key, url, page_id, area, similarity)
  VALUES (2, -9, 'https://bay.example/', 7, 1, 250000);
UPDATE topics SET resumes = 3 WHERE source_id = 2;
