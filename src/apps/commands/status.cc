#include "apps/commands/status.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <string>
#include <vector>

#include "api/json.h"
#include "apps/commands/estimate.h"
#include "apps/commands/plan_facts.h"
#include "apps/commands/source_facts.h"
#include "apps/config/options.h"
#include "apps/output/table.h"
#include "base/grouped.h"
#include "base/plain_text.h"
#include "service/explain.h"
#include "service/find_source.h"
#include "service/snapshot.h"
#include "service/subscribe.h"
#include "service/users.h"
#include "store/archive_copies.h"

namespace curlew::apps {
namespace {

namespace json = boost::json;
using service::StatusSnapshot;

// So much of each kind that everything is on one screen of 24 + some lines.
constexpr std::size_t kRows = 6;
constexpr std::size_t kDetailRows = 10;

void print_heading(const Screen& screen, std::string_view title, std::size_t shown,
                   std::int64_t all) {
  std::string note;
  if (all > static_cast<std::int64_t>(shown))
    note = fmt::format("  {} of {}", shown, grouped(all));
  fmt::print(screen.out, "\n{}{}\n", coloured(screen, title, Colour::kBold),
             coloured(screen, note, Colour::kQuiet));
}

void print_counts(const Screen& screen, const store::StatusCounts& counts) {
  fmt::print(
      screen.out, "{}: {} active, {} failing, {} paused, {} gone{}; {}\n",
      counted(counts.sources, "source"), grouped(counts.active),
      grouped(counts.failing), grouped(counts.paused), grouped(counts.gone),
      counts.stopped > 0 ? ", " + grouped(counts.stopped) + " stopped" : "",
      coloured(screen, counted(counts.problems, "problem") + " at the last visit",
               counts.problems > 0 ? Colour::kBad : Colour::kNone));
  fmt::print(screen.out, "{} due, {}; {}, {} to fetch\n", grouped(counts.due),
             coloured(screen, grouped(counts.late) + " late",
                      counts.late > 0 ? Colour::kBad : Colour::kNone),
             counted(counts.articles, "article"), counted(counts.pages_wanted, "page"));
  fmt::print(screen.out, "last hour: {}, {}\n",
             counted(counts.visits_last_hour, "visit"),
             counted(counts.new_last_hour, "new article"));
  if (counts.set_aside == 0) return;
  fmt::print(
      screen.out, "{}: {}\n",
      coloured(screen, counted(counts.set_aside, "report") + " could not be stored",
               Colour::kBad),
      counts.set_aside_reason);
}

void print_problems(const Screen& screen, const StatusSnapshot& snapshot) {
  if (snapshot.problems.empty()) return;
  print_heading(screen, "Problems at the last visit", snapshot.problems.size(),
                snapshot.counts.problems);
  print_problems(screen, snapshot.problems, snapshot.now);
  if (snapshot.counts.problems > static_cast<std::int64_t>(snapshot.problems.size())) {
    fmt::print(screen.out, "all of them: curlew list --failing\n");
  }
}

// M, T and ToE of a source in training (RSS-A §III.A); empty for all others.
std::string training_of(service::Explainer& explainer,
                        const store::WatchedSource& watched, Time now) {
  std::string text;
  for (const auto& [name, value] :
       explainer.explain(control::planned(watched), now).variables) {
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : "  ", name, number_text(value, 3));
  }
  return text;
}

void print_queue(const Screen& screen, std::string_view title, std::int64_t all,
                 const std::vector<store::WatchedSource>& sources,
                 const StatusSnapshot& snapshot, service::Explainer& explainer) {
  const Time now = snapshot.now;
  if (sources.empty()) return;
  print_heading(screen, title, sources.size(), all);
  Table table({{"source", Align::kLeft, Shrink::kYes},
               {"due", Align::kRight},
               {"last visit", Align::kRight},
               {""}});
  for (const store::WatchedSource& watched : sources) {
    const bool is_late = service::overdue(watched, now) > snapshot.late_after;
    const auto& last = watched.schedule.last_visit;
    table.add({service::name_of(watched.source),
               {relative(watched.schedule.next_due, now),
                is_late ? Colour::kBad : Colour::kNone},
               last ? relative(*last, now) : "never",
               {training_of(explainer, watched, now), Colour::kQuiet}});
  }
  fmt::print(screen.out, "{}", table.render(screen));
}

void print_latest(const Screen& screen, const StatusSnapshot& snapshot) {
  if (snapshot.latest.empty()) return;
  print_heading(screen, "Latest articles", snapshot.latest.size(),
                snapshot.counts.articles);
  Table table({{"id", Align::kRight},
               {"title", Align::kLeft, Shrink::kYes},
               {"source", Align::kLeft, Shrink::kYes},
               {"found", Align::kRight},
               {"delay", Align::kRight}});
  for (const store::ArticleRow& article : snapshot.latest) {
    table.add({std::to_string(article.id.value), article.title, article.source_title,
               relative(article.found, snapshot.now), delay_of(article)});
  }
  fmt::print(screen.out, "{}", table.render(screen));
}

// Versions that would be lost with one terminal's directory.
void print_kept_once(const Screen& screen, const store::ArchiveCopy& copy) {
  if (copy.kept_once == 0) return;
  fmt::print(screen.out, "{} in the archive of {}: {}\n",
             coloured(screen,
                      counted(static_cast<std::int64_t>(copy.kept_once), "version") +
                          " kept once",
                      Colour::kBad),
             plain_text(copy.archive),
             copy.holder.empty()
                 ? "no other terminal holds a copy"
                 : fmt::format("the copy at {} is behind, or all that is left of it",
                               plain_text(copy.holder)));
}

json::array to_array(const std::vector<store::ArchiveCopy>& copies) {
  json::array rows;
  for (const store::ArchiveCopy& each : copies) {
    rows.push_back({{"archive", plain_text(each.archive)},
                    {"holder", plain_text(each.holder)},
                    {"kept_once", each.kept_once}});
  }
  return rows;
}

void print_snapshot(const Screen& screen, const StatusSnapshot& snapshot,
                    service::Explainer& explainer) {
  const store::StatusCounts& counts = snapshot.counts;
  print_counts(screen, counts);
  for (const service::Planning& planning : snapshot.planning) {
    print_planning(screen, planning);
  }
  if (const auto& round = snapshot.round) {
    fmt::print(screen.out, "next round: {}, {} document{}, about {}\n",
               to_iso8601(round->begins), round->documents,
               round->documents == 1 ? "" : "s", in_two_units(round->estimate.time));
  }
  print_problems(screen, snapshot);
  print_queue(screen, "Due", counts.due, snapshot.due, snapshot, explainer);
  print_queue(screen, "Next visits", counts.active + counts.failing - counts.due,
              snapshot.coming, snapshot, explainer);
  print_latest(screen, snapshot);
  print_lateness(screen, snapshot.lateness);
}

Result<void> show_everything(const Context& context, store::Store& store,
                             service::Viewer viewer, bool is_json) {
  const service::SnapshotLimits limits{late_after(context.config), kRows, kRows};
  TRY_ASSIGN(const auto planning, planning_options(context.config));
  TRY_ASSIGN(StatusSnapshot snapshot,
             service::take_snapshot(store, context.clock.now(), limits, viewer));
  TRY_ASSIGN(auto explainer, service::Explainer::make(planning, store));
  snapshot.planning = explainer.summaries();
  if (const Milliseconds round = context.config.schedule.capture_round;
      round.count() > 0) {
    TRY_ASSIGN(snapshot.round,
               service::next_round(store, crawl_settings(context.config), round,
                                   context.clock.now()));
  }
  // Of the whole installation, which is no business of one user's.
  std::vector<store::ArchiveCopy> copies;
  if (!viewer) {
    TRY_ASSIGN(copies, store::ArchiveCopies(store.database()).all());
  }
  if (is_json) {
    json::object status = json::parse(api::to_json(snapshot)).as_object();
    status["archive_copies"] = to_array(copies);
    fmt::print(context.screen.out, "{}\n", json::serialize(status));
  } else {
    for (const auto& each : copies) print_kept_once(context.screen, each);
    print_snapshot(context.screen, snapshot, explainer);
  }
  return {};
}

Result<void> show_source(const Context& context, store::Store& store,
                         service::Viewer viewer, const StatusOptions& options) {
  TRY_ASSIGN(const auto planning, planning_options(context.config));
  TRY_ASSIGN(store::WatchedSource source,
             service::find_source(store, options.target, viewer));
  TRY_ASSIGN(const auto own, service::subscription_of(store, viewer, source.source.id));
  if (own && !own->folder.empty()) source.source.folder = own->folder;
  TRY_ASSIGN(const service::SourceDetail detail,
             service::explain_source(store, planning, std::move(source),
                                     context.clock.now(), kDetailRows, viewer));
  if (options.json) {
    fmt::print(context.screen.out, "{}\n", api::to_json(detail));
  } else {
    std::vector<std::string> other_folders;
    if (!viewer) {
      TRY_ASSIGN(other_folders, service::other_folders(store, detail.source.source));
    }
    print_detail(context.screen, detail, other_folders);
  }
  return {};
}

}  // namespace

Result<void> show_status(const Context& context, const StatusOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const service::Viewer viewer, service::viewer_named(*store, options.user));
  if (options.target.empty()) {
    return show_everything(context, *store, viewer, options.json);
  }
  return show_source(context, *store, viewer, options);
}

}  // namespace curlew::apps
