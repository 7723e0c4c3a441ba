#include "schedule/documents/phase_model.h"

#include <gtest/gtest.h>

#include <cmath>

namespace curlew::schedule::documents {
namespace {

struct Matrix {
  double a[2][2];
};
Matrix times(const Matrix& x, const Matrix& y) {
  Matrix z{};
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      z.a[i][j] = x.a[i][0] * y.a[0][j] + x.a[i][1] * y.a[1][j];
    }
  }
  return z;
}

// e^(m*t) by its series, for a small part of t that is then squared.
Matrix exponential(const Matrix& m, double t) {
  const double part = t / 65536;
  Matrix sum{{{1, 0}, {0, 1}}};
  Matrix term = sum;
  for (int n = 1; n < 12; ++n) {
    term = times(term, m);
    for (auto& row : term.a) {
      for (double& x : row) x *= part / n;
    }
    for (int i = 0; i < 4; ++i) sum.a[i / 2][i % 2] += term.a[i / 2][i % 2];
  }
  for (int i = 0; i < 16; ++i) sum = times(sum, sum);
  return sum;
}

// The constants, written down once more.
struct Oracle {
  explicit Oracle(std::size_t k) {
    rate = std::pow(4500.0, double(k) / 15) / 1500;
    const double l = std::log(50 * rate);
    active = rate * std::exp(1.7802 + .3154 * l);
    calming = std::exp(-4.5265 + .1596 * l);
    unchanged = {{{-rate, 0}, {calming, -calming - active}}};
    any = {{{-rate * .4185, rate * .4185}, {calming, -calming}}};
  }
  double rate, active, calming;
  Matrix unchanged, any;
};

TEST(PhaseModel, AgreesWithTheSeriesOfTheMatrixExponentials) {
  for (std::size_t k = 0; k < kClasses; ++k) {
    const Oracle oracle(k);
    for (const double t : {0.0, 0.04, 1.0, 7.5, 30.0, 182.0, 700.0}) {
      const Passage p = phase_model().over(t);
      const Matrix u = exponential(oracle.unchanged, t);
      const Matrix w = exponential(oracle.any, t);
      EXPECT_NEAR(p.u_quiet[k], u.a[0][0], 1e-5);
      EXPECT_NEAR(p.u_calmed[k], u.a[1][0], 1e-5);
      EXPECT_NEAR(p.u_active[k], u.a[1][1], 1e-5);
      EXPECT_NEAR(p.w_quiet[k], w.a[0][0], 1e-5);
      EXPECT_NEAR(p.w_stirred[k], w.a[0][1], 1e-5);
      EXPECT_NEAR(p.w_calmed[k], w.a[1][0], 1e-5);
      EXPECT_NEAR(p.w_active[k], w.a[1][1], 1e-5);
      const Conditions s = phase_model().survival(t);
      EXPECT_NEAR(s[k], u.a[0][0], 1e-5);
      EXPECT_NEAR(s[kActive + k], u.a[1][0] + u.a[1][1], 1e-5);
      EXPECT_NEAR(s[kSteady + k], u.a[0][0], 1e-5);
    }
  }
}

TEST(PhaseModel, IntegratesDaysAndChanges) {
  constexpr int kSteps = 20'000;
  constexpr double kDays = 40;
  Conditions days{};
  Conditions changes{};
  for (int i = 0; i < kSteps; ++i) {
    const double t = kDays * (i + .5) / kSteps;
    const Conditions s = phase_model().survival(t);
    const Passage p = phase_model().over(t);
    for (std::size_t k = 0; k < kClasses; ++k) {
      const Oracle o(k);
      days[k] += s[k] * float(kDays / kSteps);
      days[kActive + k] += s[kActive + k] * float(kDays / kSteps);
      days[kSteady + k] += s[kSteady + k] * float(kDays / kSteps);
      changes[kSteady + k] += float(o.rate * kDays / kSteps);
      changes[k] +=
          float((p.w_quiet[k] * o.rate + p.w_stirred[k] * o.active) * kDays / kSteps);
      changes[kActive + k] +=
          float((p.w_calmed[k] * o.rate + p.w_active[k] * o.active) * kDays / kSteps);
    }
  }
  for (std::size_t i = 0; i < kConditions; ++i) {
    EXPECT_NEAR(phase_model().days_unchanged(kDays)[i] / days[i], 1, 2e-3) << i;
    EXPECT_NEAR(phase_model().changes(kDays)[i] / changes[i], 1, 2e-3) << i;
  }
}

TEST(PhaseModel, HasASlowestAndAFastestClass) {
  EXPECT_NEAR(phase_model().rates()[0], 1.0 / 1500, 1e-9);
  EXPECT_NEAR(phase_model().rates()[kClasses - 1], 3, 1e-5);
  for (std::size_t k = 0; k < kClasses; ++k) {
    EXPECT_GT(phase_model().rates()[kActive + k], phase_model().rates()[k]);
    EXPECT_NEAR(phase_model().stationary()[k] + phase_model().stationary()[kActive + k],
                1, 1e-6);
  }
}

TEST(PhaseModel, TakesSpansThatCannotBe) {
  for (const double t : {-1e300, -1.0, 1e300, HUGE_VAL}) {
    for (const float s : phase_model().survival(t)) EXPECT_TRUE(s >= 0 && s <= 1) << t;
  }
  EXPECT_EQ(phase_model().survival(-5)[0], 1);
}

TEST(Dot, SumsAllProducts) {
  Conditions a, b;
  double sum = 0;
  for (std::size_t i = 0; i < kConditions; ++i) {
    a[i] = float(i);
    b[i] = float(i % 5);
    sum += double(i * (i % 5));
  }
  EXPECT_EQ(dot(a, b), sum);
}

}  // namespace
}  // namespace curlew::schedule::documents
