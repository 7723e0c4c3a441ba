#include "sim/replay/contest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "schedule/make_policy.h"
#include "schedule/truth.h"

namespace curlew::sim {
namespace {

constexpr int kMostRuns = 14;
constexpr double kCloseEnough = 0.003;
constexpr std::array kCurve{1.0 / 16, 1.0 / 8, 1.0 / 4, 1.0 / 2, 1.0, 2.0, 4.0};
constexpr double kFirstStep = 2;  // Of the price, until it is enclosed: e^2.

bool is_reference(std::string_view name) {
  return std::ranges::count(schedule::reference_policy_names(), name) > 0;
}

schedule::Truth truth_of(const Sample& sample, const ContestOptions& options) {
  schedule::Truth truth;
  truth.begin = sample.window.begin;
  truth.end = sample.window.end;
  for (std::size_t i = 0; i < sample.sources.size(); ++i) {
    truth.sources.push_back({source_id(i), sample.sources[i]->events});
  }
  const double hours =
      std::chrono::duration<double, std::ratio<3600>>(truth.end - truth.begin).count();
  truth.visits = options.downloads ? double(*options.downloads)
                                   : options.replay.budget.share_per_hour * hours *
                                         double(sample.sources.size());
  return truth;
}

// What turns the number of visits up and down.
enum class Knob { kNone, kPrice, kGoldFactor };

class Contestant {
 public:
  Contestant(std::string_view name, const Sample& sample, const ContestOptions& options)
      : name_(name), sample_(sample), options_(options) {
    if (is_reference(name)) truth_ = truth_of(sample, options);
  }

  Result<std::unique_ptr<schedule::Policy>> make() const {
    const schedule::PolicyOptions options{.objective = options_.replay.objective,
                                          .tick = options_.replay.tick,
                                          .training = options_.replay.training};
    if (truth_) return schedule::make_reference_policy(name_, options, *truth_);
    return schedule::make_policy(name_, options);
  }

  Knob knob() const {
    if (name_ == "gold") return Knob::kGoldFactor;
    if (name_ == "clairvoyant") return Knob::kNone;  // Plans for the very number.
    const auto policy = make();
    const bool has_price =
        policy && (*policy)->first_price(options_.replay.budget.share_per_hour) > 0;
    return has_price ? Knob::kPrice : Knob::kNone;
  }

  // Under the budget of the options.
  Result<Entry> run() { return run(options_.replay); }

  // At a price that stays the same; that of `gold` is the factor of its intervals.
  Result<Entry> run_at(double price) {
    ReplayOptions options = options_.replay;
    options.budget.kind = schedule::BudgetKind::kUnlimited;
    options.price = price;
    if (truth_) truth_->gold_factor = price;
    return run(options);
  }
  double usual_price() const {
    return knob() == Knob::kGoldFactor ? 1 : options_.replay.price;
  }

  int runs() const { return runs_; }

 private:
  Result<Entry> run(const ReplayOptions& options) {
    TRY_ASSIGN(auto policy, make());
    ++runs_;
    Replayed replayed = replay(sample_, std::move(policy), options);
    return Entry{name_, replayed.price, runs_, std::move(replayed.card),
                 std::move(replayed.followed)};
  }

  const std::string name_;
  const Sample& sample_;
  const ContestOptions& options_;
  std::optional<schedule::Truth> truth_;
  int runs_ = 0;
};

// Finds ln price where ln visits = ln wanted. Visits fall as the price rises, nearly as
// a power of it, so the false position in logarithms gets there in a few runs; where
// steps make it crawl, halving takes over.
class PriceSearch {
 public:
  PriceSearch(double start, double wanted)
      : next_(std::log(start)), wanted_(std::log(wanted)) {}

  double next() const { return std::exp(next_); }

  void saw(std::size_t visits) {
    const Point point{next_, std::log(std::max<double>(double(visits), 0.5)) - wanted_};
    (point.excess > 0 ? cheap_ : dear_) = point;
    ++seen_;
    if (std::isinf(cheap_.price) || std::isinf(dear_.price)) {
      next_ += point.excess > 0 ? kFirstStep : -kFirstStep;
      return;
    }
    const double width = dear_.price - cheap_.price;
    const double part = cheap_.excess / (cheap_.excess - dear_.excess);
    const bool is_halving = seen_ % 3 == 0;
    next_ = cheap_.price + width * (is_halving ? 0.5 : std::clamp(part, 0.02, 0.98));
  }

 private:
  struct Point {
    double price;
    double excess;  // Of ln visits.
  };
  double next_;
  const double wanted_;
  // The nearest that brought too many visits, and too few.
  Point cheap_{-std::numeric_limits<double>::infinity(), 0};
  Point dear_{std::numeric_limits<double>::infinity(), 0};
  int seen_ = 0;
};

double miss(const Entry& entry, double wanted) {
  return std::abs(double(entry.card.score.visits) / wanted - 1);
}

Result<Entry> run_with_downloads(Contestant& contestant, double wanted) {
  PriceSearch search(contestant.usual_price(), wanted);
  TRY_ASSIGN(Entry best, contestant.run_at(search.next()));
  search.saw(best.card.score.visits);
  while (miss(best, wanted) > kCloseEnough && contestant.runs() < kMostRuns) {
    TRY_ASSIGN(Entry entry, contestant.run_at(search.next()));
    search.saw(entry.card.score.visits);
    if (miss(entry, wanted) < miss(best, wanted)) best = std::move(entry);
  }
  best.runs = contestant.runs();
  return best;
}

}  // namespace

Result<Entry> run_policy(std::string_view name, const Sample& sample,
                         const ContestOptions& options) {
  Contestant contestant(name, sample, options);
  if (!options.downloads || contestant.knob() == Knob::kNone) return contestant.run();
  return run_with_downloads(contestant, double(*options.downloads));
}

Result<std::vector<Score>> run_at_prices(std::string_view name, const Sample& sample,
                                         const ContestOptions& options) {
  Contestant contestant(name, sample, options);
  std::vector<Score> scores;
  if (contestant.knob() == Knob::kNone) return scores;
  const double usual = contestant.usual_price();
  for (const double times : kCurve) {
    TRY_ASSIGN(const Entry entry, contestant.run_at(usual * times));
    scores.push_back(entry.card.score);
  }
  return scores;
}

}  // namespace curlew::sim
