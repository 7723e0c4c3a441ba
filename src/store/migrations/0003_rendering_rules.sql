-- How a source's pages are read: by a browser or not, and by which rules of its own.

ALTER TABLE sources ADD COLUMN rendering TEXT NOT NULL DEFAULT 'never';
ALTER TABLE sources ADD COLUMN rules TEXT NOT NULL DEFAULT '';
