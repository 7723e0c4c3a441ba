-- What an entry shows and where it leads, as a number (src/detect/new_entries.h): the
-- same entry is found again by it when its feed gives it another name, and an edited
-- one differs from what is stored. NULL for entries that it cannot tell apart.
ALTER TABLE articles ADD COLUMN likeness BIGINT;
-- When a visit last found the entry edited; NULL: never.
ALTER TABLE articles ADD COLUMN edited BIGINT;
CREATE INDEX articles_likeness ON articles (source_id, likeness)
  WHERE likeness IS NOT NULL;
