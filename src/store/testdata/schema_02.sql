UPDATE sources SET objective = 'capture', longest_gap_ms = 86400000,
  quiet_hours = 63, quiet_weekdays = 65 WHERE id = 2;
UPDATE schedule SET due_reason = 'publisher asked' WHERE source_id = 1;
INSERT INTO populations (name, saved, state)
  VALUES ('delay', 1700000000000, X'00010203');
