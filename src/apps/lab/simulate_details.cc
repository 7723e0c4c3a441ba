#include "apps/lab/simulate_details.h"

#include <fmt/format.h>

#include <cstdlib>
#include <limits>

#include "apps/output/table.h"

namespace curlew::apps {
namespace {

using sim::EventKind;
using sim::SourceCounts;

constexpr std::int64_t kTypicalChanges = 20;

std::string date_of(Time time) { return to_iso8601(time).substr(0, 10); }

// "recall / precision"; nothing where there was nothing to catch.
std::string shares_of(const SourceCounts& counts) {
  if (counts.events == 0 && counts.visits == 0) return "";
  return fmt::format("{:.3f} / {:.3f}", sim::recall_of(counts, EventKind::kChanges),
                     sim::precision_of(counts));
}

std::vector<Column> columns_of(std::vector<Column> first,
                               const std::vector<std::string>& policies) {
  for (const std::string& policy : policies) {
    first.push_back({policy, Align::kRight});
  }
  return first;
}

void print_classes(const std::vector<std::string>& policies,
                   const std::vector<SimulatedDetails>& details, std::FILE* out) {
  fmt::print(out, "\nrecall / precision by mean time between changes\n");
  Table table(columns_of(
      {{"class"}, {"documents", Align::kRight}, {"changes", Align::kRight}}, policies));
  const auto& classes = details.front().classes;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    std::vector<Cell> cells{std::string(classes[i].name),
                            std::to_string(classes[i].documents),
                            std::to_string(classes[i].counts.events)};
    for (const auto& each : details) {
      cells.emplace_back(shares_of(each.classes[i].counts));
    }
    table.add(std::move(cells));
  }
  std::fputs(table.render(screen_of(out)).c_str(), out);
}

void print_over_time(const std::vector<std::string>& policies,
                     const std::vector<SimulatedDetails>& details, std::FILE* out) {
  fmt::print(out, "\nrecall / precision over time\n");
  Table table(columns_of({{"from"}, {"changes", Align::kRight}}, policies));
  const auto& periods = details.front().over_time;
  for (std::size_t i = 0; i < periods.size(); ++i) {
    std::vector<Cell> cells{date_of(periods[i].from),
                            std::to_string(periods[i].counts.events)};
    for (const auto& each : details) {
      cells.emplace_back(shares_of(each.over_time[i].counts));
    }
    table.add(std::move(cells));
  }
  std::fputs(table.render(screen_of(out)).c_str(), out);
}

void print_followed(const std::vector<std::string>& policies,
                    const std::vector<SimulatedDetails>& details, std::size_t place,
                    std::FILE* out) {
  const FollowedDocument& document = details.front().followed[place];
  fmt::print(out, "\ndocument {}: {} changes\n", document.source,
             document.changes.size());
  Table table({{"policy"},
               {"downloads", Align::kRight},
               {"caught a change", Align::kRight},
               {"found nothing", Align::kRight},
               {"changes missed", Align::kRight}});
  for (std::size_t i = 0; i < policies.size(); ++i) {
    const sim::Captures& captures = details[i].followed[place].captures;
    table.add({policies[i], std::to_string(captures.hits.size() + captures.vain.size()),
               std::to_string(captures.hits.size()),
               std::to_string(captures.vain.size()),
               std::to_string(captures.missed.size())});
  }
  std::fputs(table.render(screen_of(out)).c_str(), out);
}

std::string counts_json(const SourceCounts& counts) {
  return fmt::format(
      R"("changes":{},"downloads":{},"recall":{:.6f},"precision":{:.6f})",
      counts.events, counts.visits, sim::recall_of(counts, EventKind::kChanges),
      sim::precision_of(counts));
}

std::string times_json(const std::vector<Time>& times) {
  std::string json;
  for (const Time time : times) {
    json += fmt::format("{}{}", json.empty() ? "" : ",", to_unix_ms(time) / 1000);
  }
  return "[" + json + "]";
}

template <typename Items, typename ToJson>
std::string list_json(const Items& items, const ToJson& to_item) {
  std::string json;
  for (const auto& item : items) {
    json += (json.empty() ? "{" : ",{") + to_item(item) + "}";
  }
  return "[" + json + "]";
}

}  // namespace

SimulatedDetails details_of(const sim::Sample& sample, const sim::Entry& entry) {
  SimulatedDetails details;
  const sim::Window& window = sample.window;
  details.classes = sim::by_change_class(entry.card, window.end - window.begin);
  details.over_time = entry.card.over_time;
  for (const sim::SourceHistory& history : entry.followed) {
    const sim::TracedSource& source = *sample.sources[history.place];
    const auto changes = sim::events_between(source, window.begin, window.end);
    details.followed.push_back({source.id,
                                {changes.begin(), changes.end()},
                                sim::captures_of(sample, history)});
  }
  return details;
}

std::size_t typical_document(const sim::Sample& sample) {
  std::size_t best = 0;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::size_t place = 0; place < sample.sources.size(); ++place) {
    const auto changes = static_cast<std::int64_t>(
        sim::events_between(*sample.sources[place], sample.window.begin,
                            sample.window.end)
            .size());
    if (std::abs(changes - kTypicalChanges) >= least) continue;
    least = std::abs(changes - kTypicalChanges);
    best = place;
  }
  return best;
}

void print_details(const std::vector<std::string>& policies,
                   const std::vector<SimulatedDetails>& details, std::FILE* out) {
  if (details.empty()) return;
  print_classes(policies, details, out);
  print_over_time(policies, details, out);
  for (std::size_t i = 0; i < details.front().followed.size(); ++i) {
    print_followed(policies, details, i, out);
  }
}

std::string to_json(const SimulatedDetails& details) {
  const std::string classes =
      list_json(details.classes, [](const sim::ChangeClass& each) {
        return fmt::format(R"("class":"{}","documents":{},{})", each.name,
                           each.documents, counts_json(each.counts));
      });
  const std::string periods =
      list_json(details.over_time, [](const sim::Period& period) {
        return fmt::format(R"("from":"{}",{})", date_of(period.from),
                           counts_json(period.counts));
      });
  const std::string followed =
      list_json(details.followed, [](const FollowedDocument& document) {
        return fmt::format(
            R"("source":{},"changes":{},"hits":{},"vain":{},"missed":{})",
            document.source, times_json(document.changes),
            times_json(document.captures.hits), times_json(document.captures.vain),
            times_json(document.captures.missed));
      });
  return fmt::format(R"(,"classes":{},"over_time":{},"followed":{})", classes, periods,
                     followed);
}

}  // namespace curlew::apps
