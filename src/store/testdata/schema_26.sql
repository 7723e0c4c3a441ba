INSERT INTO archive_copies (archive, terminal, holder, kept_once) VALUES ('t1', 't1', 't2', 3);
