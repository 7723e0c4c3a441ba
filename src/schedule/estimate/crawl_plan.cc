#include "schedule/estimate/crawl_plan.h"

#include <fmt/format.h>

#include <cmath>

namespace curlew::schedule {
namespace {

// Ten years: whoever writes more means something else.
constexpr double kLongest = 10 * 365.25 * 86'400;

Result<void> check_duration(std::string_view what, Seconds value) {
  const double seconds = value.count();
  if (std::isfinite(seconds) && seconds >= 0 && seconds <= kLongest) return {};
  return Error{
      ErrorKind::kMalformed,
      fmt::format("{}: {} s is no duration from 0 to ten years", what, seconds)};
}

Result<void> check_host(const PlannedHost& host) {
  TRY(check_duration("delay", host.delay));
  TRY(check_duration("mean download time", host.downloads.mean));
  if (host.downloads.deviation) {
    TRY(check_duration("deviation of download times", *host.downloads.deviation));
  }
  return {};
}

}  // namespace

std::uint64_t documents_of(const CrawlPlan& plan) {
  std::uint64_t documents = 0;
  for (const PlannedHost& host : plan.hosts) {
    if (host.documents > kMostDocuments) return host.documents;
    documents += host.documents;
  }
  return documents;
}

Result<void> check_plan(const CrawlPlan& plan) {
  const CrawlLimits& limits = plan.limits;
  if (limits.total == 0 || limits.per_owner == 0) {
    return Error{ErrorKind::kMalformed, "crawl plan: at least one request at a time"};
  }
  TRY(check_duration("delay of owners", limits.owner_delay));
  for (const PlannedHost& host : plan.hosts) TRY(check_host(host));
  const std::uint64_t documents = documents_of(plan);
  if (documents <= kMostDocuments) return {};
  return Error{ErrorKind::kLimit,
               fmt::format("crawl plan: {} documents; at most {} are "
                           "estimated",
                           documents, kMostDocuments)};
}

}  // namespace curlew::schedule
