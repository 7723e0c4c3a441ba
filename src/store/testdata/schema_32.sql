INSERT INTO hub_subscriptions (source_id, hub, topic, state, token, token_mark, secret,
  lease_end, next_try, failures, missed, pushed, visit_due, error)
  VALUES (1, 'https://hub.example/', 'https://harbour.example/feed', 'active', 'sealed', 'mark1',
  'sealed', 1700864000000, 1700600000000, 0, 1, 1700000000000, NULL, '');
INSERT INTO feed_subscribers (topic_mark, callback_mark, topic, callback, host, secret, lease_end,
  sent, next_try, failures, error)
  VALUES ('topic1', 'callback1', 'sealed', 'sealed', 'reader.example', '', 1700864000000, 7,
  1700000000000, 2, 'answered 500');
INSERT INTO feed_subscription_requests (topic_mark, callback_mark, topic, callback, host, secret,
  is_leaving, lease_s, tries, next_try)
  VALUES ('topic1', 'callback2', 'sealed', 'sealed', 'reader.example', 'sealed', 1, 864000, 1,
  1700000000000);
