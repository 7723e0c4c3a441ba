#include "apps/commands/find_source.h"

#include <gtest/gtest.h>

#include "apps/commands/source_facts.h"
#include "base/grouped.h"

namespace curlew::apps {
namespace {

TEST(Folders, AreNamedBySomethingBetweenTheSlashes) {
  EXPECT_EQ(*to_folder("News/"), "News");
  EXPECT_EQ(*to_folder(""), "");
  EXPECT_EQ(to_folder("/").error().kind, ErrorKind::kUsage);
  EXPECT_EQ(to_folder(std::string(1025, 'f')).error().text,
            "--folder: longer than 1024 bytes");
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
