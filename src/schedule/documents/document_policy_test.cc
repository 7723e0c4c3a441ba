#include "schedule/documents/document_policy.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "schedule/documents/document_state.h"
#include "schedule/documents/phase_filter.h"

namespace curlew::schedule::documents {
namespace {

using std::chrono::days;
using std::chrono::hours;

const Time kStart = from_unix_seconds(1'600'041'600);  // A midnight.

// A few documents and what the planner would do with them, by hand.
class World final : public StateTable {
 public:
  explicit World(model::Objective objective = model::Objective::kCapture)
      : policy(make_document_policy(objective)) {
    terms.price = .1;
    terms.tick = days(1);
  }

  Slot add(std::string_view address) {
    const auto slot = Slot(rows_.size());
    rows_.push_back({});
    policy->joined(slot, {model::SourceId{slot + 1}, address});
    visit(slot, kStart, 0);
    return slot;
  }
  // Returns those that should be thought over.
  std::vector<Slot> visit(Slot slot, Time at, std::uint32_t changes) {
    const Observation seen{.slot = slot, .at = at, .new_items = changes};
    rows_[slot].due = policy->next_visit(rows_[slot].state, seen, terms);
    std::vector<Slot> others;
    policy->settled(seen, *this, others);
    return others;
  }
  double gap(Slot slot, Time from) const {
    return std::chrono::duration<double, days::period>(rows_[slot].due - from).count();
  }
  Time reconsider(Slot slot, Time now) const {
    return policy->reconsider(slot, *this, now, rows_[slot].due, terms);
  }

  Slot end() const override { return Slot(rows_.size()); }
  bool holds(Slot) const override { return true; }
  std::span<const std::byte> state(Slot slot) const override {
    return rows_[slot].state.bytes();
  }
  Time due(Slot slot) const override { return rows_[slot].due; }

  std::unique_ptr<Policy> policy;
  Terms terms;

 private:
  struct Row {
    PolicyState state;
    Time due;
  };
  std::vector<Row> rows_;
};

TEST(DocumentPolicy, VisitsHourlyWhatChangesHourlyWhereEveryVersionIsWanted) {
  World world;
  world.terms.price = .0035;
  const Slot slot = world.add("http://a.example/table");
  Time at = kStart;
  double gap = 7;
  for (int i = 0; i < 12; ++i) {
    at += std::chrono::minutes(std::llround(gap * 24 * 60));
    world.visit(slot, at, 1);
    gap = world.gap(slot, at);
  }
  EXPECT_NEAR(gap * 24, 1, .01);
  for (int i = 0; i < 6; ++i) {
    at += std::chrono::minutes(std::llround(gap * 24 * 60));
    world.visit(slot, at, 0);
    gap = world.gap(slot, at);
  }
  EXPECT_GE(gap * 24, 20);
}

TEST(DocumentPolicy, VisitsANewDocumentAtOnce) {
  Random random(1);
  PolicyState state;
  const auto policy = make_document_policy(model::Objective::kCapture);
  EXPECT_EQ(policy->first_visit(state, kStart, random), kStart);
}

TEST(DocumentPolicy, KeepsAtMost160BytesOfADocument) {
  EXPECT_LE(make_document_policy(model::Objective::kCapture)->state_bytes(), 160u);
}

TEST(DocumentPolicy, SpreadsTheFirstGaps) {
  World world;
  std::map<double, int> gaps;
  for (int i = 0; i < 200; ++i) {
    const Slot slot = world.add(fmt::format("https://a.org/{}", i));
    ++gaps[world.gap(slot, kStart)];
  }
  EXPECT_GE(gaps.begin()->first, 1);
  EXPECT_GT(gaps.size(), 5u);
  EXPECT_GT(gaps.rbegin()->first, 2 * gaps.begin()->first);
}

TEST(DocumentPolicy, ComesBackSoonerToWhatChanges) {
  World world;
  const Slot quiet = world.add("https://a.org/quiet");
  const Slot lively = world.add("https://b.org/lively");
  Time now = kStart;
  for (int i = 0; i < 12; ++i) {
    now += days(10);
    world.visit(quiet, now, 0);
    world.visit(lively, now, 1);
  }
  EXPECT_LT(world.gap(lively, now), 10);
  EXPECT_GT(world.gap(quiet, now), 30);
  const Belief slow = world.policy->belief(world.state(quiet), now + days(5), {});
  const Belief fast = world.policy->belief(world.state(lively), now + days(5), {});
  EXPECT_LT(slow.rate_per_day, fast.rate_per_day);
  EXPECT_LT(slow.expected_items, fast.expected_items);
  EXPECT_LT(slow.value, fast.value);
  EXPECT_GT(slow.value, 0);
  EXPECT_LT(fast.value, 1);
}

// One visit after ten days that finds nothing, as the filter itself says it.
TEST(DocumentPolicy, BelievesWhatTheFilterSays) {
  World world;
  const Slot slot = world.add("https://a.org/x");
  world.visit(slot, kStart + days(10), 0);
  const auto state = PolicyState::read_state<DocumentState>(world.state(slot));
  const Conditions expected =
      after_visit(phase_model(), unseen(), 10, Seen::kUnchanged);
  const Conditions kept = state.get_likelihoods();
  for (std::size_t i = 0; i < kConditions; ++i) {
    EXPECT_NEAR(kept[i], expected[i], .01 * expected[i] + 1e-9);
  }
  EXPECT_EQ(state.past.last, to_minute(kStart + days(10)));
  EXPECT_EQ(state.past.previous, to_minute(kStart));
}

TEST(DocumentPolicy, VisitsLessWhenItCostsMoreAndMoreForManySubscribers) {
  const auto gap_at = [](double price, double weight) {
    World world;
    world.terms.price = price;
    world.terms.weight = weight;
    const Slot slot = world.add("https://a.org/x");
    world.visit(slot, kStart + days(10), 0);
    return world.gap(slot, kStart + days(10));
  };
  EXPECT_LT(gap_at(.02, 1), gap_at(.1, 1));
  EXPECT_LT(gap_at(.1, 1), gap_at(.3, 1));
  EXPECT_EQ(gap_at(.3, 3), gap_at(.1, 1));
}

TEST(DocumentPolicy, HearsOfChangesFromNeighbours) {
  World world;
  std::vector<Slot> all;
  for (int i = 0; i < 12; ++i)
    all.push_back(world.add(fmt::format("https://a.org/d/{}", i)));
  // They change together, every fourth visit: that is learned.
  Time now = kStart;
  for (int round = 0; round < 200; ++round) {
    now += days(5);
    for (const Slot slot : all) world.visit(slot, now, round % 4 == 0 ? 1 : 0);
  }
  now += days(15);
  const Time planned = world.due(all[5]);
  const auto others = world.visit(all[4], now, 1);
  EXPECT_EQ(others.size(), 11u);
  world.visit(all[6], now, 1);
  world.visit(all[7], now, 1);
  EXPECT_LT(world.reconsider(all[5], now), std::max(planned, now + days(2)));
}

TEST(DocumentPolicy, PostponesWhatIsDueButUnlikely) {
  World world;
  std::vector<Slot> all;
  for (int i = 0; i < 12; ++i)
    all.push_back(world.add(fmt::format("https://a.org/d/{}", i)));
  Time now = kStart;
  for (int round = 0; round < 200; ++round) {
    now += days(5);
    for (const Slot slot : all) world.visit(slot, now, round % 4 == 0 ? 1 : 0);
  }
  const Time due = world.due(all[5]);
  for (const Slot slot : all) {
    if (slot != all[5]) world.visit(slot, due, 0);
  }
  const Time later = world.reconsider(all[5], due);
  EXPECT_GT(later, due);
  EXPECT_LE(later, due + days(60));
}

TEST(DocumentPolicy, KeepsWhatItLearnedOfAllAcrossARestart) {
  World world;
  const Slot slot = world.add("https://a.org/x");
  for (int i = 1; i < 20; ++i) world.visit(slot, kStart + days(3 * i), i % 2);
  const std::string bytes = world.policy->population_bytes();
  World again;
  again.policy->restore_population(bytes);
  EXPECT_EQ(again.policy->population_bytes(), bytes);
  for (const std::string& odd :
       {std::string(), std::string("documents 0\n"), bytes.substr(0, 40), bytes + "x",
        std::string(bytes.size(), '\xff')}) {
    again.policy->restore_population(odd);
    EXPECT_EQ(again.policy->population_bytes(), bytes);
  }
}

TEST(DocumentPolicy, SurvivesTimesThatCannotBe) {
  for (const auto objective :
       {model::Objective::kCapture, model::Objective::kFreshness}) {
    World world(objective);
    Random random(9);
    std::vector<Slot> all;
    for (int i = 0; i < 5; ++i)
      all.push_back(world.add(fmt::format("https://a.org/{}", i)));
    for (int i = 0; i < 3000; ++i) {
      const Time at = kStart + hours(std::int64_t(random.uniform(-4e5, 4e6)));
      const Slot slot = all[random.below(all.size())];
      world.terms.price = std::exp(random.uniform(-20, 20));
      world.visit(slot, at, std::uint32_t(random.below(2)) * 1000);
      ASSERT_GT(world.due(slot), at);
      ASSERT_LE(world.due(slot), at + days(183));
      const Time asked = kStart + hours(std::int64_t(random.uniform(-4e5, 4e6)));
      world.reconsider(slot, asked);
      const Belief belief = world.policy->belief(world.state(slot), asked, world.terms);
      ASSERT_TRUE(std::isfinite(belief.rate_per_day));
      ASSERT_TRUE(std::isfinite(belief.expected_items));
      ASSERT_TRUE(std::isfinite(belief.value));
      if (i % 100 == 0) world.policy->learn_population(world, at);
    }
  }
}

TEST(DocumentPolicy, TakesStatesOfOthersForFresh) {
  World world;
  const Slot slot = world.add("https://a.org/x");
  PolicyState other;
  other.set(StateKind::kRoundRobin);
  EXPECT_GT(world.policy->next_visit(other, {.slot = slot, .at = kStart}, world.terms),
            kStart);
  EXPECT_TRUE(other.is(StateKind::kDocument));
  EXPECT_EQ(world.policy->belief(PolicyState().bytes(), kStart, {}).rate_per_day, 0);
}

}  // namespace
}  // namespace curlew::schedule::documents
