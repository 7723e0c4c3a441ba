#include "apps/commands/log.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <thread>
#include <unordered_set>
#include <vector>

#include "api/json.h"
#include "api/plain_text.h"
#include "apps/commands/find_source.h"
#include "apps/commands/source_facts.h"
#include "model/mask.h"

namespace curlew::apps {
namespace {

using store::VisitRow;

constexpr Milliseconds kFollowPause{500};
// A visit is logged when it ends, under the time of its order: what was ordered so long
// ago, and more than this many, is not looked for any more.
constexpr Milliseconds kLongestVisit{15 * 60'000};
constexpr std::size_t kMostAtATime = 5'000;

// Where the visits come from: one source, or all.
class Reader {
 public:
  Reader(store::CentralStore& store, std::optional<model::SourceId> source)
      : store_(store), source_(source) {}

  // The newest first.
  Result<std::vector<VisitRow>> read(Time since, std::size_t limit) {
    if (!source_) return store_.latest_visits(since, limit);
    return store_.visits_of(*source_, limit);
  }

 private:
  store::CentralStore& store_;
  const std::optional<model::SourceId> source_;
};

// One visit on one line, whatever comes behind it.
std::string line_of(const VisitRow& visit) {
  std::string text = fmt::format(
      "{}  #{}  {}  {}  {}  {}  {} ms  {} bytes  {} new", to_iso8601(visit.started),
      visit.source.value,
      visit.source_title.empty() ? model::masked_address(visit.source_url)
                                 : visit.source_title,
      to_string(visit.kind), to_string(visit.outcome),
      visit.http_status == 0 ? "-" : fmt::format("HTTP {}", visit.http_status),
      visit.took.count(), visit.wire_bytes, visit.new_entries);
  if (!visit.error.empty()) text += "  " + visit.error;
  return api::plain_text(text);
}

void print_visit(const Context& context, const VisitRow& visit, bool json) {
  fmt::print(context.screen.out, "{}\n", json ? api::to_json(visit) : line_of(visit));
}

Result<void> follow(const Context& context, Reader reader, const LogOptions& options) {
  std::unordered_set<model::VisitId> seen;
  TRY_ASSIGN(const auto before,
             reader.read(context.clock.now() - kLongestVisit, kMostAtATime));
  for (const VisitRow& visit : before) seen.insert(visit.id);
  TRY_ASSIGN(std::vector<VisitRow> visits, reader.read(Time(), options.number));
  for (const VisitRow& visit : visits) seen.insert(visit.id);
  while (true) {
    for (auto visit = visits.rbegin(); visit != visits.rend(); ++visit) {
      print_visit(context, *visit, options.json);
    }
    if (std::fflush(context.screen.out) != 0) return {};  // Nobody reads it any more.
    std::this_thread::sleep_for(kFollowPause);
    const Time since = context.clock.now() - kLongestVisit;
    TRY_ASSIGN(visits, reader.read(since, kMostAtATime));
    const model::VisitId first = model::first_visit_id(since);
    std::erase_if(visits, [&](const VisitRow& each) {
      return each.id < first || !seen.insert(each.id).second;
    });
    std::erase_if(seen, [&](model::VisitId id) { return id < first; });
  }
}

}  // namespace

Result<void> show_log(const Context& context, const LogOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  std::optional<model::SourceId> source;
  if (!options.target.empty()) {
    TRY_ASSIGN(const store::WatchedSource found, find_target(*store, options.target));
    source = found.source.id;
  }
  Reader reader(*store, source);
  if (options.follow) return follow(context, reader, options);
  TRY_ASSIGN(const std::vector<VisitRow> visits, reader.read(Time(), options.number));
  if (options.json) {
    for (const VisitRow& visit : visits) print_visit(context, visit, true);
  } else if (visits.empty()) {
    fmt::print(context.screen.out, "not visited yet\n");
  } else {
    fmt::print(context.screen.out, "{}",
               visit_table(visits, source ? OfSource::kOne : OfSource::kAny)
                   .render(context.screen));
  }
  return {};
}

}  // namespace curlew::apps
