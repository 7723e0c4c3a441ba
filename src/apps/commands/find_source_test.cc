#include "apps/commands/find_source.h"

#include <gtest/gtest.h>

#include "apps/commands/source_facts.h"
#include "apps/output/number.h"

namespace curlew::apps {
namespace {

TEST(Folders, HaveThoseBelowThem) {
  EXPECT_TRUE(is_in_folder("News/Greece", "News"));
  EXPECT_TRUE(is_in_folder("News", "News/"));
  EXPECT_TRUE(is_in_folder("", ""));
  EXPECT_FALSE(is_in_folder("Newspapers", "News"));
  EXPECT_FALSE(is_in_folder("News", "News/Greece"));
  EXPECT_FALSE(is_in_folder("", "News"));
}

TEST(SourceNumber, IsANumberAndNothingElse) {
  EXPECT_EQ(parse_source_number("28"), model::SourceId{28});
  EXPECT_EQ(parse_source_number("#28"), model::SourceId{28});
  EXPECT_EQ(parse_source_number("28.example"), std::nullopt);
  EXPECT_EQ(parse_source_number("#"), std::nullopt);
}

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

TEST(Numbers, AreGroupedByThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1'000), "1,000");
  EXPECT_EQ(grouped(-1'234'567), "-1,234,567");
}

}  // namespace
}  // namespace curlew::apps
