#include "base/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <vector>

namespace curlew {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Metric kVisitsOfTest{
    "visits_total", Metric::Kind::kCounter, "Visits.", {"outcome"}};
constexpr Metric kWaitingOfTest{"waiting", Metric::Kind::kGauge, "How many wait."};
constexpr std::array kBucketsOfTest{1.0, 10.0};
constexpr Metric kDelayOfTest{
    "delay_seconds", Metric::Kind::kHistogram, "A delay.", {}, kBucketsOfTest};

TEST(Metrics, AreWrittenAsPrometheusReadsThem) {
  Metrics metrics;
  metrics.add(kVisitsOfTest, 2, {"fetched"});
  metrics.add(kVisitsOfTest, 1, {"fetched"});
  metrics.add(kVisitsOfTest, 0, {"gone"});
  metrics.set(kWaitingOfTest, 7);
  metrics.observe(kDelayOfTest, 3);
  const std::string text = metrics.text();
  EXPECT_THAT(text,
              HasSubstr("# HELP visits_total Visits.\n# TYPE visits_total counter"));
  EXPECT_THAT(text, HasSubstr("visits_total{outcome=\"fetched\"} 3"));
  EXPECT_THAT(text, HasSubstr("visits_total{outcome=\"gone\"} 0"));
  EXPECT_THAT(text, HasSubstr("waiting 7"));
  EXPECT_THAT(text, HasSubstr("delay_seconds_bucket{le=\"1\"} 0"));
  EXPECT_THAT(text, HasSubstr("delay_seconds_bucket{le=\"10\"} 1"));
  EXPECT_THAT(text, HasSubstr("delay_seconds_count 1"));
}

TEST(Metrics, ThatAreCountedElsewhereNeverGoBack) {
  Metrics metrics;
  metrics.raise_to(kVisitsOfTest, 5, {"a"});
  metrics.raise_to(kVisitsOfTest, 4, {"a"});
  EXPECT_THAT(metrics.text(), HasSubstr("visits_total{outcome=\"a\"} 5"));
  metrics.raise_to(kVisitsOfTest, 9, {"a"});
  EXPECT_THAT(metrics.text(), HasSubstr("visits_total{outcome=\"a\"} 9"));
}

TEST(Metrics, EscapeWhatALabelMayHold) {
  Metrics metrics;
  metrics.add(kVisitsOfTest, 1, {"a\"b\n"});
  EXPECT_THAT(metrics.text(), HasSubstr(R"(visits_total{outcome="a\"b\n"} 1)"));
}

TEST(Metrics, KeepABoundedNumberOfSeries) {
  Metrics metrics;
  for (std::size_t i = 0; i < 2 * Metrics::kMostSeries; ++i) {
    metrics.add(kVisitsOfTest, 1, {std::to_string(i)});
  }
  const std::string text = metrics.text();
  EXPECT_THAT(text, HasSubstr("visits_total{outcome=\"other\"} 1000"));
  EXPECT_THAT(text, Not(HasSubstr("outcome=\"1500\"")));
}

TEST(Metrics, AreCountedOnManyThreads) {
  Metrics metrics;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 1000; ++k) metrics.add(kVisitsOfTest, 1, {"fetched"});
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(metrics.text(), HasSubstr("visits_total{outcome=\"fetched\"} 4000"));
}

}  // namespace
}  // namespace curlew
