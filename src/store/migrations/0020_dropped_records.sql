-- Records of archives that no row needs any longer. Their terminal takes them out of its packs.
CREATE TABLE dropped_records (
  terminal TEXT NOT NULL,
  segment TEXT NOT NULL,
  place BIGINT NOT NULL,
  length BIGINT NOT NULL,
  PRIMARY KEY (terminal, segment, place)
);
