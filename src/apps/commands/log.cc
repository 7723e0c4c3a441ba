#include "apps/commands/log.h"

#include <fmt/format.h>

#include <optional>
#include <thread>
#include <vector>

#include "api/json.h"
#include "apps/commands/source_facts.h"
#include "base/plain_text.h"
#include "model/mask.h"
#include "service/find_source.h"
#include "service/users.h"
#include "service/visit_log.h"

namespace curlew::apps {
namespace {

using store::VisitRow;

constexpr Milliseconds kFollowPause{500};
// One visit on one line, whatever comes behind it.
std::string line_of(const VisitRow& visit) {
  std::string text = fmt::format(
      "{}  #{}  {}  {}  {}  {}  {} ms  {} bytes  {}", to_iso8601(visit.started),
      visit.source.value,
      visit.source_title.empty() ? model::masked_address(visit.source_url)
                                 : visit.source_title,
      to_string(visit.kind), to_string(visit.outcome),
      visit.http_status == 0 ? "-" : fmt::format("HTTP {}", visit.http_status),
      visit.took.count(), visit.wire_bytes,
      visit.kinds ? news_of(visit) : fmt::format("{} new", visit.new_entries));
  if (!visit.error.empty()) text += "  " + visit.error;
  if (!visit.note.empty()) text += "  " + visit.note;
  return plain_text(text);
}

void print_visit(const Context& context, const VisitRow& visit, bool json) {
  fmt::print(context.screen.out, "{}\n", json ? api::to_json(visit) : line_of(visit));
}

Result<void> follow(const Context& context, service::VisitLog& log,
                    const LogOptions& options) {
  while (true) {
    TRY_ASSIGN(const auto visits, log.follow(context.clock.now(), options.number));
    for (const VisitRow& visit : visits) print_visit(context, visit, options.json);
    if (std::fflush(context.screen.out) != 0) return {};  // Nobody reads it any more.
    std::this_thread::sleep_for(kFollowPause);
  }
}

}  // namespace

Result<void> show_log(const Context& context, const LogOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const service::Viewer viewer, service::viewer_named(*store, options.user));
  std::optional<model::SourceId> source;
  if (!options.target.empty()) {
    TRY_ASSIGN(const store::WatchedSource found,
               service::find_source(*store, options.target, viewer));
    source = found.source.id;
  }
  service::VisitLog log(*store, source, viewer);
  if (options.follow) return follow(context, log, options);
  TRY_ASSIGN(const std::vector<VisitRow> visits, log.newest(options.number));
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
