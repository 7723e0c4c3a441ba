#include "apps/commands/source_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "api/plain_text.h"
#include "api/why_due.h"
#include "apps/commands/lateness.h"
#include "apps/commands/plan_facts.h"
#include "apps/commands/sources.h"
#include "apps/commands/wish_flags.h"
#include "apps/config/units.h"
#include "base/grouped.h"
#include "model/mask.h"

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
  if (source.rendering == model::Rendering::kAlways) {
    print_fact(screen, "rendering", "by a browser");
  }
  print_lines(screen, "rules", source.rules);
}

void print_wishes(const Screen& screen, const model::OwnWishes& wishes) {
  if (wishes.interval) print_fact(screen, "interval", to_text(*wishes.interval));
  if (wishes.longest_gap) {
    print_fact(screen, "longest gap", to_text(*wishes.longest_gap));
  }
  const std::string hours = active_hours_text(wishes.quiet);
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

void print_schedule(const Screen& screen, const store::ScheduleRow& schedule,
                    Time now) {
  print_fact(
      screen, "next visit",
      fmt::format("{} ({}): {}", to_iso8601(schedule.next_due),
                  relative(schedule.next_due, now), api::why_due(schedule.due_reason)));
  print_fact(screen, "last visit", schedule.last_visit, now);
  print_fact(screen, "last success", schedule.last_success, now);
  print_fact(screen, "last news", schedule.last_new, now);
  print_fact(screen, "asked to wait", schedule.not_before, now);
  if (schedule.failures > 0) {
    print_fact(screen, "failures", fmt::format("{} in a row", schedule.failures));
  }
  print_fact(screen, "last error", schedule.last_error);
  print_fact(screen, "moved to", schedule.moved_to);
}

// What kind of page it is, or why that is not known.
std::string page_of(const store::ArticleRow& article) {
  if (article.page_type) return std::string(to_string(*article.page_type));
  if (!article.page_error.empty()) return article.page_error;
  return article.page_fetched ? "fetched" : "";
}

void print_articles(const Screen& screen, const api::SourceDetail& detail) {
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

}  // namespace

void print_fact(const Screen& screen, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  fmt::print(screen.out, "{}{}\n",
             coloured(screen, fmt::format("{:<14}", name), Colour::kQuiet),
             api::plain_text(value));
}

std::string delay_of(const store::ArticleRow& article) {
  if (!article.published || *article.published > article.found) return {};
  return to_human(article.found - *article.published);
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
    const bool is_good = is_success(visit.outcome);
    std::vector<Cell> row{to_iso8601(visit.started)};
    if (of == OfSource::kAny) {
      row.push_back(std::to_string(visit.source.value));
      row.push_back(visit.source_title.empty() ? model::masked_address(visit.source_url)
                                               : visit.source_title);
    }
    row.push_back(std::string(to_string(visit.kind)));
    row.push_back({std::string(to_string(visit.outcome)),
                   is_good ? Colour::kNone : Colour::kBad});
    row.push_back(visit.http_status == 0 ? "-" : std::to_string(visit.http_status));
    row.push_back(fmt::format("{} ms", grouped(visit.took.count())));
    row.push_back(grouped(visit.wire_bytes));
    row.push_back(grouped(visit.new_entries));
    row.push_back(visit.error);
    table.add(std::move(row));
  }
  return table;
}

void print_detail(const Screen& screen, const api::SourceDetail& detail) {
  const auto& [source, schedule] = detail.source;
  fmt::print(screen.out, "{}\n",
             coloured(screen, api::plain_text(name_of(source)), Colour::kBold));
  print_fact(screen, "id", fmt::format("#{}", source.id.value));
  print_fact(screen, "address", model::masked_address(source.url));
  print_fact(screen, "site", source.site_url);
  print_fact(screen, "kind", to_string(source.kind));
  print_fact(screen, "state", to_string(source.state));
  print_fact(screen, "folder", source.folder);
  print_fact(screen, "language", source.language);
  print_request(screen, source);
  print_wishes(screen, source.wishes);
  print_audience(screen, source.audience);
  if (const auto problem = api::problem_of(detail.source)) {
    print_fact(screen, "problem", problem->reason);
    print_fact(screen, "cure", problem->cure);
  }
  print_schedule(screen, schedule, detail.now);
  print_fact(screen, "added", source.added, detail.now);
  if (detail.plan) print_plan(screen, *detail.plan);
  print_lateness(screen, detail.lateness);
  print_articles(screen, detail);
  if (detail.visits.empty()) return;
  fmt::print(screen.out, "\n{}",
             visit_table(detail.visits, OfSource::kOne).render(screen));
}

}  // namespace curlew::apps
