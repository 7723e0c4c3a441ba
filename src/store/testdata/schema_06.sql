UPDATE visits SET median_milli = 90500 WHERE id = 1782578151948288001;
UPDATE sources SET subscribers = 40, activity_percent = 75 WHERE id = 1;
