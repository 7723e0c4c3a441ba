#include "apps/commands/operating.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "api/health_json.h"
#include "api/route.h"
#include "api/v1/words.h"
#include "apps/commands/machine_facts.h"
#include "apps/commands/source_facts.h"
#include "apps/config/options.h"
#include "apps/output/table.h"
#include "base/grouped.h"
#include "base/plain_text.h"
#include "base/units.h"
#include "service/explain.h"
#include "service/health.h"
#include "service/operation.h"
#include "service/source_table.h"
#include "service/users.h"

namespace curlew::apps {
namespace {

// So many sources are listed by delay; --json has all.
constexpr std::size_t kLatestShown = 10;

std::string told(Milliseconds duration) { return api::duration_words(duration, "en"); }

std::string in_seconds(Milliseconds gap) {
  return fmt::format("{:.1f} s", double(gap.count()) / 1000);
}

std::string sized(Bytes bytes) {
  return bytes < 1'000'000'000 ? fmt::format("{:.1f} MB", double(bytes) / 1e6)
                               : fmt::format("{:.1f} GB", double(bytes) / 1e9);
}
std::string sized(const std::optional<Bytes>& bytes) {
  return bytes ? sized(*bytes) : "-";
}

std::string told(const service::Quantiles& of, bool is_late) {
  if (of.count == 0) return "-";
  return told(is_late ? of.p95 : of.p50);
}

void add_delays(Table& table, std::string name, const service::Quantiles& of) {
  table.add({std::move(name), grouped(of.count), told(of, false), told(of, true)});
}

Table delay_table(const std::string& what) {
  return Table({{what, Align::kLeft, Shrink::kYes},
                {"articles", Align::kRight},
                {"half within", Align::kRight},
                {"95 % within", Align::kRight}});
}

void print_offers(const Screen& screen, const service::BudgetPicture& budget) {
  if (budget.offers.empty()) {
    fmt::print(screen.out,
               "\ntoo little is known of the sources to say what more "
               "visits would buy\n");
    return;
  }
  Table table({{"budget", Align::kRight},
               {"visits an hour", Align::kRight},
               {"expected delay", Align::kRight}});
  for (const service::BudgetOffer& each : budget.offers) {
    table.add({fmt::format("{:g} x", each.factor),
               fmt::format("{:.0f}", each.visits_per_hour),
               told(Milliseconds(std::llround(each.expected_delay_s * 1000)))});
  }
  fmt::print(screen.out, "\n{}\n{}",
             coloured(screen, "What more visits would buy", Colour::kBold),
             table.render(screen));
}

void print_delay(const Screen& screen, const service::DelayPicture& picture,
                 const service::BudgetPicture& budget) {
  Table stages = delay_table(fmt::format("last {} days", picture.days));
  add_delays(stages, "published to found", picture.found);
  add_delays(stages, "found to matched", picture.matched);
  add_delays(stages, "matched to delivered", picture.delivered);
  add_delays(stages, "all the way", picture.all);
  fmt::print(screen.out, "{}", stages.render(screen));
  Table sources = delay_table("source, the latest first");
  for (const service::SourceDelay& each : picture.sources) {
    if (&each - picture.sources.data() >= std::ptrdiff_t(kLatestShown)) break;
    add_delays(sources, each.title, each.quantiles);
  }
  if (!sources.empty()) fmt::print(screen.out, "\n{}", sources.render(screen));
  print_offers(screen, budget);
}

void print_operation(const Screen& screen, const service::OperationPicture& picture) {
  const store::StatusCounts& counts = picture.counts;
  print_fact(
      screen, "queues",
      fmt::format("{} due, {} late, {} to fetch, {} to send, {} set aside",
                  grouped(counts.due), grouped(counts.late),
                  counted(counts.pages_wanted, "page"),
                  counted(picture.notices, "notice"), grouped(counts.set_aside)));
  std::int64_t visits = 0;
  std::int64_t failed = 0;
  Bytes bytes = 0;
  for (const store::VisitMinute& each : picture.minutes) {
    visits += each.visits;
    failed += each.failed;
    bytes += Bytes(each.bytes);
  }
  print_fact(screen, "last hour",
             fmt::format("{}, {} failed, {}; not modified: {:.0f} % of 24 hours",
                         counted(visits, "request"), grouped(failed), sized(bytes),
                         100 * picture.not_modified_share));
  print_fact(
      screen, "store",
      fmt::format("{}, {}, {}", picture.machine.is_postgres ? "PostgreSQL" : "SQLite",
                  sized(picture.machine.store_bytes),
                  counted(counts.articles, "article")));
  print_fact(screen, "disk",
             fmt::format("{} free of {}", sized(picture.machine.disk_free),
                         sized(picture.machine.disk_total)));
  Table terminals({{"terminal"},
                   {"visits in the last hour", Align::kRight},
                   {"last heard", Align::kRight},
                   {"archive", Align::kRight}});
  for (const service::TerminalState& each : picture.terminals) {
    terminals.add({each.name, grouped(each.visits_last_hour),
                   each.last_heard ? relative(*each.last_heard, picture.now) : "-",
                   sized(each.archive_bytes)});
  }
  fmt::print(screen.out, "\n{}", terminals.render(screen));
  Table copies({{"copy of the archive of"}, {"at"}, {"kept once", Align::kRight}});
  for (const store::ArchiveCopy& each : picture.copies) {
    copies.add({each.archive, each.holder.empty() ? "-" : each.holder,
                grouped(std::int64_t(each.kept_once))});
  }
  if (!copies.empty()) fmt::print(screen.out, "\n{}", copies.render(screen));
  Table outcomes({{"outcome, last 24 hours"}, {"visits", Align::kRight}});
  for (const store::OutcomeCount& each : picture.outcomes) {
    outcomes.add({std::string(to_string(each.outcome)), grouped(each.count)});
  }
  if (!outcomes.empty()) fmt::print(screen.out, "\n{}", outcomes.render(screen));
}

// "read 3 h ago, asks for 10 s"
std::string robots_of(const service::HostCourtesy& host, Time now) {
  if (!host.robots) return "-";
  const std::string read = "read " + relative(host.robots->read, now);
  if (host.robots->crawl_delay.count() == 0) return read;
  return read + ", asks for " + in_seconds(host.robots->crawl_delay);
}

Result<void> read_keep(const std::string& age, const std::string& newest,
                       std::string_view flags, store::Keep& keep) {
  if (age == "all") {
    keep.age.reset();
  } else if (!age.empty()) {
    keep.age = parse_duration(age);
    if (!keep.age)
      return Error{ErrorKind::kUsage,
                   fmt::format("--{}-for {}: 30d, or all", flags, age)};
  }
  if (newest.empty()) return {};
  const auto count =
      newest == "all" ? std::optional<std::int64_t>(0) : api::parse_number(newest);
  if (!count || *count < 0 || *count > 1'000'000'000 ||
      (*count == 0 && newest != "all"))
    return Error{
        ErrorKind::kUsage,
        fmt::format("--{} {}: how many of each source, or all", flags, newest)};
  keep.newest_of_source = std::size_t(*count);
  return {};
}

std::string told(const store::Keep& keep) {
  const std::string newest = fmt::format("the newest {} of each source",
                                         grouped(std::int64_t(keep.newest_of_source)));
  if (keep.age && keep.newest_of_source > 0)
    return fmt::format("for {}, {} at most", duration_to_text(*keep.age), newest);
  if (keep.age) return "for " + duration_to_text(*keep.age);
  return keep.newest_of_source > 0 ? newest : "all";
}

void print_keeping(const Screen& screen, const service::RetentionPicture& picture) {
  print_fact(screen, "articles", told(picture.keeping().articles));
  print_fact(screen, "their pages", told(picture.keeping().pages));
  print_fact(screen, "versions", picture.configured.versions);
  print_fact(screen, "crawl log",
             fmt::format("{} days", picture.configured.visit_days));
  print_fact(screen, "chosen",
             picture.chosen ? "here; curlew keep --as-configured takes it back"
                            : "by the configuration");
  if (picture.older) {
    print_fact(
        screen, "now too old",
        fmt::format(
            "{}{}",
            *picture.older == std::int64_t(service::kMostSurplus) ? "at least " : "",
            counted(*picture.older, "article")));
  }
}

}  // namespace

Result<void> show_delay(const Context& context, const DelayOptions& options) {
  const Time now = context.clock.now();
  TRY_ASSIGN(const auto planning, planning_options(context.config));
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const service::Viewer viewer, service::viewer_named(*store, options.user));
  TRY_ASSIGN(const auto picture,
             service::take_delays(*store, options.days, now, viewer, options.user));
  TRY_ASSIGN(const auto budget, service::offer_budgets(*store, planning, now));
  if (options.json) {
    fmt::print(context.screen.out, "{}\n", api::to_json(picture, budget));
  } else {
    print_delay(context.screen, picture, budget);
  }
  return {};
}

Result<void> show_operation(const Context& context, const OperationOptions& options) {
  TRY_ASSIGN(const auto planning, planning_options(context.config));
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const auto picture,
             service::take_operation(*store, machine_facts(context.config, kNever),
                                     context.clock.now(), late_after(context.config)));
  TRY_ASSIGN(const auto explainer, service::Explainer::make(planning, *store));
  if (options.json) {
    fmt::print(context.screen.out, "{}\n",
               api::to_json(picture, explainer.summaries()));
  } else {
    print_operation(context.screen, picture);
  }
  return {};
}

Result<void> show_courtesy(const Context& context, const CourtesyOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  service::CourtesyQuery query;
  query.host = options.host;
  query.limit = options.number;
  query.politeness = context.config.fetch.politeness;
  query.terminal_caches = terminal_caches(context.config);
  const Time now = context.clock.now();
  TRY_ASSIGN(const auto page, service::take_courtesy(*store, query, now));
  if (options.json) {
    for (const service::HostCourtesy& each : page.hosts) {
      fmt::print(context.screen.out, "{}\n", api::to_json(each));
    }
    return {};
  }
  if (page.hosts.empty()) {
    fmt::print(context.screen.out, "no visits in the last 24 hours\n");
    return {};
  }
  Table table({{"host", Align::kLeft, Shrink::kYes},
               {"visits", Align::kRight},
               {"not modified", Align::kRight},
               {"failed", Align::kRight},
               {"bytes", Align::kRight},
               {"closest", Align::kRight},
               {"kept", Align::kRight},
               {"robots.txt"},
               {"rest", Align::kRight}});
  for (const service::HostCourtesy& each : page.hosts) {
    table.add({each.host, grouped(each.requests), grouped(each.not_modified),
               grouped(each.failed), sized(each.bytes),
               each.smallest_gap ? in_seconds(*each.smallest_gap) : "-",
               in_seconds(each.kept_gap), robots_of(each, now),
               each.resting_until ? relative(*each.resting_until, now) : ""});
  }
  fmt::print(context.screen.out, "{}", table.render(context.screen));
  return {};
}

Result<void> show_keeping(const Context& context, const KeepOptions& options) {
  const bool has_wish = options.is_as_configured || !options.articles_for.empty() ||
                        !options.articles.empty() || !options.pages_for.empty() ||
                        !options.pages.empty();
  TRY_ASSIGN(const auto store,
             open_store(context.config, has_wish ? store::OpenMode::kReadWrite
                                                 : store::OpenMode::kReadOnly));
  const auto configured = configured_keeping(context.config);
  const Time now = context.clock.now();
  TRY_ASSIGN(auto picture,
             service::take_retention(*store, configured, std::nullopt, now));
  if (has_wish) {
    std::optional<store::Keeping> wish;
    if (!options.is_as_configured) {
      wish = picture.keeping();
      TRY(read_keep(options.articles_for, options.articles, "articles",
                    wish->articles));
      TRY(read_keep(options.pages_for, options.pages, "pages", wish->pages));
    }
    TRY(service::choose_keeping(*store, wish));
    TRY_ASSIGN(picture, service::take_retention(*store, configured, std::nullopt, now));
  }
  if (options.json) {
    fmt::print(context.screen.out, "{}\n", api::to_json(picture));
  } else {
    print_keeping(context.screen, picture);
  }
  return {};
}

Result<void> list_problems(const Context& context, const ProblemsOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const service::Viewer viewer, service::viewer_named(*store, options.user));
  TRY_ASSIGN(const auto groups, service::read_problems(*store, viewer));
  if (options.json) {
    for (const service::ProblemGroup& each : groups) {
      fmt::print(context.screen.out, "{}\n", api::to_json(each));
    }
    return {};
  }
  if (groups.empty()) fmt::print(context.screen.out, "no problems\n");
  for (const service::ProblemGroup& group : groups) {
    fmt::print(context.screen.out, "{}\n",
               coloured(context.screen,
                        fmt::format("{}: {}", grouped(group.count),
                                    api::title_of_cause(group.cause.code, "en")),
                        Colour::kBold));
    std::vector<store::WatchedSource> sources;
    for (const service::IllSource& each : group.sources) {
      sources.push_back(each.source);
    }
    print_problems(context.screen, sources, context.clock.now());
    if (group.count > std::int64_t(sources.size())) {
      fmt::print(context.screen.out, "and {} more\n",
                 grouped(group.count - std::int64_t(sources.size())));
    }
  }
  return {};
}

}  // namespace curlew::apps
