-- No new rows: what is there got a value.
UPDATE schedule SET last_new = last_new;
