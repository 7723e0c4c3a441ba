-- The history of M, advaRSS's wait between visits: as each visit left it. And who waits
-- for a source's news.

ALTER TABLE visits ADD COLUMN median_milli BIGINT;

ALTER TABLE sources ADD COLUMN subscribers BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sources ADD COLUMN activity_percent BIGINT NOT NULL DEFAULT 100;
