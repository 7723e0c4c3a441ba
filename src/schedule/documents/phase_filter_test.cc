#include "schedule/documents/phase_filter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"
#include "schedule/documents/document_state.h"

namespace curlew::schedule::documents {
namespace {

// The recursion as it is written on paper, in double and without floors.
class NaiveFilter {
 public:
  NaiveFilter() {
    for (std::size_t i = 0; i < kConditions; ++i) {
      l_[i] = phase_model().stationary()[i] / kHabits;
    }
  }
  void visit(double days, bool changed) {
    const Passage p = phase_model().over(days);
    double next[kConditions];
    for (std::size_t k = 0; k < kClasses; ++k) {
      const double q = l_[k], a = l_[kActive + k];
      const double uq = q * p.u_quiet[k] + a * p.u_calmed[k], ua = a * p.u_active[k];
      const double wq = q * p.w_quiet[k] + a * p.w_calmed[k];
      const double wa = q * p.w_stirred[k] + a * p.w_active[k];
      next[k] = changed ? wq - uq : uq;
      next[kActive + k] = changed ? wa - ua : ua;
      const double s = l_[kSteady + k],
                   us = s * std::exp(-phase_model().rates()[k] * days);
      next[kSteady + k] = changed ? s - us : us;
    }
    const double d = std::min(.2, 3.24e-5 * days);
    double sum = 0;
    for (std::size_t i = 0; i < kConditions; ++i) {
      const std::size_t k = i % kClasses;
      const double below = next[k == 0 ? i : i - 1];
      const double above = next[k + 1 == kClasses ? i : i + 1];
      l_[i] = next[i] + d * (below - 2 * next[i] + above);
      sum += l_[i];
    }
    for (double& x : l_) x /= sum;
  }
  double operator[](std::size_t i) const { return l_[i]; }

 private:
  double l_[kConditions];
};

double distance(const NaiveFilter& naive, const Conditions& values) {
  double most = 0;
  for (std::size_t i = 0; i < kConditions; ++i) {
    most = std::max(most, std::abs(naive[i] - values[i]));
  }
  return most;
}

TEST(PhaseFilter, AgreesWithTheNaiveRecursion) {
  Random random(7);
  for (int run = 0; run < 50; ++run) {
    NaiveFilter naive;
    Conditions exact = unseen();
    DocumentState stored;
    stored.set_likelihoods(exact);
    const double chance = random.uniform();
    for (int visit = 0; visit < 100; ++visit) {
      const double days = std::exp(random.uniform(-3, 5.2));
      const bool changed = random.uniform() < chance;
      const Seen seen = changed ? Seen::kChanged : Seen::kUnchanged;
      naive.visit(days, changed);
      exact = after_visit(phase_model(), exact, days, seen);
      stored.set_likelihoods(
          after_visit(phase_model(), stored.get_likelihoods(), days, seen));
    }
    EXPECT_LT(distance(naive, exact), 2e-3) << run;
    // As it is kept: with three digits only.
    EXPECT_LT(distance(naive, stored.get_likelihoods()), 0.03) << run;
  }
}

TEST(PhaseFilter, FindsTheClassOfASteadyDocument) {
  const Habits even = [] {
    Habits prior;
    prior.fill(1.0f / kHabits);
    return prior;
  }();
  Random random(3);
  for (const std::size_t k : {3u, 6u, 9u}) {
    const double rate = phase_model().rates()[k];
    Conditions l = unseen();
    for (int i = 0; i < 2000; ++i) {
      const double days = random.uniform(.3, 1.5) / rate;
      const bool changed = random.uniform() > std::exp(-rate * days);
      l = after_visit(phase_model(), l, days,
                      changed ? Seen::kChanged : Seen::kUnchanged);
    }
    // Without spells a document looks like one of the neighbouring classes at most.
    const double believed = dot(with_prior(l, even), phase_model().changes(1));
    EXPECT_GT(believed, rate / 2.2);
    EXPECT_LT(believed, rate * 2.2);
  }
}

TEST(PhaseFilter, SurvivesWhateverItIsTold) {
  Random random(1);
  Conditions l = unseen();
  for (int i = 0; i < 2000; ++i) {
    const double days = std::exp(random.uniform(-30, 30)) * (i % 3 == 0 ? -1 : 1);
    l = after_visit(phase_model(), l, days,
                    i % 2 == 0 ? Seen::kChanged : Seen::kUnchanged);
    for (const float value : l) ASSERT_TRUE(std::isfinite(value) && value >= 0) << days;
    ASSERT_NEAR(dot(with_prior(l, Habits{}), phase_model().survival(0)), 1, 1e-3);
  }
}

TEST(PhaseFilter, WeighsLikelihoodsByThePrior) {
  Conditions l{};
  l[2] = .5f;
  l[kActive + 4] = .25f;
  l[kSteady + 4] = .25f;
  Habits prior{};
  prior[2] = .25f;
  prior[4] = .5f;
  prior[kClasses + 4] = .25f;
  const Conditions w = with_prior(l, prior);
  // .125 : .125 : .0625
  EXPECT_NEAR(w[2], .4, 1e-6);
  EXPECT_NEAR(w[kActive + 4], .4, 1e-6);
  EXPECT_NEAR(w[kSteady + 4], .2, 1e-6);
}

}  // namespace
}  // namespace curlew::schedule::documents
