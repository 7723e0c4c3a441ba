UPDATE clips SET item_id = 900;
UPDATE counters SET value = 900 WHERE name = 'article id';
