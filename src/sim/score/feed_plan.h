// The feeds of the scoring server, as data: each tests one habit of its clients.

#pragma once

#include <bitset>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/time.h"

namespace curlew::sim {

enum class EtagStyle {
  kNone,
  // "v7"
  kStrong,
  // W/"v7"
  kWeak,
  // v7: without the quotes that the grammar demands, as some servers send
  kBare,
  // "v7;a=b, c\"": a comma and a backslash inside
  kPunctuated,
  // "έκδοση-7": bytes above 0x7F are allowed (RFC 9110 §8.8.3)
  kUnicode,
  // 2,000 characters
  kLong,
  // "": legal
  kEmpty,
};

enum class DateStyle {
  kNone,
  // IMF-fixdate, as everybody writes it.
  kFixed,
  // RFC 850: "Sunday, 06-Nov-94 08:49:37 GMT"; must still be accepted.
  kObsolete,
  // 1994: the date says nothing about the content's age.
  kAncient,
  // Not a date at all. Only echoing it byte for byte is right.
  kUnparsable,
};

enum class Trouble {
  kNone,
  // 301 to `target`
  kMovedPermanently,
  // 308
  kPermanentRedirect,
  // 302
  kFound,
  // 307
  kTemporaryRedirect,
  // 410 from the second day on
  kGone,
  // Every fourth answer is 429 with seconds to wait
  kThrottled,
  // Every fourth answer is 503 with a date to wait for
  kUnavailable,
  // 500 for half a day, on the second day
  kErrors,
};

struct FeedPlan {
  // "etags": its host is etags.localhost.
  std::string_view host;
  std::string_view path;
  // The content changes this often; 0: with every request.
  std::chrono::minutes changes_every{180};
  EtagStyle etag = EtagStyle::kNone;
  DateStyle date = DateStyle::kNone;
  // Every second version comes without.
  bool validators_vanish = false;
  // Cache-Control: max-age
  std::chrono::seconds max_age{0};
  // Age: spent in a cache on the way already
  std::chrono::seconds age{0};
  // Expires, counted from Date
  std::chrono::seconds expires{0};
  // RSS <ttl>
  std::chrono::minutes ttl{0};
  // sy:updatePeriod and sy:updateFrequency
  std::chrono::minutes period{0};
  // UTC
  std::bitset<24> skip_hours;
  // Sunday is 0.
  std::bitset<7> skip_days;
  Trouble trouble = Trouble::kNone;
  // Where its redirects lead: a path on the same host.
  std::string_view target;
  // false: clients learn of it only by redirect.
  bool subscribed = true;
};

std::span<const FeedPlan> all_feed_plans();
// nullptr when there is none.
const FeedPlan* find_feed_plan(std::string_view host, std::string_view path);

// Do temporary redirects, and nothing else, lead to it?
bool is_temporary_target(const FeedPlan& plan);

// Which version is shown at `now`; `asked` counts the requests for it so far.
std::int64_t version_of(const FeedPlan& plan, Time start, Time now, std::int64_t asked);

// The validators of a version, byte for byte; empty where the plan gives none.
std::string etag_of(const FeedPlan& plan, std::int64_t version);
std::string last_modified_of(const FeedPlan& plan, Time start, std::int64_t version);

// Until when the document is fresh after an answer at `now`; `now` when it never was.
Time fresh_until(const FeedPlan& plan, Time now);

// The RSS document; `origin` is "http://etags.localhost:8080".
std::string write_planned_feed(const FeedPlan& plan, std::string_view origin,
                               std::int64_t version);

}  // namespace curlew::sim
