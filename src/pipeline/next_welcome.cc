#include "pipeline/next_welcome.h"

#include <algorithm>

namespace curlew::pipeline {

using model::PublisherWishes;

PublisherWishes wishes_of(const parse::Feed& feed) {
  PublisherWishes wishes;
  wishes.revisit_after = std::max(feed.ttl.value_or(Milliseconds(0)),
                                  feed.period.value_or(Milliseconds(0)));
  wishes.quiet.hours = static_cast<std::uint32_t>(feed.skip_hours.to_ulong());
  wishes.quiet.weekdays = static_cast<std::uint8_t>(feed.skip_days.to_ulong());
  return wishes;
}

Milliseconds cache_lifetime(const fetch::FetchResult& result) {
  if (!result.fresh_until) return Milliseconds(0);
  return std::max(Milliseconds(0), *result.fresh_until - result.started);
}

std::optional<Time> next_welcome(const fetch::FetchResult& result,
                                 const PublisherWishes& wishes) {
  Time welcome = result.started;
  if (result.retry_after) welcome = std::max(welcome, *result.retry_after);
  if (model::is_success(result.outcome)) {
    const Milliseconds wait = std::max(wishes.cache_lifetime, wishes.revisit_after);
    // Counted from the end of the answer, which is when the publisher counts from.
    welcome = std::max(welcome, result.started + result.took + wait);
  }
  if (welcome <= result.started + result.took) return std::nullopt;
  return welcome;
}

}  // namespace curlew::pipeline
