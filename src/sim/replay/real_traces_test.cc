// The simulator on recorded traces, against what arithmetic says of taking turns: with
// a share s of the sources visited per hour a round lasts 1/s hours, and an item waits
// half of it.

#include <gtest/gtest.h>

#include "base/corpora_test.h"
#include "sim/replay/contest.h"

namespace curlew::sim {
namespace {

using std::chrono::days;

struct Case {
  const char* trace;
  std::int64_t begin;  // The first scored day.
};

class RealTrace : public testing::TestWithParam<Case> {};

TEST_P(RealTrace, MakesRoundRobinWaitHalfARound) {
  const auto sources = std::size_t(for_corpora(460, 25));
  const auto trace = read_trace(corpus(std::string("traces/") + GetParam().trace));
  ASSERT_TRUE(trace.ok()) << trace.error().text;
  const auto sample = take_sample(*trace, {.begin = from_unix_seconds(GetParam().begin),
                                           .run_in = days(28),
                                           .length = days(90),
                                           .sources = sources});
  ASSERT_TRUE(sample.ok()) << sample.error().text;
  for (const auto& [share, wait] :
       {std::pair{0.15, 3.33}, {0.05, 10.0}, {0.02, 24.8}}) {
    ContestOptions options;
    options.replay.budget = {schedule::BudgetKind::kPerDay, share};
    const auto entry = run_policy("round-robin", *sample, options);
    ASSERT_TRUE(entry.ok()) << entry.error().text;
    EXPECT_NEAR(entry->card.score.mean_delay.count() / 3600, wait, 0.03 * wait);
    EXPECT_NEAR(double(entry->card.score.visits), share * 24 * 90 * double(sources), 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Replay, RealTrace,
                         testing::Values(Case{"feeds_accounts.csv", 1'568'678'400},
                                         Case{"feeds_news.csv", 1'631'404'800}),
                         [](const auto& each) {
                           const std::string file = each.param.trace;
                           return file.substr(6, file.find('.') - 6);
                         });

}  // namespace
}  // namespace curlew::sim
