-- Pages of articles lie in archives: their versions are those with an article. What is
-- in pages.html is of earlier releases, and serve moves it there.

-- Which they are, the oldest first, for retention.
ALTER TABLE versions ADD COLUMN of_article BIGINT NOT NULL DEFAULT 0;
UPDATE versions SET of_article = 1
  WHERE document_id IN (SELECT id FROM documents WHERE article_id > 0);
CREATE INDEX versions_of_articles ON versions (seen) WHERE of_article = 1;

-- What such a page said when it was fetched last, numbers aside; 0: not known.
ALTER TABLE page_revisits ADD COLUMN likeness BIGINT NOT NULL DEFAULT 0;
