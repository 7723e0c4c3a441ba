UPDATE visits SET crawl_page_id = 1 WHERE kind = 2;
