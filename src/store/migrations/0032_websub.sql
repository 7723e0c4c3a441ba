-- WebSub. Ours at hubs: a source whose feed names a hub is told by it when there is news.
CREATE TABLE hub_subscriptions (
  source_id BIGINT NOT NULL PRIMARY KEY,
  hub TEXT NOT NULL,
  topic TEXT NOT NULL,
  state TEXT NOT NULL,
  token TEXT NOT NULL,
  token_mark TEXT NOT NULL,
  secret TEXT NOT NULL,
  lease_end BIGINT,
  next_try BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  missed BIGINT NOT NULL,
  pushed BIGINT,
  visit_due BIGINT,
  error TEXT NOT NULL
);
CREATE INDEX hub_subscriptions_next ON hub_subscriptions (next_try);
CREATE INDEX hub_subscriptions_mark ON hub_subscriptions (token_mark);
CREATE INDEX hub_subscriptions_visit ON hub_subscriptions (visit_due)
  WHERE visit_due IS NOT NULL;

-- Others' at ours: who is sent our feeds when they have something new.
CREATE TABLE feed_subscribers (
  topic_mark TEXT NOT NULL,
  callback_mark TEXT NOT NULL,
  topic TEXT NOT NULL,
  callback TEXT NOT NULL,
  host TEXT NOT NULL,
  secret TEXT NOT NULL,
  lease_end BIGINT NOT NULL,
  sent BIGINT NOT NULL,
  next_try BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  error TEXT NOT NULL,
  PRIMARY KEY (topic_mark, callback_mark)
);
CREATE INDEX feed_subscribers_host ON feed_subscribers (host);

-- Requests to subscribe or to end it, until the subscriber has said that they are his.
CREATE TABLE feed_subscription_requests (
  topic_mark TEXT NOT NULL,
  callback_mark TEXT NOT NULL,
  topic TEXT NOT NULL,
  callback TEXT NOT NULL,
  host TEXT NOT NULL,
  secret TEXT NOT NULL,
  is_leaving BIGINT NOT NULL,
  lease_s BIGINT NOT NULL,
  tries BIGINT NOT NULL,
  next_try BIGINT NOT NULL,
  PRIMARY KEY (topic_mark, callback_mark)
);
CREATE INDEX feed_subscription_requests_host ON feed_subscription_requests (host);
CREATE INDEX feed_subscription_requests_next ON feed_subscription_requests (next_try);
