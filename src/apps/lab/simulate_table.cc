#include "apps/lab/simulate_table.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "apps/output/table.h"

namespace curlew::apps {
namespace {

struct Measure {
  const char* name;
  double (*of)(const sim::Score&);
  int digits;
};

constexpr std::array<Measure, 13> kMeasures{{
    {"visits", [](const sim::Score& s) { return double(s.visits); }, 0},
    {"mean_delay_s", [](const sim::Score& s) { return s.mean_delay.count(); }, 0},
    {"p50_delay_s", [](const sim::Score& s) { return s.p50_delay.count(); }, 0},
    {"p90_delay_s", [](const sim::Score& s) { return s.p90_delay.count(); }, 0},
    {"p99_delay_s", [](const sim::Score& s) { return s.p99_delay.count(); }, 0},
    {"max_delay_s", [](const sim::Score& s) { return s.max_delay.count(); }, 0},
    {"mean_pending", [](const sim::Score& s) { return s.mean_pending; }, 1},
    {"daily_max_pending", [](const sim::Score& s) { return s.daily_max_pending; }, 1},
    {"lost", [](const sim::Score& s) { return double(s.lost); }, 0},
    {"recall", [](const sim::Score& s) { return s.recall; }, 4},
    {"precision", [](const sim::Score& s) { return s.precision; }, 4},
    {"macro_recall", [](const sim::Score& s) { return s.macro_recall; }, 4},
    {"freshness", [](const sim::Score& s) { return s.freshness; }, 4},
}};

struct Summary {
  double mean = 0;
  double deviation = 0;
};

Summary summary_of(const std::vector<sim::Score>& scores, const Measure& measure) {
  const auto count = double(scores.size());
  Summary summary;
  for (const sim::Score& score : scores) summary.mean += measure.of(score) / count;
  double squares = 0;
  for (const sim::Score& score : scores) {
    squares += std::pow(measure.of(score) - summary.mean, 2);
  }
  if (count > 1) summary.deviation = std::sqrt(squares / (count - 1));
  return summary;
}

std::string to_cell(const SimulatedRow& row, const Measure& measure) {
  const Summary summary = summary_of(row.scores, measure);
  std::string cell = fmt::format("{:.{}f}", summary.mean, measure.digits);
  if (row.scores.size() > 1) {
    cell += fmt::format(" ±{:.{}f}", summary.deviation, measure.digits);
  }
  return cell;
}

// Not by way of a JSON library: those write 149040 as 1.4904E5.
std::string to_json(const std::vector<sim::Score>& scores, double Summary::*figure) {
  std::string json;
  for (const Measure& measure : kMeasures) {
    const double value = summary_of(scores, measure).*figure;
    const bool is_whole = measure.digits == 0 && scores.size() == 1;
    json += fmt::format("{}\"{}\":{:.{}f}", json.empty() ? "" : ",", measure.name,
                        value, is_whole ? 0 : measure.digits + 2);
  }
  return json;
}

std::string to_json(const std::vector<Milliseconds>& durations) {
  std::string json;
  for (const Seconds duration : durations) {
    json += fmt::format("{}{:.0f}", json.empty() ? "" : ",", duration.count());
  }
  return json;
}

}  // namespace

void print_simulated_table(const std::vector<SimulatedRow>& rows, std::FILE* out) {
  std::vector<Column> columns{{"policy"}};
  for (const Measure& measure : kMeasures) {
    columns.push_back({measure.name, Align::kRight});
  }
  Table table(columns);
  for (const SimulatedRow& row : rows) {
    std::vector<Cell> cells{row.policy};
    for (const Measure& measure : kMeasures) cells.emplace_back(to_cell(row, measure));
    table.add(std::move(cells));
  }
  std::fputs(table.render(screen_of(out)).c_str(), out);
  for (const SimulatedRow& row : rows) {
    if (!row.subscriber_delay) continue;
    fmt::print(out, "{}: subscribers wait {:.0f} s for an article in the mean\n",
               row.policy, row.subscriber_delay->count());
  }
  if (!rows.empty() && rows.front().unavoidable) {
    fmt::print(out, "floor of lost: {} items fall out within an hour\n",
               *rows.front().unavoidable);
  }
  std::vector<std::string> policies;
  std::vector<SimulatedDetails> details;
  for (const SimulatedRow& row : rows) {
    if (!row.details) continue;
    policies.push_back(row.policy);
    details.push_back(*row.details);
  }
  print_details(policies, details, out);
}

void print_simulated_json(const SimulatedRow& row, std::FILE* out) {
  std::string json = fmt::format("\"policy\":\"{}\",{}", row.policy,
                                 to_json(row.scores, &Summary::mean));
  if (row.subscriber_delay) {
    json +=
        fmt::format(",\"subscriber_delay_s\":{:.2f}", row.subscriber_delay->count());
  }
  if (row.unavoidable) json += fmt::format(",\"lost_floor\":{}", *row.unavoidable);
  json += fmt::format(",\"longest_s\":[{}]", to_json(row.longest_waits));
  if (row.details) json += to_json(*row.details);
  if (row.price > 0) json += fmt::format(",\"price\":{}", row.price);
  if (row.scores.size() > 1) {
    json += fmt::format(",\"samples\":{},\"deviation\":{{{}}}", row.scores.size(),
                        to_json(row.scores, &Summary::deviation));
  }
  fmt::print(out, "{{{}}}\n", json);
  std::fflush(out);
}

}  // namespace curlew::apps
