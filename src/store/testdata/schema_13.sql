UPDATE counters SET value = 2 WHERE name = 'plain secrets';
