-- What a user asks of the visits to a source, why a source is due when it is, and what
-- the scheduler learned of all sources together.

ALTER TABLE sources ADD COLUMN objective TEXT NOT NULL DEFAULT 'delay';
ALTER TABLE sources ADD COLUMN longest_gap_ms BIGINT;
ALTER TABLE sources ADD COLUMN quiet_hours BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sources ADD COLUMN quiet_weekdays BIGINT NOT NULL DEFAULT 0;

ALTER TABLE schedule ADD COLUMN due_reason TEXT NOT NULL DEFAULT '';

-- One row for each planner, named by what its visits are for.
CREATE TABLE populations (
  name TEXT PRIMARY KEY,
  saved BIGINT NOT NULL,
  state BLOB NOT NULL
);
