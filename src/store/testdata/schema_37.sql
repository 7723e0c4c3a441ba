-- Made of the sources that are there.
UPDATE source_texts SET state = (SELECT s.state FROM sources s WHERE s.id = source_id);
