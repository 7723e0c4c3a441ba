UPDATE topics SET own_threshold = 400000 WHERE source_id = 2;
