// What the scoring server answers. The rules are in judge.cc.

#include <fmt/format.h>

#include "http/date.h"
#include "sim/score/judge.h"
#include "sim/web/representation.h"

namespace curlew::sim {
namespace {

constexpr std::chrono::hours kTroubleAfter{24};
constexpr std::chrono::seconds kWait{7200};

int redirect_status(Trouble trouble) {
  switch (trouble) {
    case Trouble::kMovedPermanently:
      return 301;
    case Trouble::kPermanentRedirect:
      return 308;
    case Trouble::kFound:
      return 302;
    case Trouble::kTemporaryRedirect:
      return 307;
    default:
      return 0;
  }
}

bool is_permanent(int status) { return status == 301 || status == 308; }

}  // namespace

std::string Judge::origin(std::string_view host) const {
  return fmt::format("http://{}.localhost:{}", host, port_);
}

std::string Judge::url_of(const FeedPlan& plan) const {
  return origin(plan.host) + std::string(plan.path);
}

Judge::FeedRecord& Judge::record_of(std::string_view host, std::string_view path) {
  return feeds_[fmt::format("{}{}", host, path)];
}

std::vector<FeedTally> Judge::tallies() const {
  std::vector<FeedTally> tallies;
  for (const FeedPlan& plan : all_feed_plans()) {
    FeedTally tally{.url = url_of(plan)};
    const auto found = feeds_.find(fmt::format("{}{}", plan.host, plan.path));
    if (found != feeds_.end()) {
      tally.requests = found->second.requests;
      tally.bodies = found->second.bodies;
      tally.not_modified = found->second.not_modified;
    }
    tallies.push_back(std::move(tally));
  }
  return tallies;
}

http::ServerResponse Judge::answer_feed(const JudgedRequest& judged,
                                        const FeedPlan& plan) {
  FeedRecord& record = record_of(plan.host, plan.path);
  judge_timing(judged, plan, record);
  judge_address(judged, plan, record);
  // Validators sent to an address that only redirects belong to its target.
  if (redirect_status(plan.trouble) == 0) judge_validators(judged, record);
  ++record.requests;
  record.last_request = judged.now;
  if (auto instead = trouble(plan, record, judged.now)) return *std::move(instead);
  return document(judged, plan, record);
}

std::optional<http::ServerResponse> Judge::trouble(const FeedPlan& plan,
                                                   FeedRecord& record, Time now) {
  if (const int status = redirect_status(plan.trouble); status != 0) {
    if (is_permanent(status)) ++record.redirects;
    record_of(plan.host, plan.target).sent_here = now;
    return redirect_to(status, origin(plan.host) + std::string(plan.target), now);
  }
  if (plan.trouble == Trouble::kGone && now - start_ >= kTroubleAfter) {
    record.gone = true;
    return answer_briefly(410, "Gone for good.", now);
  }
  if (plan.trouble == Trouble::kErrors && now - start_ >= kTroubleAfter &&
      now - start_ < kTroubleAfter + kTroubleAfter / 2) {
    ++record.failures;
    return answer_briefly(500, "Out of order.", now);
  }
  const bool busy =
      plan.trouble == Trouble::kThrottled || plan.trouble == Trouble::kUnavailable;
  if (!busy || record.requests % 4 != 0) return std::nullopt;
  const bool throttled = plan.trouble == Trouble::kThrottled;
  http::ServerResponse response = answer_briefly(throttled ? 429 : 503, "Later.", now);
  // A date has no milliseconds: it asks for the second in which the wait ends.
  record.retry_after =
      throttled ? now + kWait : std::chrono::floor<std::chrono::seconds>(now + kWait);
  response.headers.emplace_back("Retry-After", throttled
                                                   ? fmt::to_string(kWait.count())
                                                   : http::to_http_date(now + kWait));
  return response;
}

http::ServerResponse Judge::document(const JudgedRequest& judged, const FeedPlan& plan,
                                     FeedRecord& record) {
  const Time now = judged.now;
  const std::int64_t version = version_of(plan, start_, now, record.requests);
  const Validators current{etag_of(plan, version),
                           last_modified_of(plan, start_, version)};
  record.failures = 0;
  record.last_success = now;
  record.fresh_until = fresh_until(plan, now);

  http::ServerResponse response;
  response.headers = {{"Date", http::to_http_date(now)},
                      // For the client to refuse.
                      {"Set-Cookie", "visitor=1; Path=/"}};
  if (!current.etag.empty()) response.headers.emplace_back("ETag", current.etag);
  if (!current.last_modified.empty()) {
    response.headers.emplace_back("Last-Modified", current.last_modified);
  }
  if (plan.max_age.count() > 0) {
    response.headers.emplace_back("Cache-Control",
                                  fmt::format("max-age={}", plan.max_age.count()));
  }
  if (plan.age.count() > 0) {
    response.headers.emplace_back("Age", fmt::to_string(plan.age.count()));
  }
  if (plan.expires.count() > 0) {
    response.headers.emplace_back("Expires", http::to_http_date(now + plan.expires));
  }
  const bool same_etag =
      !current.etag.empty() && judged.field("If-None-Match") == current.etag;
  const bool same_date = current.etag.empty() && !current.last_modified.empty() &&
                         judged.field("If-Modified-Since") == current.last_modified;
  if (same_etag || same_date) {
    ++record.not_modified;
    response.status = 304;
    return response;
  }
  ++record.bodies;
  record.given = current;
  record.ever_given.insert({current.etag, current.last_modified});
  response.headers.emplace_back("Content-Type", "application/rss+xml; charset=utf-8");
  response.body = write_planned_feed(plan, origin(plan.host), version);
  return response;
}

}  // namespace curlew::sim
