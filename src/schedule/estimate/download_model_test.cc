#include "schedule/estimate/download_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace curlew::schedule {
namespace {

PlannedHost measured_host(DownloadTimes downloads) {
  return {.documents = 1, .downloads = std::move(downloads)};
}

double mean_of_draws(DownloadModel& model, std::size_t number, int worlds, int draws) {
  double sum = 0;
  for (int world = 0; world < worlds; ++world) {
    model.imagine(world);
    for (int i = 0; i < draws; ++i) sum += model.draw(number).count();
  }
  return sum / (worlds * draws);
}

TEST(DownloadModel, DrawsTimesThatAreInTheMeanAsLongAsThoseSeen) {
  std::vector<Seconds> seen;
  for (int i = 0; i < 50; ++i) seen.emplace_back(i < 45 ? 0.1 : 2.0);
  const std::vector<PlannedHost> hosts{measured_host(summarise(seen))};
  DownloadModel model(hosts);
  EXPECT_NEAR(mean_of_draws(model, 0, 2'000, 50), 0.29, 0.02);
}

TEST(DownloadModel, DrawsALogNormalWhereOnlyMeanAndDeviationAreKnown) {
  const DownloadTimes times{
      .count = 1'000, .mean = Seconds(2), .deviation = Seconds(1)};
  const std::vector<PlannedHost> hosts{measured_host(times)};
  DownloadModel model(hosts);
  model.imagine(1);
  double sum = 0, squares = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double seconds = model.draw(0).count();
    EXPECT_GT(seconds, 0);
    sum += seconds;
    squares += seconds * seconds;
  }
  const double mean = sum / 20'000;
  EXPECT_NEAR(mean, 2, 0.3);
  EXPECT_NEAR(std::sqrt(squares / 20'000 - mean * mean) / mean, 0.5, 0.05);
}

TEST(DownloadModel, GivesEachHostASequenceOfItsOwn) {
  const DownloadTimes times{.count = 10, .mean = Seconds(1)};
  const std::vector<PlannedHost> hosts{measured_host(times), measured_host(times)};
  DownloadModel model(hosts);
  model.imagine(5);
  const Seconds first = model.draw(0);
  const Seconds second = model.draw(0);
  model.imagine(5);
  model.draw(1);
  EXPECT_EQ(model.draw(0), first);
  model.draw(1);
  EXPECT_EQ(model.draw(0), second);
}

TEST(Population, TakesChanceOffTheDifferencesBetweenHosts) {
  // Means that differ as those of ten equal hosts with two downloads each would.
  std::vector<PlannedHost> hosts;
  for (int i = 0; i < 10; ++i) {
    const double factor = i % 2 ? 1.6 : 1 / 1.6;
    hosts.push_back(measured_host(
        {.count = 2, .mean = Seconds(factor), .deviation = Seconds(factor * 0.7)}));
  }
  EXPECT_LT(population_of(hosts).between, 0.2);
  for (PlannedHost& each : hosts) each.downloads.count = 200;
  EXPECT_GT(population_of(hosts).between, 0.4);
}

TEST(Population, HasThePapersDefaultWhenNothingWasSeen) {
  const std::vector<PlannedHost> hosts{measured_host({})};
  EXPECT_DOUBLE_EQ(population_of(hosts).log_mean, std::log(2));
}

TEST(Population, StaysFiniteWhateverItIsTold) {
  std::vector<PlannedHost> hosts;
  for (const double mean : {0.0, 1e-9, 1e6}) {
    for (const double deviation : {0.0, 1e6}) {
      hosts.push_back(measured_host(
          {.count = 2, .mean = Seconds(mean), .deviation = Seconds(deviation)}));
    }
  }
  DownloadModel model(hosts);
  for (int world = 0; world < 100; ++world) {
    model.imagine(world);
    for (std::size_t i = 0; i < hosts.size(); ++i) {
      EXPECT_TRUE(std::isfinite(model.draw(i).count()));
    }
  }
}

}  // namespace
}  // namespace curlew::schedule
