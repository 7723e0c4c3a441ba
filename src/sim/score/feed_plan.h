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
  kStrong,      // "v7"
  kWeak,        // W/"v7"
  kBare,        // v7: without the quotes that the grammar demands, as some servers send
  kPunctuated,  // "v7;a=b, c\"": a comma and a backslash inside
  kUnicode,     // "έκδοση-7": bytes above 0x7F are allowed (RFC 9110 §8.8.3)
  kLong,        // 2,000 characters
  kEmpty,       // "": legal
};

enum class DateStyle {
  kNone,
  kFixed,       // IMF-fixdate, as everybody writes it.
  kObsolete,    // RFC 850: "Sunday, 06-Nov-94 08:49:37 GMT"; must still be accepted.
  kAncient,     // 1994: the date says nothing about the content's age.
  kUnparsable,  // Not a date at all. Only echoing it byte for byte is right.
};

enum class Trouble {
  kNone,
  kMovedPermanently,   // 301 to `target`
  kPermanentRedirect,  // 308
  kFound,              // 302
  kTemporaryRedirect,  // 307
  kGone,               // 410 from the second day on
  kThrottled,          // Every fourth answer is 429 with seconds to wait
  kUnavailable,        // Every fourth answer is 503 with a date to wait for
  kErrors,             // 500 for half a day, on the second day
};

struct FeedPlan {
  std::string_view host;  // "etags": its host is etags.localhost.
  std::string_view path;
  // The content changes this often; 0: with every request.
  std::chrono::minutes changes_every{180};
  EtagStyle etag = EtagStyle::kNone;
  DateStyle date = DateStyle::kNone;
  bool validators_vanish = false;   // Every second version comes without.
  std::chrono::seconds max_age{0};  // Cache-Control: max-age
  std::chrono::seconds age{0};      // Age: spent in a cache on the way already
  std::chrono::seconds expires{0};  // Expires, counted from Date
  std::chrono::minutes ttl{0};      // RSS <ttl>
  std::chrono::minutes period{0};   // sy:updatePeriod and sy:updateFrequency
  std::bitset<24> skip_hours;       // UTC
  std::bitset<7> skip_days;         // Sunday is 0.
  Trouble trouble = Trouble::kNone;
  std::string_view target;  // Of the redirects: a path on the same host.
  bool subscribed = true;   // false: clients learn of it only by redirect.
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
