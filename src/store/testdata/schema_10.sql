INSERT INTO page_averages (source_id, informational_text, informational_ratio,
  informational_pages, hub_text, hub_ratio, hub_pages) VALUES
  (0, 9000000, 2500000, 30, 7500000, 1000000, 22),
  (1, 8000000, 2000000, 21, 7000000, 500000, 20);
UPDATE page_contents SET kind = 'informational' WHERE article_id = 1;
UPDATE visits SET error = 'the page is a wall' WHERE id = 1782578256281600000;
