UPDATE visits SET crawl_page_id = 7;
