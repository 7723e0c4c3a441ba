#include "apps/commands/estimate.h"

#include <gtest/gtest.h>

namespace curlew::apps {
namespace {

TEST(EstimateReport, WritesDurationsInTwoUnits) {
  EXPECT_EQ(in_two_units(Seconds(0)), "0.0 s");
  EXPECT_EQ(in_two_units(Seconds(59.96)), "1 min 0 s");
  EXPECT_EQ(in_two_units(Seconds(245)), "4 min 5 s");
  EXPECT_EQ(in_two_units(Seconds(3599.7)), "1 h 0 min");
  EXPECT_EQ(in_two_units(Seconds(90'000)), "1 d 1 h");
}

}  // namespace
}  // namespace curlew::apps
