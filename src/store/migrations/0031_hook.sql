-- How far the hook has come: the last clip, or article, that its program was run for. -1:
-- no hook was configured at the last start.
INSERT INTO counters (name, value) VALUES ('hook clip', -1), ('hook article', -1);
