-- The copies of terminals' archives that other terminals hold (src/store/archive_copies.h),
-- as the terminals told of them last. `terminal` keeps the archive, `holder` its copy;
-- empty: nobody does. `kept_once` versions are not in the copy.
CREATE TABLE archive_copies (
  archive TEXT NOT NULL PRIMARY KEY,
  terminal TEXT NOT NULL,
  holder TEXT NOT NULL,
  kept_once BIGINT NOT NULL
);
