-- Articles by the time they were found (those of a day, how late we are), and sources by
-- folder. The first grows at its end, as the table does: one page more for each batch.

CREATE INDEX IF NOT EXISTS articles_found ON articles (found);
CREATE INDEX sources_folder ON sources (folder, lower(title), id);
