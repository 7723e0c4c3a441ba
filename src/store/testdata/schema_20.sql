INSERT INTO dropped_records (terminal, segment, place, length) VALUES ('terminal-1',
  'terminal-1-20261117161833123-00000.warc.gz', 512, 2048);
