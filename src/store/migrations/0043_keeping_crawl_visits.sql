-- The page of a focused crawl that a visit asked for: which host was asked is known by it.
ALTER TABLE visits ADD COLUMN crawl_page_id BIGINT;

-- What an administrator chose to keep (src/store/keeping.h), in milliseconds and articles.
INSERT INTO counters (name, value) VALUES
  ('keeping chosen', 0), ('keep articles for', 0), ('keep articles', 0),
  ('keep pages for', 0), ('keep pages', 0);
