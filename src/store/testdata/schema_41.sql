UPDATE crawl_pages SET trouble = 'HTTP 404' WHERE id = 7;
