#include "apps/commands/source_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "api/why_due.h"
#include "apps/commands/plan_facts.h"
#include "base/grouped.h"
#include "base/plain_text.h"
#include "base/units.h"
#include "model/mask.h"
#include "service/find_source.h"
#include "service/source_edit.h"

namespace curlew::apps {
namespace {

void print_fact(const Screen& screen, std::string_view name,
                const std::optional<Time>& moment, Time now) {
  if (!moment || *moment == kNever) return;
  print_fact(screen, name,
             fmt::format("{} ({})", to_iso8601(*moment), relative(*moment, now)));
}

// Each line of a text as a fact of its own; empty lines are left out.
void print_lines(const Screen& screen, std::string_view name, std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    print_fact(screen, name, line);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
}

// How it is asked for, without the secrets.
void print_request(const Screen& screen, const model::Source& source) {
  const model::RequestSettings shown = model::masked(source.request);
  for (const auto& [name, value] : shown.headers) {
    print_fact(screen, "header", fmt::format("{}: {}", name, value));
  }
  print_fact(screen, "user", shown.basic_credentials);
  print_fact(screen, "bearer token", shown.bearer_token);
  print_fact(screen, "proxy", shown.proxy);
  if (!source.fetch_pages) print_fact(screen, "pages", "not fetched");
  print_fact(screen, "tells", model::description_of(source.watching));
  if (source.watching.archive) print_fact(screen, "archive", "versions are kept");
  if (source.rendering == model::Rendering::kAlways) {
    print_fact(screen, "rendering", "by a browser");
  }
  print_lines(screen, "rules", source.rules);
}

void print_wishes(const Screen& screen, const model::OwnWishes& wishes) {
  if (wishes.interval)
    print_fact(screen, "interval", duration_to_text(*wishes.interval));
  if (wishes.longest_gap) {
    print_fact(screen, "longest gap", duration_to_text(*wishes.longest_gap));
  }
  const std::string hours = service::active_hours_text(wishes.quiet);
  if (!hours.empty()) print_fact(screen, "active hours", hours + " UTC");
}

void print_audience(const Screen& screen, const model::Audience& audience) {
  if (audience.subscribers == 0) return;
  const std::string activity =
      audience.activity_percent == 100
          ? ""
          : fmt::format(", active by {} %", audience.activity_percent);
  print_fact(screen, "subscribers",
             fmt::format("{}{}", audience.subscribers, activity));
}

void print_schedule(const Screen& screen, const store::WatchedSource& watched,
                    Time now) {
  const store::ScheduleRow& schedule = watched.schedule;
  const auto next = service::next_visit(watched);
  print_fact(
      screen, "next visit",
      next ? fmt::format("{} ({}): {}", to_iso8601(*next), relative(*next, now),
                         api::why_due(schedule.due_reason))
           : fmt::format("none: it is {}; curlew resume {} has it tried again",
                         to_string(watched.source.state), watched.source.id.value));
  print_fact(screen, "last visit", schedule.last_visit, now);
  print_fact(screen, "last success", schedule.last_success, now);
  print_fact(screen, "last news", schedule.last_new, now);
  print_fact(screen, "asked to wait", schedule.not_before, now);
  if (schedule.changes != model::ChangeCounters()) {
    print_fact(screen, "changed",
               fmt::format("{} times structurally, {} times in its text",
                           schedule.changes.structural, schedule.changes.textual));
  }
  if (schedule.failures > 0) {
    print_fact(screen, "failures", fmt::format("{} in a row", schedule.failures));
  }
  print_fact(screen, "last error", schedule.last_error);
  print_fact(screen, "last note", schedule.last_note);
  print_fact(screen, "moved to", schedule.moved_to);
}

// What kind of page it is, or why that is not known.
std::string page_of(const store::ArticleRow& article) {
  if (article.page_type) return std::string(to_string(*article.page_type));
  if (!article.page_error.empty()) return article.page_error;
  return article.page_fetched ? "fetched" : "";
}

void print_articles(const Screen& screen, const service::SourceDetail& detail) {
  if (detail.articles.empty()) return;
  Table table({{"id", Align::kRight},
               {"latest articles", Align::kLeft, Shrink::kYes},
               {"found", Align::kRight},
               {"delay", Align::kRight},
               {"page", Align::kLeft, Shrink::kYes}});
  for (const store::ArticleRow& article : detail.articles) {
    table.add({std::to_string(article.id.value), article.title,
               relative(article.found, detail.now), delay_of(article),
               page_of(article)});
  }
  fmt::print(screen.out, "\n{}", table.render(screen));
}

std::string_view word_for(const store::WatchedSource& watched) {
  const model::SourceState state = watched.source.state;
  if (state != model::SourceState::kActive) return to_string(state);
  if (is_failure(watched.schedule.last_outcome)) return "failed";
  return watched.schedule.last_remark == model::Remark::kCutFeed ? "cut short"
                                                                 : "useless";
}

// "failed 2 min ago, 3 times in a row; next try in 9 min"
std::string when_of(const store::WatchedSource& watched, Time now) {
  const store::ScheduleRow& row = watched.schedule;
  std::string text =
      fmt::format("{} {}", word_for(watched), relative(*row.last_visit, now));
  if (row.failures > 1) text += fmt::format(", {} times in a row", row.failures);
  if (!is_visited(watched.source.state)) return text;
  const bool is_due = row.next_due <= now;
  return text + (is_due ? "; to be tried again now"
                        : "; next try " + relative(row.next_due, now));
}

}  // namespace

void print_fact(const Screen& screen, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  fmt::print(screen.out, "{}{}\n",
             coloured(screen, fmt::format("{:<14}", name), Colour::kQuiet),
             plain_text(value));
}

std::string delay_of(const store::ArticleRow& article) {
  if (!article.published || *article.published > article.found) return {};
  return to_human(article.found - *article.published);
}

std::string news_of(const store::VisitRow& visit) {
  if (!visit.kinds) return grouped(visit.new_entries);
  std::string text = "version";
  if (!visit.kinds->empty()) text += ": " + to_string(*visit.kinds);
  // A change that is told is an article, too.
  if (visit.new_entries > 1) text += fmt::format("; {}", grouped(visit.new_entries));
  return text;
}

Table visit_table(const std::vector<store::VisitRow>& visits, OfSource of) {
  std::vector<Column> columns{{"started"}};
  if (of == OfSource::kAny) {
    columns.push_back({"id", Align::kRight});
    columns.push_back({"source", Align::kLeft, Shrink::kYes});
  }
  for (Column& column : std::vector<Column>{{"what"},
                                            {"outcome"},
                                            {"status", Align::kRight},
                                            {"took", Align::kRight},
                                            {"bytes", Align::kRight},
                                            {"new", Align::kRight},
                                            {"remark", Align::kLeft, Shrink::kYes}}) {
    columns.push_back(std::move(column));
  }
  Table table(std::move(columns));
  for (const store::VisitRow& visit : visits) {
    std::vector<Cell> row{to_iso8601(visit.started)};
    if (of == OfSource::kAny) {
      row.push_back(std::to_string(visit.source.value));
      row.push_back(visit.source_title.empty() ? model::masked_address(visit.source_url)
                                               : visit.source_title);
    }
    row.push_back(std::string(to_string(visit.kind)));
    row.push_back({std::string(to_string(visit.outcome)),
                   is_failure(visit.outcome) ? Colour::kBad : Colour::kNone});
    row.push_back(visit.http_status == 0 ? "-" : std::to_string(visit.http_status));
    row.push_back(fmt::format("{} ms", grouped(visit.took.count())));
    row.push_back(grouped(visit.wire_bytes));
    row.push_back(news_of(visit));
    row.push_back(visit.error.empty() ? visit.note : visit.error);
    table.add(std::move(row));
  }
  return table;
}

void print_lateness(const Screen& screen,
                    const std::vector<service::DayLateness>& days) {
  if (days.empty()) return;
  fmt::print(screen.out, "\n{}\n",
             coloured(screen, "Found after publication", Colour::kBold));
  Table table({{"day"},
               {"articles", Align::kRight},
               {"median", Align::kRight},
               {"90 %", Align::kRight},
               {"99 %", Align::kRight}});
  for (const auto& [day, lateness] : days) {
    table.add({to_iso8601(day).substr(0, 10), std::to_string(lateness.articles),
               to_human(lateness.median), to_human(lateness.p90),
               to_human(lateness.p99)});
  }
  fmt::print(screen.out, "{}", table.render(screen));
}

void print_problem(const Screen& screen, const model::Problem& problem) {
  fmt::print(screen.out, "    {}\n    {}\n",
             coloured(screen, plain_text(problem.reason), Colour::kBad),
             plain_text(problem.cure));
}

void print_problems(const Screen& screen,
                    const std::vector<store::WatchedSource>& sources, Time now) {
  for (const store::WatchedSource& watched : sources) {
    const auto problem = service::problem_of(watched);
    if (!problem) continue;
    const model::Source& source = watched.source;
    const std::string address = plain_text(model::masked_address(source.url));
    const std::string title = plain_text(source.title);
    fmt::print(screen.out, "#{}  {}{}{}\n", source.id.value,
               coloured(screen, title, Colour::kBold), title.empty() ? "" : "  ",
               address);
    print_problem(screen, *problem);
    fmt::print(screen.out, "    {}\n",
               coloured(screen, when_of(watched, now), Colour::kQuiet));
  }
}

namespace {

void print_plan_of(const Screen& screen, const service::SourceDetail& detail) {
  const auto& [source, schedule] = detail.source;
  if (source.kind == model::SourceKind::kTopic) {
    // Its crawl goes in phases, and nothing is planned for it as for other sources.
    print_fact(screen, "more",
               fmt::format("curlew topic show {}: what it goes by, how its crawl goes",
                           source.id.value));
    print_fact(screen, "added", source.added, detail.now);
    return;
  }
  print_schedule(screen, detail.source, detail.now);
  print_fact(screen, "added", source.added, detail.now);
  if (detail.plan) {
    print_plan(screen, *detail.plan,
               service::is_rhythm_unknown(detail.source, detail.now) ? Rhythm::kUnknown
                                                                     : Rhythm::kKnown);
  }
  print_lateness(screen, detail.lateness);
}

}  // namespace

void say_who_is_unseen(const std::vector<store::WatchedSource>& sources) {
  for (const store::WatchedSource& each : sources) {
    const std::int64_t id = each.source.id.value;
    fmt::print(stderr,
               "curlew: nobody sees source {} ({}) any more; curlew remove {} ends its "
               "visits\n",
               id, plain_text(service::name_of(each.source)), id);
  }
}

void print_detail(const Screen& screen, const service::SourceDetail& detail,
                  const std::vector<std::string>& other_folders) {
  const model::Source& source = detail.source.source;
  fmt::print(screen.out, "{}\n",
             coloured(screen, plain_text(service::name_of(source)), Colour::kBold));
  print_fact(screen, "id", fmt::format("#{}", source.id.value));
  print_fact(screen, "address", model::masked_address(source.url));
  print_fact(screen, "site", source.site_url);
  print_fact(screen, "kind", to_string(source.kind));
  print_fact(screen, "state", to_string(source.state));
  print_fact(screen, "folder", source.folder);
  for (const std::string& each : other_folders) print_fact(screen, "filed by", each);
  print_fact(screen, "language", source.language);
  if (source.kind != model::SourceKind::kTopic) {
    print_request(screen, source);
    print_wishes(screen, source.wishes);
  }
  print_audience(screen, source.audience);
  if (const auto problem = service::problem_of(detail.source)) {
    print_fact(screen, "problem", problem->reason);
    print_fact(screen, "cure", problem->cure);
  }
  print_plan_of(screen, detail);
  print_articles(screen, detail);
  if (detail.visits.empty()) return;
  fmt::print(screen.out, "\n{}",
             visit_table(detail.visits, OfSource::kOne).render(screen));
}

}  // namespace curlew::apps
