-- What pages say. Beside `pages`, not in it: there the page itself comes last, and to
-- reach a column behind it SQLite would read all of it.

CREATE TABLE page_contents (
  article_id INTEGER PRIMARY KEY,
  published BIGINT,
  modified BIGINT,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  author TEXT NOT NULL,
  canonical_url TEXT NOT NULL,
  image TEXT NOT NULL,
  excerpt TEXT NOT NULL,
  text BLOB NOT NULL,
  parts BLOB NOT NULL
);
