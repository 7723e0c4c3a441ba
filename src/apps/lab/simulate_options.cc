#include "apps/lab/simulate_options.h"

#include <fmt/format.h>

#include <charconv>

#include "base/units.h"
#include "parse/date.h"

namespace curlew::apps {
namespace {

constexpr Milliseconds kFeedTick = std::chrono::minutes(10);
constexpr Milliseconds kDocumentTick = std::chrono::days(1);
// What was found to make about as many downloads as the papers' strategies, and as many
// visits as 15 % an hour of news feeds.
constexpr double kCapturePrice = 0.1;
constexpr double kOtherPrice = 0.04;

Error wrong_value(std::string_view flag, std::string_view value,
                  std::string_view expected) {
  return {ErrorKind::kUsage, fmt::format("{} {}: {}", flag, value, expected)};
}

Result<Milliseconds> read_duration(std::string_view flag, const std::string& text) {
  const auto duration = parse_duration(text);
  if (!duration || duration->count() <= 0) {
    return wrong_value(flag, text, "a duration is expected, such as 10m");
  }
  return *duration;
}

Milliseconds days(double count) {
  return Milliseconds(static_cast<std::int64_t>(count * 86'400'000.0));
}

Result<std::vector<std::string>> read_list(std::string_view flag,
                                           std::string_view text) {
  std::vector<std::string> words;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view word = text.substr(0, comma);
    if (word.empty()) return wrong_value(flag, text, "a word between each two commas");
    words.emplace_back(word);
    if (comma == text.npos) return words;
    text.remove_prefix(comma + 1);
  }
}

Result<std::vector<std::int64_t>> read_sources(std::string_view flag,
                                               const std::string& text) {
  std::vector<std::int64_t> sources;
  if (text.empty()) return sources;
  TRY_ASSIGN(const std::vector<std::string> words, read_list(flag, text));
  for (const std::string& word : words) {
    std::int64_t& source = sources.emplace_back();
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, source);
    if (error != std::errc() || stop != end) {
      return wrong_value(flag, word, "the number of a source is expected");
    }
  }
  return sources;
}

Result<sim::SampleOptions> read_sample(const LabSimulateOptions& options) {
  sim::SampleOptions sample;
  if (!options.start.empty()) {
    sample.begin = parse::parse_date(options.start);
    if (!sample.begin) return wrong_value("--start", options.start, "no date");
  }
  if (options.run_in_days) sample.run_in = days(*options.run_in_days);
  if (options.days) sample.length = days(*options.days);
  sample.sources = options.sources;
  sample.seed = options.seed;
  return sample;
}

sim::FaultOptions read_faults(const LabSimulateOptions& options) {
  return {.failed_visits = options.failed_percent / 100,
          .timeouts = options.timeout_percent / 100,
          .wrong_times = options.wrong_times_percent / 100,
          .clock =
              options.clock_jumps ? sim::ClockFaults::kJumps : sim::ClockFaults::kNone};
}

Result<sim::ReplayOptions> read_replay(const LabSimulateOptions& options) {
  sim::ReplayOptions replay;
  TRY_ASSIGN(replay.objective, model::parse_objective(options.objective));
  const bool is_feeds = replay.objective == model::Objective::kDelay;
  replay.tick = is_feeds ? kFeedTick : kDocumentTick;
  if (!options.tick.empty()) {
    TRY_ASSIGN(replay.tick, read_duration("--tick", options.tick));
  }
  TRY_ASSIGN(replay.minimum_gap, read_duration("--min-gap", options.minimum_gap));
  if (options.budget_percent) {
    replay.budget.share_per_hour = *options.budget_percent / 100;
    replay.budget.kind = options.budget == "tick" ? schedule::BudgetKind::kPerTick
                                                  : schedule::BudgetKind::kPerDay;
  }
  const bool is_capture = replay.objective == model::Objective::kCapture;
  replay.price = options.price.value_or(is_capture ? kCapturePrice : kOtherPrice);
  replay.training = days(options.training_days);
  replay.subscriber_weight = options.subscriber_weight;
  if (!options.subscribers.empty()) {
    TRY_ASSIGN(replay.subscribers, sim::read_subscribers(options.subscribers));
  }
  replay.items_shown = options.items_shown;
  replay.faults = read_faults(options);
  replay.seed = options.seed;
  return replay;
}

}  // namespace

Result<Simulation> read_simulation(const LabSimulateOptions& options) {
  Simulation simulation;
  TRY_ASSIGN(simulation.policies, read_list("--policy", options.policies));
  TRY_ASSIGN(simulation.sample, read_sample(options));
  TRY_ASSIGN(simulation.profiles, read_sources("--profile-of", options.profile_of));
  TRY_ASSIGN(simulation.histories, read_sources("--history-of", options.history_of));
  for (const auto* sources : {&simulation.profiles, &simulation.histories}) {
    auto& with = simulation.sample.with;
    with.insert(with.end(), sources->begin(), sources->end());
  }
  TRY_ASSIGN(simulation.contest.replay, read_replay(options));
  simulation.contest.downloads = options.downloads;
  return simulation;
}

}  // namespace curlew::apps
