INSERT INTO list_actions (watchlist_id, article_id) VALUES (1, 2);
UPDATE watchlists SET refusals = 1, next_notice = 1700000400000 WHERE id = 1;
