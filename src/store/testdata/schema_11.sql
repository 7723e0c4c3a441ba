UPDATE schedule SET last_note = 'the feed ends too early' WHERE source_id = 1;
