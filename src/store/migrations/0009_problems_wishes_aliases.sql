-- How the last visit of a source ended, as far as people are told; when its user asked
-- for a visit; and the addresses by which a source is known beside its own.

ALTER TABLE schedule ADD COLUMN last_status BIGINT NOT NULL DEFAULT 0;
ALTER TABLE schedule ADD COLUMN last_remark TEXT NOT NULL DEFAULT '';
ALTER TABLE schedule ADD COLUMN has_problem BIGINT NOT NULL DEFAULT 0;
ALTER TABLE schedule ADD COLUMN asked BIGINT;
UPDATE schedule SET has_problem = 1
  WHERE last_visit IS NOT NULL AND last_outcome NOT IN ('fetched', 'not-modified');
-- Few sources have a problem, and all of them are wanted at once.
CREATE INDEX schedule_problems ON schedule (source_id) WHERE has_problem = 1;

CREATE TABLE source_aliases (
  url TEXT PRIMARY KEY,
  source_id BIGINT NOT NULL
);
CREATE INDEX source_aliases_source ON source_aliases (source_id);

-- A fingerprint of the settings under which sources were last fetched; 0: not known.
INSERT INTO counters (name, value) VALUES ('fetch settings', 0);
