-- When a list has a notice to send next: the earliest of those that wait, not before
-- its channel may be tried. A list that rests costs nothing to pass over.
ALTER TABLE watchlists ADD COLUMN next_notice BIGINT;
-- How often in a row its channel refused a notice for good.
ALTER TABLE watchlists ADD COLUMN refusals BIGINT NOT NULL DEFAULT 0;
UPDATE watchlists SET next_notice = (SELECT min(d.due) FROM deliveries d
  WHERE d.watchlist_id = watchlists.id AND d.state = 'waiting');
CREATE INDEX watchlists_next_notice ON watchlists (channel, next_notice)
  WHERE next_notice IS NOT NULL;

DROP INDEX deliveries_waiting;
CREATE INDEX deliveries_waiting ON deliveries (watchlist_id, due)
  WHERE state = 'waiting';

-- A source that is removed takes its clips with it.
CREATE INDEX clips_source ON clips (source_id);

-- What lists did to articles (tag, star, mark read, mute), so that it is done once.
CREATE TABLE list_actions (
  watchlist_id BIGINT NOT NULL,
  article_id BIGINT NOT NULL,
  PRIMARY KEY (watchlist_id, article_id)
);
CREATE INDEX list_actions_article ON list_actions (article_id);

-- Lists whose notices were stopped kept their digests, and clips waited for them.
UPDATE watchlists SET digest = 'off', digest_count = 0, next_digest = NULL, form = '',
  target = '', secret = '' WHERE channel = 'feed';
UPDATE clips SET delivery_id = NULL WHERE delivery_id = 0 AND watchlist_id IN
  (SELECT id FROM watchlists WHERE digest = 'off' AND next_digest IS NULL);
