-- How many sources are in each state, and of each kind: from an index that has no more
-- than that.
CREATE INDEX source_texts_counted ON source_texts (is_shared, state, kind);
-- PostgreSQL reads a row to know its id, where the index does not say it.
-- postgres: DROP INDEX articles_found;
-- postgres: CREATE INDEX articles_found ON articles (found, source_id, published, id);
