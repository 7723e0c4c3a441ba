-- What is remarkable about a visit that went well is not an error.
ALTER TABLE visits ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE schedule ADD COLUMN last_note TEXT NOT NULL DEFAULT '';

UPDATE visits SET note = error, error = ''
 WHERE error <> '' AND outcome IN ('fetched', 'not-modified');
UPDATE schedule SET last_note = last_error, last_error = ''
 WHERE last_error <> '' AND last_outcome IN ('fetched', 'not-modified')
   AND last_remark NOT IN ('secrets-bound', 'duplicate');
