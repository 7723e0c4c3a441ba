UPDATE schedule SET last_note = 'the feed ends too early' WHERE source_id = 1;
UPDATE visits SET note = error, error = '' WHERE id = 1782578256281600000;
