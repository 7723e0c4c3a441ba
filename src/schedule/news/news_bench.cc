// Decisions a second of `curlew` for news: one call is one decision.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "schedule/news/news_policy.h"

namespace curlew::schedule::news {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

const Time kStart = from_unix_seconds(1'609'718'400);

// Sources of many rates, each visited for three months at the times the policy chose.
class Fleet {
 public:
  Fleet(std::size_t sources, double price) {
    terms_.price = price;
    Random random(11);
    for (std::size_t i = 0; i < sources; ++i) {
      sources_.push_back({.rate = std::exp(random.uniform(-3, 3.5))});
    }
    for (Source& source : sources_) {
      source.due = policy_->first_visit(source.state, kStart, random);
      while (source.due < kStart + hours(24 * 90)) visit(source, random);
    }
    learn_population();
  }

  struct Source {
    PolicyState state;
    double rate = 1;  // Items a day.
    Time last = kStart;
    Time due = kStart;
  };

  void visit(Source& source, Random& random) {
    const double days =
        std::chrono::duration<double, std::ratio<86'400>>(source.due - source.last)
            .count();
    times_.clear();
    for (double t = next(source, random); t < days; t += next(source, random)) {
      times_.push_back(source.last + Milliseconds(std::int64_t(t * 86'400'000)));
    }
    const Time at = source.due;
    source.due = policy_->next_visit(source.state,
                                     {.at = at,
                                      .previous = source.last,
                                      .new_items = std::uint32_t(times_.size()),
                                      .item_times = times_},
                                     terms_);
    source.last = at;
  }

  void learn_population();

  std::vector<Source>& sources() { return sources_; }
  const Policy& policy() const { return *policy_; }
  Terms& terms() { return terms_; }

 private:
  static double next(const Source& source, Random& random) {
    return -std::log(1 - random.uniform()) / source.rate;
  }

  std::unique_ptr<Policy> policy_ = make_news_policy();
  Terms terms_;
  std::vector<Source> sources_;
  std::vector<Time> times_;
};

// States as a planner holds them.
class Table final : public StateTable {
 public:
  explicit Table(const std::vector<Fleet::Source>& sources) : sources_(sources) {}
  Slot end() const override { return Slot(sources_.size()); }
  bool holds(Slot) const override { return true; }
  std::span<const std::byte> state(Slot slot) const override {
    return sources_[slot].state.bytes();
  }
  Time due(Slot slot) const override { return sources_[slot].due; }

 private:
  const std::vector<Fleet::Source>& sources_;
};

// Three times, so that the kinds of sources are known.
void Fleet::learn_population() {
  for (int day = 0; day < 3; ++day) policy_->learn_population(Table(sources_), kStart);
}

// The price at which about `percent` of the sources are visited in an hour.
double price_of(std::int64_t percent) {
  return make_news_policy()->first_price(double(percent) / 100);
}

void learn_and_look_ahead(benchmark::State& state) {
  Fleet fleet(1000, price_of(state.range(0)));
  Random random(3);
  std::size_t i = 0;
  for (auto _ : state) {
    fleet.visit(fleet.sources()[i], random);
    if (++i == fleet.sources().size()) i = 0;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(learn_and_look_ahead)->Arg(15)->Arg(5)->Arg(2);

void learn_alone(benchmark::State& state) {
  Fleet fleet(1000, price_of(state.range(0)));
  fleet.terms().asks = Asks::kRanks;
  Random random(3);
  std::size_t i = 0;
  for (auto _ : state) {
    Fleet::Source& source = fleet.sources()[i];
    source.due = source.last + hours(100 / state.range(0));
    fleet.visit(source, random);
    if (++i == fleet.sources().size()) i = 0;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(learn_alone)->Arg(15)->Arg(5)->Arg(2);

void rank(benchmark::State& state) {
  Fleet fleet(1000, price_of(state.range(0)));
  fleet.terms().asks = Asks::kRanks;
  std::size_t i = 0;
  for (auto _ : state) {
    const Fleet::Source& source = fleet.sources()[i];
    const Time now = source.last + (source.due - source.last) / 2;
    benchmark::DoNotOptimize(
        fleet.policy().rank(source.state.bytes(), now, fleet.terms()));
    if (++i == fleet.sources().size()) i = 0;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(rank)->Arg(15)->Arg(5)->Arg(2);

}  // namespace
}  // namespace curlew::schedule::news
