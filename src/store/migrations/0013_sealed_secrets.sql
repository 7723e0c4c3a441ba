-- Secrets of sources are sealed from now on. SQL cannot do it: where there have been
-- sources, whoever opens the database next to write seals what is there.
-- 2: rows may hold plain secrets; 1: none does, but unused parts of the files may;
-- 0: nothing is left to do.

INSERT INTO counters (name, value)
  SELECT 'plain secrets', CASE WHEN value > 0 THEN 2 ELSE 0 END
  FROM counters WHERE name = 'source id';
