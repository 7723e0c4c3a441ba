#include "api/relative.h"

#include <gtest/gtest.h>

namespace curlew::api {
namespace {

TEST(Moments, AreToldAsPeopleTellThem) {
  const Time now = from_unix_seconds(1'800'000'000);
  using std::chrono::days;
  using std::chrono::minutes;
  EXPECT_EQ(relative(now, now), "just now");
  EXPECT_EQ(relative(now - minutes(5), now), "5 min ago");
  EXPECT_EQ(relative(now + minutes(5), now), "in 5 min");
  EXPECT_EQ(relative(now - days(6), now), "6 d ago");
  EXPECT_EQ(relative(now - days(8), now), "2027-01-07");
  EXPECT_EQ(relative(kNever, now), "never");
}

}  // namespace
}  // namespace curlew::api
