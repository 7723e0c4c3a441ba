-- Whose list found a clip: those of all his lists are read in one order.
ALTER TABLE clips ADD COLUMN user_id BIGINT NOT NULL DEFAULT 0;
UPDATE clips SET user_id = coalesce(
  (SELECT w.user_id FROM watchlists w WHERE w.id = clips.watchlist_id), 0);
CREATE INDEX clips_user ON clips (user_id, id);
CREATE INDEX clips_user_item ON clips (user_id, item_id);
