-- What retention needs: which articles were let go, so that a feed that shows them
-- still does not bring them back as news; the oldest articles and pages found without
-- reading all; and a clock of its own that no leap of the machine's clock moves.

-- Numbers instead of texts: what was forgotten must not be readable here.
CREATE TABLE forgotten_articles (
  source_id BIGINT NOT NULL,
  key BIGINT NOT NULL,
  likeness BIGINT,
  published BIGINT,
  title_mark BIGINT NOT NULL,
  url_mark BIGINT NOT NULL
);
CREATE INDEX forgotten_articles_key ON forgotten_articles (source_id, key);
CREATE INDEX forgotten_articles_likeness ON forgotten_articles (source_id, likeness)
  WHERE likeness IS NOT NULL;
CREATE INDEX pages_fetched ON pages (fetched) WHERE html IS NOT NULL;

INSERT INTO counters (name, value) VALUES ('age clock', 0);
