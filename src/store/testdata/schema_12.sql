INSERT INTO set_aside_reports (visit_id, source_id, set_aside, reason, report) VALUES
  (1782578256281600001, 1, 1700000000000, 'refused', X'0801');
