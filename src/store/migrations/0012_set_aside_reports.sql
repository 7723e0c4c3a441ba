-- Reports that could not be written, with their bytes, for whoever looks for the reason.
-- Their visits are in the log as failed.

CREATE TABLE set_aside_reports (
  visit_id INTEGER PRIMARY KEY,
  source_id BIGINT NOT NULL,
  set_aside BIGINT NOT NULL,
  reason TEXT NOT NULL,
  report BLOB NOT NULL
);
