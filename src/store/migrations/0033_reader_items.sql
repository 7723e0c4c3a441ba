-- Reader apps know everything by one number and ask for what came after the last one
-- that they have. So clips are numbered together with articles (src/store/reader_items.h).

ALTER TABLE clips ADD COLUMN item_id BIGINT NOT NULL DEFAULT 0;
UPDATE clips SET item_id = id
  + (SELECT value FROM counters WHERE name = 'article id');
UPDATE counters SET value = value
  + (SELECT c.value FROM counters c WHERE c.name = 'clip id')
  WHERE name = 'article id';
CREATE UNIQUE INDEX clips_item ON clips (item_id);
CREATE INDEX clips_list_item ON clips (watchlist_id, item_id);
