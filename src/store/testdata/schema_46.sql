UPDATE sources SET login_given = 1700000000000 WHERE id = 1;
