-- What a user has muted is little of all that there is, and is shown when asked for.
CREATE INDEX article_states_muted ON article_states (user_id, article_id)
  WHERE is_muted = 1;
-- When the login of a source was given: visits before know nothing of it. NULL: before
-- this was noted.
ALTER TABLE sources ADD COLUMN login_given BIGINT;
