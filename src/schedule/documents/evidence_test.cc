#include "schedule/documents/evidence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/random.h"
#include "schedule/documents/host_habits.h"

namespace curlew::schedule::documents {
namespace {

const NeighbourVisits kSilence;

TEST(Evidence, SaysNothingBeforeItHasLearned) {
  const EvidenceTables tables;
  const Cells cells = cells_of({3, 1, .5}, kSilence, 2, 5);
  EXPECT_EQ(tables.multiplier(cells), 1);
}

TEST(Evidence, DistinguishesWhatWasHeard) {
  std::set<std::array<std::uint8_t, Cells::kTables>> distinct;
  for (const double changed : {0.0, .1, .3, .7, 1.0, 3.0, 9.0}) {
    for (const double expected : {.01, .1, .3, .5, 1.0, 3.0, 9.0}) {
      distinct.insert(cells_of({changed, 0, expected}, kSilence, 1, 0).cell);
    }
  }
  EXPECT_EQ(distinct.size(), 49u);
  EXPECT_NE(habit_cell(3, 1), habit_cell(3, 2));
  EXPECT_EQ(habit_cell(3, 1), habit_cell(4, 5));  // Two bits, two to four days.
}

// By hand: five tables move by 8 / (200 + .3) * (1 - .25) = .0299551 each.
TEST(Evidence, MovesByTheSurpriseOverItsPatience) {
  EvidenceTables tables;
  const Cells cells = cells_of({1, 0, .2}, kSilence, 1, 2);
  tables.learn(cells, true, .25);
  EXPECT_NEAR(std::log(tables.multiplier(cells)), 5 * .0299551, 1e-6);
  const Cells others = cells_of({0, 0, .2}, {0, 0, .2}, 3, 5);
  EXPECT_EQ(tables.multiplier(others), 1);
}

TEST(Evidence, ComesToPredictWhatHappens) {
  EvidenceTables tables;
  Random random(1);
  const Cells heard = cells_of({2, 0, .2}, kSilence, 1, 2);
  const Cells not_heard = cells_of({0, 2, .2}, kSilence, 1, 2);
  const double expected = .1;  // -ln P(unchanged) by its own past.
  const auto predict = [&](const Cells& cells) {
    return -std::expm1(-expected * tables.multiplier(cells));
  };
  for (int i = 0; i < 20'000; ++i) {
    tables.learn(heard, random.uniform() < .6, predict(heard));
    tables.learn(not_heard, random.uniform() < .05, predict(not_heard));
  }
  EXPECT_NEAR(predict(heard), .6, .06);
  EXPECT_NEAR(predict(not_heard), .05, .02);
}

TEST(Evidence, IsNeverQuiteSure) {
  EvidenceTables tables;
  const Cells cells = cells_of({9, 0, 9}, kSilence, 9, 2);
  for (int i = 0; i < 100'000; ++i) tables.learn(cells, true, 0);
  EXPECT_NEAR(std::log(tables.multiplier(cells)), 3.4, 1e-9);
  for (int i = 0; i < 300'000; ++i) tables.learn(cells, false, 1);
  EXPECT_NEAR(std::log(tables.multiplier(cells)), -3, 1e-9);
}

TEST(Evidence, IsStoredAndRestored) {
  EvidenceTables tables;
  const Cells cells = cells_of({2, 0, .2}, kSilence, 1, 2);
  for (int i = 0; i < 50; ++i) tables.learn(cells, true, .3);
  const std::string bytes = tables.to_bytes();
  EvidenceTables again;
  EXPECT_TRUE(again.restore(bytes));
  EXPECT_EQ(again.multiplier(cells), tables.multiplier(cells));
  EXPECT_FALSE(again.restore(bytes.substr(1)));
  EXPECT_FALSE(again.restore(""));
  EXPECT_FALSE(again.restore(std::string(bytes.size(), '\xff')));  // Not numbers.
  EXPECT_EQ(again.multiplier(cells), tables.multiplier(cells));
}

TEST(HostHabits, KnowsWhetherMoreGoesOnThanExpected) {
  HostHabits hosts;
  hosts.begin(0);
  EXPECT_EQ(hosts.ratio(0, 1000), 1);
  for (int i = 0; i < 10; ++i) hosts.add_visit(0, 1000, true, .5);
  EXPECT_NEAR(hosts.ratio(0, 1000), 1.5, 1e-6);  // (5 + 10) / (5 + 5)
  // A day later .85 of it is left: (5 + 8.5) / (5 + 4.25)
  EXPECT_NEAR(hosts.ratio(0, 1000 + 24 * 60), 13.5 / 9.25, 1e-6);
  EXPECT_NEAR(hosts.ratio(0, 1000 + 365 * 24 * 60), 1, 1e-6);
  EXPECT_NEAR(hosts.ratio(0, 1), 1.5, 1e-6);  // A clock that went back.
  hosts.begin(0);
  EXPECT_EQ(hosts.ratio(0, 1000), 1);
}

TEST(HostHabits, LearnsTheHabitsOfAHostFromItsDocuments) {
  HostHabits hosts;
  hosts.begin(1);
  Conditions weights{};
  weights[kActive + 9] = .5f;
  weights[kSteady + 9] = .5f;
  for (int i = 0; i < 600; ++i) hosts.add_document(1, weights);
  hosts.finish_priors();
  // (300 + 200 * .7 * .0003 + .01) / (600 + 200 + .32)
  EXPECT_NEAR(hosts.prior(1)[9], .37491, 1e-4);
  EXPECT_NEAR(hosts.prior(1)[kClasses + 9], .37488, 1e-4);
  float sum = 0;
  for (const float share : hosts.prior(1)) sum += share;
  EXPECT_NEAR(sum, 1, 1e-3);
  // Without documents the population's is left.
  EXPECT_NEAR(hosts.prior(0)[4], population_prior()[4], 1e-2);
}

}  // namespace
}  // namespace curlew::schedule::documents
