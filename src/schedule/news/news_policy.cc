#include "schedule/news/news_policy.h"

#include <algorithm>
#include <cmath>

#include "schedule/compact_time.h"
#include "schedule/news/evidence.h"
#include "schedule/news/host_rates.h"
#include "schedule/news/outlook.h"
#include "schedule/news/rate_model.h"

namespace curlew::schedule::news {
namespace {

constexpr Milliseconds kLongestGap = std::chrono::days(30);
constexpr double kLowestPrice = 1e-9;  // Visits that cost nothing are made every tick.

Time on_tick(Time visited, double days, Milliseconds tick) {
  const double ticks = std::round(days * kSecondsPerDay * 1000 / double(tick.count()));
  const double most = double(kLongestGap / tick);
  return visited + tick * std::int64_t(std::clamp(ticks, 1.0, std::max(1.0, most)));
}

class NewsPolicy final : public Policy {
 public:
  std::string_view name() const override { return "curlew"; }
  Speaks speaks() const override { return Speaks::kBoth; }
  std::size_t state_bytes() const override { return sizeof(NewsState); }

  Time first_visit(PolicyState& state, Time now, Random&) const override {
    state.set(NewsState{});
    return now;
  }

  Time next_visit(PolicyState& bytes, const Observation& seen,
                  const Terms& terms) const override {
    NewsState state = bytes.is(StateKind::kNews) ? bytes.as<NewsState>() : NewsState{};
    state.prior_rate = float(hosts_.expected(seen.slot, crowd_.population.rate));
    learn(state, seen, crowd_);
    Time due = seen.at;
    if (terms.asks == Asks::kTimes) {
      const double price = std::max(kLowestPrice, terms.price / terms.weight);
      Outlook outlook =
          make_outlook(Rhythm(state, crowd_), rates(state), state.last, price);
      outlook.list_room = make_list_room(state.shown, state.burst);
      const Choice choice = look_ahead(outlook, price);
      state.urgency_scale = float(std::clamp(choice.waiting / price, .05, 20.0));
      due = on_tick(seen.at, outlook.time[choice.step], terms.tick);
    }
    bytes.set(state);
    return due;
  }

  double rank(std::span<const std::byte> bytes, Time now,
              const Terms& terms) const override {
    const auto state = PolicyState::read_state<NewsState>(bytes);
    if (state.kind != StateKind::kNews || state.last == 0) return kNeverSeen;
    const double waiting = value(state, expect(state, now)) * terms.weight;
    return terms.asks == Asks::kRanks ? waiting : waiting / state.urgency_scale;
  }

  Belief belief(std::span<const std::byte> bytes, Time now,
                const Terms& terms) const override {
    const auto state = PolicyState::read_state<NewsState>(bytes);
    if (state.kind != StateKind::kNews || state.last == 0) return {};
    const Rhythm rhythm(state, crowd_);
    const Backlog waiting = expect(state, now);
    Belief belief;
    belief.rate_per_day = rates(state).recent;
    belief.expected_items = waiting.items;
    belief.value = value(state, waiting) * terms.weight;
    for (std::uint32_t hour = 0; hour < 168; ++hour) {
      belief.profile.push_back(float(rhythm.at(hour)));
    }
    return belief;
  }

  void set_back(PolicyState& bytes, Milliseconds by) const override {
    if (!bytes.is(StateKind::kNews)) return;
    auto state = bytes.as<NewsState>();
    for (UnixSeconds* time : {&state.last, &state.epoch}) {
      if (*time != 0) *time = std::max(earlier(*time, by), UnixSeconds{1});
    }
    bytes.set(state);
  }

  double first_price(double share_per_hour) const override {
    const double gap = 1 / (24 * std::max(share_per_hour, 1e-6));
    return gap * gap / 2;
  }

  void joined(Slot slot, const Subject& subject) override {
    hosts_.joined(slot, subject.address);
  }

  void learn_population(const StateTable& table, Time) override {
    Census census(crowd_.population);
    hosts_.begin();
    for (Slot slot = 0; slot < table.end(); ++slot) {
      if (!table.holds(slot)) continue;
      const auto state = PolicyState::read_state<NewsState>(table.state(slot));
      if (state.kind != StateKind::kNews || state.last == 0) continue;
      census.count(state);
      hosts_.count(slot, steady_rate(state));
    }
    crowd_ = Crowd(census.result());
  }

  std::string population_bytes() const override { return to_bytes(crowd_.population); }
  void restore_population(std::string_view bytes) override {
    crowd_ = Crowd(parse_population(bytes));
  }

 private:
  // Whoever was never visited comes first: nothing is known of it.
  static constexpr double kNeverSeen = 1e9;

  Backlog expect(const NewsState& state, Time now) const {
    return backlog(Rhythm(state, crowd_), rates(state), state.last,
                   to_unix_seconds(now));
  }
  static double value(const NewsState& state, const Backlog& backlog) {
    return backlog.waiting +
           make_list_room(state.shown, state.burst).cost(backlog.items);
  }

  Crowd crowd_{Population()};
  HostRates hosts_;
};

}  // namespace

std::unique_ptr<Policy> make_news_policy() { return std::make_unique<NewsPolicy>(); }

}  // namespace curlew::schedule::news
