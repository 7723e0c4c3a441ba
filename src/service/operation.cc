#include "service/operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/ascii.h"
#include "base/fingerprint.h"
#include "store/counters.h"
#include "store/terminal_cache.h"
#include "url/url.h"

namespace curlew::service {
namespace {

using model::FetchOutcome;

constexpr Milliseconds kShortestKept = std::chrono::hours(1);

bool is_too_short(const store::Keep& keep) {
  return keep.age && *keep.age < kShortestKept;
}

constexpr std::size_t kMostNotices = 10'000;

// "https://example.org:8443" of an address, as terminals keep robots.txt by.
std::string origin_part(std::string_view url) {
  const std::size_t host = url.find("://");
  if (host == url.npos) return std::string(url);
  return std::string(url.substr(0, url.find_first_of("/?#", host + 3)));
}

// What is told of one host, as requests are looked at from the newest to the oldest.
struct HostSums {
  HostCourtesy told;
  std::vector<Time> started;
  std::unordered_set<model::SourceId> sources;
  std::unordered_set<std::string> origins;
};

void add_request(HostSums& sums, const store::RequestRow& row) {
  HostCourtesy& told = sums.told;
  ++told.requests;
  told.not_modified += row.outcome == FetchOutcome::kNotModified;
  told.failed += is_failure(row.outcome);
  told.throttled += row.outcome == FetchOutcome::kThrottled;
  told.bytes += row.bytes;
  sums.started.push_back(row.started);
  sums.sources.insert(row.source);
  sums.origins.insert(origin_part(row.url));
}

void finish_sums(HostSums& sums) {
  sums.told.sources = std::int64_t(sums.sources.size());
  std::ranges::sort(sums.started);
  for (std::size_t i = 1; i < sums.started.size(); ++i) {
    const Milliseconds gap = sums.started[i] - sums.started[i - 1];
    Milliseconds smallest = sums.told.smallest_gap.value_or(gap);
    sums.told.smallest_gap = std::min(smallest, gap);
  }
}

// What terminals remember of the host, as far as their files can be read here.
Result<void> add_memories(const std::vector<std::string>& files, Time now,
                          HostSums& sums) {
  for (const std::string& file : files) {
    auto cache = store::read_terminal_cache(file);
    if (!cache.ok()) continue;
    TRY_ASSIGN(const auto hold, (*cache)->find_hold(sums.told.host));
    if (hold && *hold > now) sums.told.resting_until = hold;
    for (const std::string& origin : sums.origins) {
      TRY_ASSIGN(const auto robots, (*cache)->find_robots(origin));
      if (!robots) continue;
      if (sums.told.robots && sums.told.robots->read > robots->read) continue;
      sums.told.robots = HostCourtesy::Robots{
          robots->read, fmt::format("{:016x}", short_fingerprint_of(robots->text)),
          robots->crawl_delay, robots->text.size()};
    }
  }
  return {};
}

}  // namespace

Result<OperationPicture> take_operation(store::Store& store, MachineFacts machine,
                                        Time now, Milliseconds late_after) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  store::Database& db = store.database();
  OperationPicture picture;
  picture.now = now;
  TRY_ASSIGN(picture.counts, store::count_status(store, now, late_after));
  TRY_ASSIGN(picture.notices, store.deliveries().count_waiting(kMostNotices));
  const Time hour_ago = now - std::chrono::hours(1);
  TRY_ASSIGN(const auto terminals, store::visits_by_terminal(db, hour_ago));
  std::map<std::string, TerminalState> states;
  for (const MachineFacts::Terminal& each : machine.terminals) {
    states[each.name] = {each.name, 0, {}, each.archive_bytes};
  }
  for (const store::TerminalVisits& each : terminals) {
    TerminalState& state = states[each.terminal];
    state.name = each.terminal;
    state.visits_last_hour = each.visits;
    state.last_heard = each.last;
  }
  for (auto& [name, state] : states) picture.terminals.push_back(std::move(state));
  TRY_ASSIGN(picture.copies, store::ArchiveCopies(db).all());
  const Time first =
      std::chrono::floor<std::chrono::minutes>(now) - std::chrono::minutes(59);
  TRY_ASSIGN(const auto minutes, store::visits_by_minute(db, first));
  for (int i = 0; i < 60; ++i) {
    store::VisitMinute& row = picture.minutes.emplace_back();
    row.minute = first + std::chrono::minutes(i);
    const auto known =
        std::ranges::find(minutes, row.minute, &store::VisitMinute::minute);
    if (known != minutes.end()) row = *known;
  }
  TRY_ASSIGN(picture.outcomes,
             store::visits_by_outcome(db, now - std::chrono::hours(24), kMostOutcomes));
  std::int64_t all = 0, not_modified = 0;
  for (const store::OutcomeCount& each : picture.outcomes) {
    all += each.count;
    if (each.outcome == FetchOutcome::kNotModified) not_modified = each.count;
  }
  if (all > 0) picture.not_modified_share = double(not_modified) / double(all);
  picture.machine = std::move(machine);
  return picture;
}

Result<CourtesyPage> take_courtesy(store::Store& store, const CourtesyQuery& query,
                                   Time now) {
  TRY_ASSIGN(const auto rows,
             store::requests_since(store.database(), now - std::chrono::hours(24),
                                   kMostRequests));
  const std::string part = to_ascii_lower(query.host);
  std::unordered_map<std::string, HostSums> by_host;
  for (const store::RequestRow& row : rows) {
    const auto url = url::parse_url(row.url);
    if (!url.ok()) continue;
    const std::string host(url->host());
    // A topic is at no host; a page of its crawl that was forgotten since is not known.
    if (host.empty()) continue;
    if (host.find(part) == host.npos) continue;
    HostSums& sums = by_host[host];
    sums.told.host = host;
    add_request(sums, row);
  }
  std::vector<HostSums*> order;
  for (auto& [host, sums] : by_host) order.push_back(&sums);
  std::ranges::sort(order, [](const HostSums* a, const HostSums* b) {
    return a->told.requests != b->told.requests ? a->told.requests > b->told.requests
                                                : a->told.host < b->told.host;
  });
  CourtesyPage page;
  for (std::size_t i = query.skip; i < order.size(); ++i) {
    if (page.hosts.size() == query.limit) {
      page.has_more = true;
      break;
    }
    HostSums& sums = *order[i];
    finish_sums(sums);
    sums.told.kept_gap = query.politeness.host_delay;
    TRY(add_memories(query.terminal_caches, now, sums));
    page.hosts.push_back(std::move(sums.told));
  }
  return page;
}

Result<RetentionPicture> take_retention(store::Store& store,
                                        ConfiguredKeeping configured,
                                        std::optional<Milliseconds> asked, Time now) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  RetentionPicture picture;
  picture.configured = std::move(configured);
  TRY_ASSIGN(picture.chosen, store::chosen_keeping(store.database()));
  TRY_ASSIGN(picture.articles,
             store::read_counter(store.database(), store::kArticlesCounter));
  if (!asked) asked = picture.keeping().articles.age;
  if (asked) {
    TRY_ASSIGN(picture.older,
               store::count_older(store.database(), now - *asked, kMostSurplus));
  }
  return picture;
}

Result<void> choose_keeping(store::Store& store,
                            const std::optional<store::Keeping>& keeping) {
  if (keeping && (is_too_short(keeping->articles) || is_too_short(keeping->pages))) {
    return Error{ErrorKind::kUsage, is_too_short(keeping->articles)
                                        ? "--articles-for: an hour is the shortest"
                                        : "--pages-for: an hour is the shortest"};
  }
  return store::choose_keeping(store.database(), keeping);
}

}  // namespace curlew::service
