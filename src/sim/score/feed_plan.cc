#include "sim/score/feed_plan.h"

#include <fmt/format.h>

#include "http/date.h"

namespace curlew::sim {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr unsigned long long kNightHours = 0b111111;  // 00:00 to 05:59
constexpr unsigned long long kWeekend = 0b1000001;    // Saturday and Sunday

constexpr FeedPlan kPlans[] = {
    {.host = "plain", .path = "/nothing", .changes_every = minutes(0)},
    {.host = "plain", .path = "/quiet", .changes_every = minutes(60 * 24 * 3)},
    {.host = "etags", .path = "/strong", .etag = EtagStyle::kStrong},
    {.host = "etags", .path = "/weak", .etag = EtagStyle::kWeak},
    {.host = "etags", .path = "/bare", .etag = EtagStyle::kBare},
    {.host = "etags", .path = "/punctuated", .etag = EtagStyle::kPunctuated},
    {.host = "etags", .path = "/unicode", .etag = EtagStyle::kUnicode},
    {.host = "etags", .path = "/long", .etag = EtagStyle::kLong},
    {.host = "etags",
     .path = "/empty",
     .changes_every = minutes(60 * 24 * 365),
     .etag = EtagStyle::kEmpty},
    {.host = "etags",
     .path = "/always-new",
     .changes_every = minutes(0),
     .etag = EtagStyle::kStrong},
    {.host = "etags",
     .path = "/vanishing",
     .changes_every = minutes(60),
     .etag = EtagStyle::kStrong,
     .date = DateStyle::kFixed,
     .validators_vanish = true},
    {.host = "dates", .path = "/fixed", .date = DateStyle::kFixed},
    {.host = "dates", .path = "/obsolete", .date = DateStyle::kObsolete},
    {.host = "dates", .path = "/ancient", .date = DateStyle::kAncient},
    {.host = "dates", .path = "/unparsable", .date = DateStyle::kUnparsable},
    {.host = "both",
     .path = "/often",
     .changes_every = minutes(20),
     .etag = EtagStyle::kStrong,
     .date = DateStyle::kFixed},
    {.host = "both",
     .path = "/seldom",
     .changes_every = minutes(60 * 24),
     .etag = EtagStyle::kWeak,
     .date = DateStyle::kAncient},
    {.host = "caches",
     .path = "/max-age",
     .etag = EtagStyle::kStrong,
     .max_age = seconds(1800)},
    {.host = "caches",
     .path = "/aged",
     .date = DateStyle::kFixed,
     .max_age = seconds(7200),
     .age = seconds(1800)},
    {.host = "caches", .path = "/expires", .expires = seconds(3600)},
    {.host = "wishes", .path = "/ttl", .etag = EtagStyle::kStrong, .ttl = minutes(120)},
    {.host = "wishes", .path = "/period", .period = minutes(240)},
    {.host = "wishes",
     .path = "/nights",
     .etag = EtagStyle::kStrong,
     .skip_hours = kNightHours},
    {.host = "wishes", .path = "/weekends", .skip_days = kWeekend},
    {.host = "busy",
     .path = "/seconds",
     .etag = EtagStyle::kStrong,
     .trouble = Trouble::kThrottled},
    {.host = "busy",
     .path = "/date",
     .date = DateStyle::kFixed,
     .trouble = Trouble::kUnavailable},
    {.host = "moved",
     .path = "/old-301",
     .trouble = Trouble::kMovedPermanently,
     .target = "/new-301"},
    {.host = "moved",
     .path = "/new-301",
     .etag = EtagStyle::kStrong,
     .subscribed = false},
    {.host = "moved",
     .path = "/old-308",
     .trouble = Trouble::kPermanentRedirect,
     .target = "/new-308"},
    {.host = "moved",
     .path = "/new-308",
     .date = DateStyle::kFixed,
     .subscribed = false},
    {.host = "detour",
     .path = "/found",
     .trouble = Trouble::kFound,
     .target = "/found-here"},
    {.host = "detour",
     .path = "/found-here",
     .etag = EtagStyle::kStrong,
     .subscribed = false},
    {.host = "detour",
     .path = "/temporary",
     .trouble = Trouble::kTemporaryRedirect,
     .target = "/temporary-here"},
    {.host = "detour",
     .path = "/temporary-here",
     .date = DateStyle::kFixed,
     .subscribed = false},
    {.host = "troubles", .path = "/gone", .trouble = Trouble::kGone},
    {.host = "troubles",
     .path = "/errors",
     .etag = EtagStyle::kStrong,
     .trouble = Trouble::kErrors},
    {.host = "robots", .path = "/slowly", .etag = EtagStyle::kStrong},
    {.host = "robots", .path = "/slowly-too", .date = DateStyle::kFixed},
    {.host = "robots", .path = "/closed/feed"},
};

bool gives_validators(const FeedPlan& plan, std::int64_t version) {
  return !plan.validators_vanish || version % 2 == 0;
}

std::string to_rfc850(Time time) {
  static constexpr std::string_view kDays[] = {
      "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::string fixed =
      http::to_http_date(time);  // "Sun, 06 Nov 1994 08:49:37 GMT"
  return fmt::format("{}, {}-{}-{} {}", kDays[std::chrono::weekday(day).c_encoding()],
                     fixed.substr(5, 2), fixed.substr(8, 3), fixed.substr(14, 2),
                     fixed.substr(17));
}

std::string wishes_of(const FeedPlan& plan) {
  static constexpr std::string_view kDays[] = {
      "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
  std::string out;
  if (plan.ttl.count() > 0) out += fmt::format("<ttl>{}</ttl>\n", plan.ttl.count());
  if (plan.period.count() > 0) {
    out += fmt::format(
        "<sy:updatePeriod>daily</sy:updatePeriod>\n"
        "<sy:updateFrequency>{}</sy:updateFrequency>\n",
        std::chrono::minutes(std::chrono::days(1)) / plan.period);
  }
  if (plan.skip_hours.any()) {
    out += "<skipHours>";
    for (std::size_t hour = 0; hour < 24; ++hour) {
      if (plan.skip_hours[hour]) out += fmt::format("<hour>{}</hour>", hour);
    }
    out += "</skipHours>\n";
  }
  if (plan.skip_days.any()) {
    out += "<skipDays>";
    for (std::size_t day = 0; day < 7; ++day) {
      if (plan.skip_days[day]) out += fmt::format("<day>{}</day>", kDays[day]);
    }
    out += "</skipDays>\n";
  }
  return out;
}

}  // namespace

std::span<const FeedPlan> all_feed_plans() { return kPlans; }

const FeedPlan* find_feed_plan(std::string_view host, std::string_view path) {
  for (const FeedPlan& plan : kPlans) {
    if (plan.host == host && plan.path == path) return &plan;
  }
  return nullptr;
}

bool is_temporary_target(const FeedPlan& plan) {
  for (const FeedPlan& other : kPlans) {
    const bool temporary = other.trouble == Trouble::kFound ||
                           other.trouble == Trouble::kTemporaryRedirect;
    if (temporary && other.host == plan.host && other.target == plan.path) return true;
  }
  return false;
}

std::int64_t version_of(const FeedPlan& plan, Time start, Time now,
                        std::int64_t asked) {
  if (plan.changes_every.count() == 0) return asked;
  return (now - start) / plan.changes_every;
}

std::string etag_of(const FeedPlan& plan, std::int64_t version) {
  if (!gives_validators(plan, version)) return "";
  switch (plan.etag) {
    case EtagStyle::kNone:
      return "";
    case EtagStyle::kStrong:
      return fmt::format("\"v{}\"", version);
    case EtagStyle::kWeak:
      return fmt::format("W/\"v{}\"", version);
    case EtagStyle::kBare:
      return fmt::format("v{}", version);
    case EtagStyle::kPunctuated:
      return fmt::format("\"v{};a=b, c\\\"", version);
    case EtagStyle::kUnicode:
      return fmt::format("\"έκδοση-{}\"", version);
    case EtagStyle::kLong:
      return fmt::format("\"{:a>2000}\"", version);
    case EtagStyle::kEmpty:
      return "\"\"";
  }
  return "";
}

std::string last_modified_of(const FeedPlan& plan, Time start, std::int64_t version) {
  if (!gives_validators(plan, version)) return "";
  const Time changed =
      std::chrono::floor<std::chrono::seconds>(start + plan.changes_every * version);
  switch (plan.date) {
    case DateStyle::kNone:
      return "";
    case DateStyle::kFixed:
      return http::to_http_date(changed);
    case DateStyle::kObsolete:
      return to_rfc850(changed);
    case DateStyle::kAncient:
      return http::to_http_date(from_unix_seconds(784'111'777 + version));
    case DateStyle::kUnparsable:
      return fmt::format("version {} of the feed", version);
  }
  return "";
}

Time fresh_until(const FeedPlan& plan, Time now) {
  // max-age wins over Expires, and Age is what a cache on the way already used up
  // (RFC 9111 §4.2.1, §4.2.3).
  if (plan.max_age.count() > 0) return now + plan.max_age - plan.age;
  return now + plan.expires;
}

std::string write_planned_feed(const FeedPlan& plan, std::string_view origin,
                               std::int64_t version) {
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
      "<rss version=\"2.0\" "
      "xmlns:sy=\"http://purl.org/rss/1.0/modules/syndication/\">\n"
      "<channel>\n<title>{0} {1}</title>\n<link>{2}/</link>\n"
      "<description>One of the feeds that score their readers</description>\n{3}",
      plan.host, plan.path, origin, wishes_of(plan));
  for (std::int64_t item = version; item >= 0 && item > version - 10; --item) {
    out += fmt::format(
        "<item><title>Item {0}</title><link>{1}/articles{2}/{0}</link>"
        "<guid isPermaLink=\"false\">{2}#{0}</guid></item>\n",
        item, origin, plan.path);
  }
  return out += "</channel>\n</rss>\n";
}

}  // namespace curlew::sim
