UPDATE counters SET value = 7 WHERE name = 'hook clip';
