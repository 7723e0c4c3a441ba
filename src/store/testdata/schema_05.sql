UPDATE articles SET likeness = -21, edited = 1699999800000 WHERE id = 1;
