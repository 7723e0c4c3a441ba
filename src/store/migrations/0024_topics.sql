-- Topics (src/model/topic.h): what users gave of each, and how far its crawl has come.
-- Each is a source of kind 'topic' as well. Lists have an item a line; numbers between 0
-- and 1 are millionths.
CREATE TABLE topics (
  source_id BIGINT NOT NULL PRIMARY KEY,
  method TEXT NOT NULL,
  crawl_order TEXT NOT NULL,
  terms BIGINT NOT NULL,
  passed_over BIGINT NOT NULL,
  pages_a_phase BIGINT NOT NULL,
  pages_a_site BIGINT NOT NULL,
  depth BIGINT NOT NULL,
  seeds TEXT NOT NULL,
  also_domains TEXT NOT NULL,
  excludes TEXT NOT NULL,
  phase BIGINT NOT NULL,
  threshold BIGINT NOT NULL,
  learned BLOB NOT NULL
);

-- What a topic is learned from.
CREATE TABLE topic_examples (
  source_id BIGINT NOT NULL,
  number BIGINT NOT NULL,
  origin TEXT NOT NULL,
  title TEXT NOT NULL,
  text BLOB NOT NULL,
  PRIMARY KEY (source_id, number)
);

-- What was learned of all topics together, by each method that one of them has.
CREATE TABLE topic_models (
  method TEXT NOT NULL PRIMARY KEY,
  learned_at BIGINT NOT NULL,
  classes TEXT NOT NULL,
  model BLOB NOT NULL
);

-- Which topics an article belongs to, and how surely.
CREATE TABLE article_topics (
  article_id BIGINT NOT NULL,
  source_id BIGINT NOT NULL,
  score BIGINT NOT NULL,
  PRIMARY KEY (article_id, source_id)
);
CREATE INDEX article_topics_source ON article_topics (source_id, article_id);

-- What happened to a topic, for people.
CREATE TABLE topic_log (
  source_id BIGINT NOT NULL,
  number BIGINT NOT NULL,
  at BIGINT NOT NULL,
  what TEXT NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (source_id, number)
);

-- What each phase of a topic's crawl brought.
CREATE TABLE topic_phases (
  source_id BIGINT NOT NULL,
  phase BIGINT NOT NULL,
  began BIGINT NOT NULL,
  ended BIGINT,
  downloaded BIGINT NOT NULL,
  relevant BIGINT NOT NULL,
  duplicates BIGINT NOT NULL,
  structural BIGINT NOT NULL,
  textual BIGINT NOT NULL,
  moved BIGINT NOT NULL,
  dropped BIGINT NOT NULL,
  dynamic_size BIGINT NOT NULL,
  static_size BIGINT NOT NULL,
  threshold BIGINT NOT NULL,
  PRIMARY KEY (source_id, phase)
);

INSERT INTO counters (name, value) VALUES
  ('topic revision', 0), ('topics judged', 0), ('unjudged below', 0);
