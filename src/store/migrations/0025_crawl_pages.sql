-- Pages of focused crawls (src/store/crawl_pages.h), those that are only known as links
-- among them. `url_key` is a fingerprint of what the address means; `seed_of` is 0, or
-- the topic where the page is a seed or a list: several may begin at one page. Numbers
-- between 0 and 1 are millionths.
CREATE TABLE crawl_pages (
  id BIGINT NOT NULL PRIMARY KEY,
  source_id BIGINT NOT NULL,
  seed_of BIGINT NOT NULL,
  url_key BIGINT NOT NULL,
  url TEXT NOT NULL,
  site TEXT NOT NULL,
  standing TEXT NOT NULL,
  depth BIGINT NOT NULL,
  off_topic BIGINT NOT NULL,
  area BIGINT NOT NULL,
  similarity BIGINT NOT NULL,
  anchor_similarity BIGINT NOT NULL,
  parent_similarity BIGINT NOT NULL,
  mentions BIGINT NOT NULL,
  link_class BIGINT NOT NULL,
  structural BIGINT NOT NULL,
  textual BIGINT NOT NULL,
  visits BIGINT NOT NULL,
  changes BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  first_visit BIGINT NOT NULL,
  last_visit BIGINT NOT NULL,
  phase BIGINT NOT NULL,
  article_id BIGINT NOT NULL,
  etag TEXT NOT NULL,
  last_modified TEXT NOT NULL,
  validators_url TEXT NOT NULL,
  digest TEXT NOT NULL,
  terminal TEXT NOT NULL,
  segment TEXT NOT NULL,
  place BIGINT NOT NULL,
  length BIGINT NOT NULL,
  notes BLOB NOT NULL,
  sketch BLOB NOT NULL
);
CREATE UNIQUE INDEX crawl_pages_url ON crawl_pages (url_key, seed_of);
CREATE INDEX crawl_pages_source ON crawl_pages (source_id, standing);

-- Finds pages that say nearly the same (src/classify/near_duplicate.h); of kept pages.
CREATE TABLE crawl_bands (
  band BIGINT NOT NULL,
  page_id BIGINT NOT NULL,
  PRIMARY KEY (band, page_id)
);
CREATE INDEX crawl_bands_page ON crawl_bands (page_id);

-- What a topic's crawl has come to on each site, and on the whole: `state` and `learned`
-- are src/control/crawl's own.
CREATE TABLE crawl_sites (
  source_id BIGINT NOT NULL,
  site TEXT NOT NULL,
  visited BIGINT NOT NULL,
  kept BIGINT NOT NULL,
  learned BIGINT NOT NULL,
  PRIMARY KEY (source_id, site)
);
CREATE TABLE crawl_states (
  source_id BIGINT NOT NULL PRIMARY KEY,
  state TEXT NOT NULL
);
