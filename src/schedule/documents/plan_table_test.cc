#include "schedule/documents/plan_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace curlew::schedule::documents {
namespace {

// The best gain per day of one class over all pairs of gaps, one for each phase.
double best_gain(const GapTable& table, std::size_t k, double price) {
  double most = -HUGE_VAL;
  for (std::size_t q = 0; q < table.gaps().size(); ++q) {
    for (std::size_t a = 0; a < table.gaps().size(); ++a) {
      const double stir = table.passage(q).w_stirred[k];
      const double calm = table.passage(a).w_calmed[k];
      // Share of the visits that find it quiet and active.
      const double quiet = calm / (stir + calm);
      const double reward = quiet * table.reward(q)[k] +
                            (1 - quiet) * table.reward(a)[kActive + k] - price;
      const double days = quiet * table.gaps()[q] + (1 - quiet) * table.gaps()[a];
      most = std::max(most, reward / days);
    }
  }
  return most;
}

class PlanTableTest : public testing::TestWithParam<model::Objective> {};

// At the best gain the best Z of the quiet phase is 0, since its value is: for any
// other gain it would be above or below.
TEST_P(PlanTableTest, FindsTheBestPairOfGaps) {
  const GapTable gaps(GetParam());
  for (const double price : {.005, .05, .2, .7}) {
    const PlanTable plan(gaps, price);
    for (std::size_t k = 0; k < kClasses; k += 3) {
      const double gain = best_gain(gaps, k, price);
      double best_quiet = -HUGE_VAL;
      double best_active = -HUGE_VAL;
      double best_steady = -HUGE_VAL;
      for (std::size_t i = 0; i < gaps.gaps().size(); ++i) {
        best_quiet = std::max<double>(best_quiet, plan.values(i)[k]);
        best_active = std::max<double>(best_active, plan.values(i)[kActive + k]);
        best_steady = std::max<double>(best_steady, plan.values(i)[kSteady + k]);
      }
      EXPECT_NEAR(best_quiet, 0, 1e-4) << k << " " << price;
      EXPECT_NEAR(best_steady, 0, 1e-4) << k << " " << price;
      for (std::size_t i = 0; i < gaps.gaps().size(); ++i) {
        const double z = gaps.reward(i)[k] - price - gain * gaps.gaps()[i] +
                         gaps.passage(i).w_stirred[k] * best_active;
        EXPECT_NEAR(plan.values(i)[k], z, 1e-3 * (1 + std::abs(z))) << k << " " << i;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Objectives, PlanTableTest,
                         testing::Values(model::Objective::kCapture,
                                         model::Objective::kFreshness));

Conditions certain(std::size_t condition) {
  Conditions weights{};
  weights[condition] = 1;
  return weights;
}

TEST(PlanTable, VisitsFasterAndActiveDocumentsMoreOften) {
  const GapTable gaps(model::Objective::kCapture);
  const PlanTable plan(gaps, .1);
  double before = 1000;
  for (std::size_t k = 0; k < kClasses; ++k) {
    const double gap = plan.best_gap(certain(k));
    EXPECT_LE(gap, before);
    EXPECT_LE(plan.best_gap(certain(kActive + k)), gap);
    before = gap;
  }
  EXPECT_EQ(before, 1);
}

TEST(PlanTable, VisitsLessOftenWhenItCostsMore) {
  PlanCache cache(model::Objective::kCapture);
  double before = 0;
  for (const double price : {.001, .01, .05, .1, .3, .9}) {
    const double gap = cache.at(price).best_gap(certain(5));
    EXPECT_GE(gap, before);
    before = gap;
  }
  EXPECT_EQ(before, 182);
}

TEST(PlanTable, ComesSoonerWhenAChangeIsLikely) {
  const GapTable gaps(model::Objective::kCapture);
  const PlanTable plan(gaps, .1);
  const Conditions weights = certain(4);
  const double planned = plan.best_gap(weights);
  EXPECT_EQ(plan.best_gap_from(weights, 5, 1), planned);
  EXPECT_EQ(plan.best_gap_from(weights, 5, .1), 5);
  EXPECT_GT(plan.best_gap_from(weights, planned, 1.05), planned);
  EXPECT_NEAR(plan.unchanged(weights, 5.5), phase_model().survival(5.5)[4], 1e-3);
  // Beyond the longest gap there is only now.
  EXPECT_EQ(plan.best_gap_from(weights, 400, 1), 400);
}

TEST(PlanCache, SharesTablesOfNearlyEqualPrices) {
  PlanCache cache(model::Objective::kCapture);
  const PlanTable* const first = &cache.at(.1);
  EXPECT_EQ(first, &cache.at(.1001));
  EXPECT_NE(first, &cache.at(.2));
  for (const double odd : {0.0, -1.0, HUGE_VAL, std::nan("")}) {
    EXPECT_GE(cache.at(odd).best_gap(certain(5)), 1);
  }
}

}  // namespace
}  // namespace curlew::schedule::documents
