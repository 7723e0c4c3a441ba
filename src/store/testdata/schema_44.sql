UPDATE clips SET user_id = 1;
