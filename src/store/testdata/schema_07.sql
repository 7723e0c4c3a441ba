-- Indexes alone came with it: two sources share a folder.
UPDATE sources SET folder = 'News/Sea' WHERE id IN (2, 3);
