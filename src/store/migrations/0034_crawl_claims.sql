-- Focused crawls (src/store/crawl_pages.h, left_out_links.h).

-- `also_of` is 0, or a topic whose link the page is if its own topic goes: its pages lead
-- there, too, or it came from there. `wanted_by` is 0, or the topic that a page which was
-- rejected or dropped is about, and which did not crawl then. `claims` is 0, or the
-- `url_key` of the address that a kept page calls its own.
ALTER TABLE crawl_pages ADD COLUMN also_of BIGINT NOT NULL DEFAULT 0;
ALTER TABLE crawl_pages ADD COLUMN wanted_by BIGINT NOT NULL DEFAULT 0;
ALTER TABLE crawl_pages ADD COLUMN claims BIGINT NOT NULL DEFAULT 0;
CREATE INDEX crawl_pages_wanted ON crawl_pages (wanted_by) WHERE wanted_by <> 0;

-- Links that the rules of a topic keep it from, for when its user changes them. `page_id`
-- has the link; 0: a list does. `similarity` is in millionths.
CREATE TABLE crawl_left_out (
  source_id BIGINT NOT NULL,
  url_key BIGINT NOT NULL,
  url TEXT NOT NULL,
  page_id BIGINT NOT NULL,
  area BIGINT NOT NULL,
  similarity BIGINT NOT NULL,
  PRIMARY KEY (source_id, url_key)
);

-- How often a topic was resumed: its crawl goes on at once then, even where nobody saw
-- that it was paused.
ALTER TABLE topics ADD COLUMN resumes BIGINT NOT NULL DEFAULT 0;
