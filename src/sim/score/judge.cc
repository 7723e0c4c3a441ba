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
  const JudgedRequest judged{host, request, now};
  judge_headers(judged);
  auto [record, first] = hosts_.try_emplace(std::string(host));
  judge_host(judged, record->second);
  record->second.last_request = now;
  if (request.path == "/robots.txt") {
    record->second.robots_read = now;
    return {200, {{"Content-Type", "text/plain"}}, robots_txt(host)};
  }
  if (const FeedPlan* plan = find_feed_plan(host, request.path)) {
    return answer_feed(judged, *plan);
  }
  if (request.path.starts_with("/articles/")) {
    return {200, {{"Content-Type", "text/html"}}, "<!DOCTYPE html><title>Item</title>"};
  }
  return {404, {{"Content-Type", "text/plain"}}, "No such feed.\n"};
}

void Judge::add_fault(const JudgedRequest& judged, FaultKind kind, std::string why) {
  faults_.push_back({kind, judged.now, origin(judged.host) + judged.request.path,
                     std::move(why), to_text(judged.request)});
}

void Judge::judge_headers(const JudgedRequest& judged) {
  const http::ServerRequest& request = judged.request;
  if (has_field(request, "Cookie")) {
    add_fault(judged, FaultKind::kCookie, std::string(judged.field("Cookie")));
  }
  if (has_field(request, "Referer")) {
    add_fault(judged, FaultKind::kReferer, std::string(judged.field("Referer")));
  }
  if (const std::string_view agent = judged.field("User-Agent");
      !names_a_contact(agent)) {
    add_fault(judged, FaultKind::kAnonymousAgent, fmt::format("\"{}\"", agent));
  }
  if (judged.field("Accept-Encoding").find("gzip") == std::string_view::npos) {
    add_fault(judged, FaultKind::kNoCompression,
              fmt::format("Accept-Encoding \"{}\"", judged.field("Accept-Encoding")));
  }
  if (request.method != "GET") {
    add_fault(judged, FaultKind::kOddRequest, request.method);
  }
  for (const std::string_view odd : {"Range", "If-Range", "Pragma", "Cache-Control"}) {
    if (has_field(request, odd)) {
      add_fault(judged, FaultKind::kOddRequest,
                fmt::format("{}: {}", odd, judged.field(odd)));
    }
  }
  if (!request.body.empty()) add_fault(judged, FaultKind::kOddRequest, "a body");
}

void Judge::judge_host(const JudgedRequest& judged, HostRecord& record) {
  const Milliseconds delay =
      judged.host == kRobotsHost ? options_.crawl_delay : options_.host_delay;
  // The delay that robots.txt asks for is known once it was read.
  const Milliseconds due = record.robots_read ? delay : options_.host_delay;
  if (record.last_request && judged.now - *record.last_request < due) {
    add_fault(judged, FaultKind::kHostDelay,
              fmt::format("{} after the last request, its delay is {}",
                          to_human(judged.now - *record.last_request), to_human(due)));
  }
  if (judged.request.path == "/robots.txt") {
    if (record.robots_read && judged.now - *record.robots_read < options_.minimum_gap) {
      add_fault(judged, FaultKind::kTooEarly, "robots.txt again");
    }
    return;
  }
  if (!record.robots_read) {
    add_fault(judged, FaultKind::kNoRobots, "robots.txt was never read");
  } else if (judged.now - *record.robots_read > options_.robots_age) {
    add_fault(judged, FaultKind::kStaleRobots,
              fmt::format("read {} ago", to_human(judged.now - *record.robots_read)));
  }
  if (judged.host == kRobotsHost && judged.request.path.starts_with(kClosed)) {
    add_fault(judged, FaultKind::kForbiddenPath, fmt::format("Disallow: {}", kClosed));
  }
}

std::string Judge::robots_txt(std::string_view host) const {
  if (host != kRobotsHost) return "User-agent: *\nDisallow:\n";
  return fmt::format("User-agent: *\nDisallow: {}\nCrawl-delay: {}\n", kClosed,
                     options_.crawl_delay / std::chrono::seconds(1));
}

void Judge::judge_validators(const JudgedRequest& judged, const FeedRecord& record) {
  const bool sent_etag = has_field(judged.request, "If-None-Match");
  const bool sent_date = has_field(judged.request, "If-Modified-Since");
  const Validators& given = record.given;
  const bool any_given = !given.etag.empty() || !given.last_modified.empty();
  if (any_given && !sent_etag && !sent_date) {
    add_fault(judged, FaultKind::kUnconditional,
              fmt::format("given were ETag {} and Last-Modified {}", given.etag,
                          given.last_modified));
    return;
  }
  judge_validator(judged, record, "If-None-Match", given.etag);
  judge_validator(judged, record, "If-Modified-Since", given.last_modified);
}

void Judge::judge_validator(const JudgedRequest& judged, const FeedRecord& record,
                            std::string_view name, const std::string& given) {
  if (!has_field(judged.request, name)) {
    if (!given.empty()) {
      add_fault(judged, FaultKind::kHalfConditional,
                fmt::format("no {} for {}", name, given));
    }
    return;
  }
  const std::string sent(judged.field(name));
  if (sent == given) return;
  const bool old = record.ever_given.contains(sent);
  add_fault(
      judged, old ? FaultKind::kOldValidator : FaultKind::kUnknownValidator,
      fmt::format("{}: {}, given was {}", name, sent, given.empty() ? "none" : given));
}

void Judge::judge_timing(const JudgedRequest& judged, const FeedPlan& plan,
                         const FeedRecord& record) {
  if (!record.last_request) return;
  const Milliseconds gap = judged.now - *record.last_request;
  if (gap < options_.minimum_gap) {
    add_fault(judged, FaultKind::kTooEarly,
              fmt::format("{} after the last request", to_human(gap)));
  }
  if (record.failures > options_.failures_at_full_pace &&
      gap < 2 * options_.minimum_gap) {
    add_fault(
        judged, FaultKind::kNoBackOff,
        fmt::format("{} after failure {} in a row", to_human(gap), record.failures));
  }
  if (record.retry_after && judged.now < *record.retry_after) {
    add_fault(judged, FaultKind::kIgnoredRetryAfter,
              fmt::format("{} too soon", to_human(*record.retry_after - judged.now)));
  }
  if (record.fresh_until && judged.now < *record.fresh_until) {
    add_fault(judged, FaultKind::kAskedWhileFresh,
              fmt::format("{} too soon", to_human(*record.fresh_until - judged.now)));
  }
  if (record.last_success) judge_wishes(judged, plan, record);
}

void Judge::judge_wishes(const JudgedRequest& judged, const FeedPlan& plan,
                         const FeedRecord& record) {
  const Milliseconds since = judged.now - *record.last_success;
  if (since < plan.ttl) {
    add_fault(judged, FaultKind::kIgnoredTtl,
              fmt::format("{} after the last good answer, ttl is {} min",
                          to_human(since), plan.ttl.count()));
  }
  if (since < plan.period) {
    add_fault(judged, FaultKind::kIgnoredUpdatePeriod,
              fmt::format("{} after the last good answer, the period is {} min",
                          to_human(since), plan.period.count()));
  }
  const auto day = std::chrono::floor<std::chrono::days>(judged.now);
  const auto hour = std::chrono::floor<std::chrono::hours>(judged.now - day).count();
  if (plan.skip_hours[std::size_t(hour)]) {
    add_fault(judged, FaultKind::kIgnoredSkipHours, fmt::format("hour {}", hour));
  }
  const unsigned weekday = std::chrono::weekday(day).c_encoding();
  if (plan.skip_days[weekday]) {
    add_fault(judged, FaultKind::kIgnoredSkipDays, fmt::format("day {}", weekday));
  }
}

void Judge::judge_address(const JudgedRequest& judged, const FeedPlan& plan,
                          const FeedRecord& record) {
  if (record.gone) add_fault(judged, FaultKind::kPolledGone, "410 was answered before");
  if (record.redirects >= options_.redirects_allowed) {
    add_fault(judged, FaultKind::kOldAddress,
              fmt::format("redirected {} times before", record.redirects));
  }
  if (is_temporary_target(plan) &&
      (!record.sent_here || judged.now - *record.sent_here > kDetour)) {
    add_fault(judged, FaultKind::kKeptTemporaryAddress, "nobody sent the client here");
  }
}

}  // namespace curlew::sim
