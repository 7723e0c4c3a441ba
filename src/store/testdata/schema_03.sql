UPDATE sources SET rendering = 'always', rules = 'title: h1' WHERE id = 2;
