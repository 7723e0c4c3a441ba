// The rules. What is answered is in judge_answers.cc.

#include "sim/score/judge.h"

#include <fmt/format.h>

#include "base/ascii.h"

namespace curlew::sim {
namespace {

// The one host whose robots.txt has wishes.
constexpr std::string_view kRobotsHost = "robots";
constexpr std::string_view kClosed = "/closed/";
// How long a client may take to follow a redirect through its queue.
constexpr Milliseconds kDetour{60'000};

std::string to_text(const http::ServerRequest& request) {
  std::string text = fmt::format("{} {}", request.method, request.path);
  for (const auto& [name, value] : request.headers) {
    text += fmt::format("\n{}: {}", name, value);
  }
  return text;
}

bool has_field(const http::ServerRequest& request, std::string_view name) {
  return http::find_header(request.headers, name).has_value();
}

// A person can be reached: an address of a page or of a mailbox.
bool names_a_contact(std::string_view agent) {
  return agent.find("http://") != agent.npos || agent.find("https://") != agent.npos ||
         agent.find('@') != agent.npos;
}

}  // namespace

http::ServerResponse Judge::answer(std::string_view host,
                                   const http::ServerRequest& request, Time now) {
  const Hearing hearing{host, request, now};
  judge_headers(hearing);
  auto [record, first] = hosts_.try_emplace(std::string(host));
  judge_host(hearing, record->second);
  record->second.last_request = now;
  if (request.path == "/robots.txt") {
    record->second.robots_read = now;
    return {200, {{"Content-Type", "text/plain"}}, robots_txt(host)};
  }
  if (const FeedPlan* plan = find_feed_plan(host, request.path)) {
    return answer_feed(hearing, *plan);
  }
  if (request.path.starts_with("/articles/")) {
    return {200, {{"Content-Type", "text/html"}}, "<!DOCTYPE html><title>Item</title>"};
  }
  return {404, {{"Content-Type", "text/plain"}}, "No such feed.\n"};
}

void Judge::accuse(const Hearing& hearing, FaultKind kind, std::string why) {
  faults_.push_back({kind, hearing.now, origin(hearing.host) + hearing.request.path,
                     std::move(why), to_text(hearing.request)});
}

void Judge::judge_headers(const Hearing& hearing) {
  const http::ServerRequest& request = hearing.request;
  if (has_field(request, "Cookie")) {
    accuse(hearing, FaultKind::kCookie, std::string(hearing.field("Cookie")));
  }
  if (has_field(request, "Referer")) {
    accuse(hearing, FaultKind::kReferer, std::string(hearing.field("Referer")));
  }
  if (const std::string_view agent = hearing.field("User-Agent");
      !names_a_contact(agent)) {
    accuse(hearing, FaultKind::kAnonymousAgent, fmt::format("\"{}\"", agent));
  }
  if (hearing.field("Accept-Encoding").find("gzip") == std::string_view::npos) {
    accuse(hearing, FaultKind::kNoCompression,
           fmt::format("Accept-Encoding \"{}\"", hearing.field("Accept-Encoding")));
  }
  if (request.method != "GET") {
    accuse(hearing, FaultKind::kOddRequest, request.method);
  }
  for (const std::string_view odd : {"Range", "If-Range", "Pragma", "Cache-Control"}) {
    if (has_field(request, odd)) {
      accuse(hearing, FaultKind::kOddRequest,
             fmt::format("{}: {}", odd, hearing.field(odd)));
    }
  }
  if (!request.body.empty()) accuse(hearing, FaultKind::kOddRequest, "a body");
}

void Judge::judge_host(const Hearing& hearing, HostRecord& record) {
  const Milliseconds delay =
      hearing.host == kRobotsHost ? options_.crawl_delay : options_.host_delay;
  // The delay that robots.txt asks for is known once it was read.
  const Milliseconds due = record.robots_read ? delay : options_.host_delay;
  if (record.last_request && hearing.now - *record.last_request < due) {
    accuse(hearing, FaultKind::kHostDelay,
           fmt::format("{} after the last request, its delay is {}",
                       to_human(hearing.now - *record.last_request), to_human(due)));
  }
  if (hearing.request.path == "/robots.txt") {
    if (record.robots_read &&
        hearing.now - *record.robots_read < options_.minimum_gap) {
      accuse(hearing, FaultKind::kTooEarly, "robots.txt again");
    }
    return;
  }
  if (!record.robots_read) {
    accuse(hearing, FaultKind::kNoRobots, "robots.txt was never read");
  } else if (hearing.now - *record.robots_read > options_.robots_age) {
    accuse(hearing, FaultKind::kStaleRobots,
           fmt::format("read {} ago", to_human(hearing.now - *record.robots_read)));
  }
  if (hearing.host == kRobotsHost && hearing.request.path.starts_with(kClosed)) {
    accuse(hearing, FaultKind::kForbiddenPath, fmt::format("Disallow: {}", kClosed));
  }
}

std::string Judge::robots_txt(std::string_view host) const {
  if (host != kRobotsHost) return "User-agent: *\nDisallow:\n";
  return fmt::format("User-agent: *\nDisallow: {}\nCrawl-delay: {}\n", kClosed,
                     options_.crawl_delay / std::chrono::seconds(1));
}

void Judge::judge_validators(const Hearing& hearing, const FeedRecord& record) {
  const bool sent_etag = has_field(hearing.request, "If-None-Match");
  const bool sent_date = has_field(hearing.request, "If-Modified-Since");
  const Validators& given = record.given;
  const bool any_given = !given.etag.empty() || !given.last_modified.empty();
  if (any_given && !sent_etag && !sent_date) {
    accuse(hearing, FaultKind::kUnconditional,
           fmt::format("given were ETag {} and Last-Modified {}", given.etag,
                       given.last_modified));
    return;
  }
  judge_validator(hearing, record, "If-None-Match", given.etag);
  judge_validator(hearing, record, "If-Modified-Since", given.last_modified);
}

void Judge::judge_validator(const Hearing& hearing, const FeedRecord& record,
                            std::string_view name, const std::string& given) {
  if (!has_field(hearing.request, name)) {
    if (!given.empty()) {
      accuse(hearing, FaultKind::kHalfConditional,
             fmt::format("no {} for {}", name, given));
    }
    return;
  }
  const std::string sent(hearing.field(name));
  if (sent == given) return;
  const bool old = record.ever_given.contains(sent);
  accuse(
      hearing, old ? FaultKind::kOldValidator : FaultKind::kUnknownValidator,
      fmt::format("{}: {}, given was {}", name, sent, given.empty() ? "none" : given));
}

void Judge::judge_timing(const Hearing& hearing, const FeedPlan& plan,
                         const FeedRecord& record) {
  if (!record.last_request) return;
  const Milliseconds gap = hearing.now - *record.last_request;
  if (gap < options_.minimum_gap) {
    accuse(hearing, FaultKind::kTooEarly,
           fmt::format("{} after the last request", to_human(gap)));
  }
  if (record.failures > options_.failures_at_full_pace &&
      gap < 2 * options_.minimum_gap) {
    accuse(hearing, FaultKind::kNoBackOff,
           fmt::format("{} after failure {} in a row", to_human(gap), record.failures));
  }
  if (record.retry_after && hearing.now < *record.retry_after) {
    accuse(hearing, FaultKind::kIgnoredRetryAfter,
           fmt::format("{} too soon", to_human(*record.retry_after - hearing.now)));
  }
  if (record.fresh_until && hearing.now < *record.fresh_until) {
    accuse(hearing, FaultKind::kAskedWhileFresh,
           fmt::format("{} too soon", to_human(*record.fresh_until - hearing.now)));
  }
  if (record.last_success) judge_wishes(hearing, plan, record);
}

void Judge::judge_wishes(const Hearing& hearing, const FeedPlan& plan,
                         const FeedRecord& record) {
  const Milliseconds since = hearing.now - *record.last_success;
  if (since < plan.ttl) {
    accuse(hearing, FaultKind::kIgnoredTtl,
           fmt::format("{} after the last good answer, ttl is {} min", to_human(since),
                       plan.ttl.count()));
  }
  if (since < plan.period) {
    accuse(hearing, FaultKind::kIgnoredUpdatePeriod,
           fmt::format("{} after the last good answer, the period is {} min",
                       to_human(since), plan.period.count()));
  }
  const auto day = std::chrono::floor<std::chrono::days>(hearing.now);
  const auto hour = std::chrono::floor<std::chrono::hours>(hearing.now - day).count();
  if (plan.skip_hours[std::size_t(hour)]) {
    accuse(hearing, FaultKind::kIgnoredSkipHours, fmt::format("hour {}", hour));
  }
  const unsigned weekday = std::chrono::weekday(day).c_encoding();
  if (plan.skip_days[weekday]) {
    accuse(hearing, FaultKind::kIgnoredSkipDays, fmt::format("day {}", weekday));
  }
}

void Judge::judge_address(const Hearing& hearing, const FeedPlan& plan,
                          const FeedRecord& record) {
  if (record.gone) accuse(hearing, FaultKind::kPolledGone, "410 was answered before");
  if (record.redirects >= options_.redirects_allowed) {
    accuse(hearing, FaultKind::kOldAddress,
           fmt::format("redirected {} times before", record.redirects));
  }
  if (is_temporary_target(plan) &&
      (!record.sent_here || hearing.now - *record.sent_here > kDetour)) {
    accuse(hearing, FaultKind::kKeptTemporaryAddress, "nobody sent the client here");
  }
}

}  // namespace curlew::sim
