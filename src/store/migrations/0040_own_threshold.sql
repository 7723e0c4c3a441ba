-- The threshold that a user gave a topic, in millionths; NULL: the learned one holds.
ALTER TABLE topics ADD COLUMN own_threshold BIGINT;
