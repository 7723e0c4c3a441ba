-- What pages have been like so far, of each source and (source 0) of all: the natural
-- logarithms of their bytes of text and of their ratio of text to links, in millionths,
-- and how many pages the averages weigh as much as. And what a page was found to be;
-- empty where an earlier release read it.

CREATE TABLE page_averages (
  source_id INTEGER PRIMARY KEY,
  informational_text BIGINT NOT NULL,
  informational_ratio BIGINT NOT NULL,
  informational_pages BIGINT NOT NULL,
  hub_text BIGINT NOT NULL,
  hub_ratio BIGINT NOT NULL,
  hub_pages BIGINT NOT NULL
);

ALTER TABLE page_contents ADD COLUMN kind TEXT NOT NULL DEFAULT '';
