#include "detect/data/solutions.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace curlew::detect {
namespace {

using Rows = std::vector<std::vector<std::string>>;

DataChange compared(Rows before, Rows after, std::uint64_t steps = 4'000'000) {
  model::Table old{.columns = {"a", "b"}, .rows = std::move(before), .has_terms = true};
  model::Table now{.columns = {"a", "b"}, .rows = std::move(after), .has_terms = true};
  return compare_tables(old, now, {.work = {steps}});
}

TEST(Solutions, AreTheSameUnderOtherNamesOfBlankNodes) {
  const Rows before = {{"_:x", "\"1\""}, {"_:y", "\"2\""}, {"_:x", "_:y"}};
  EXPECT_EQ(
      compared(before, {{"_:q", "_:p"}, {"_:p", "\"2\""}, {"_:q", "\"1\""}}).verdict,
      DataVerdict::kSame);
  const DataChange turned =
      compared(before, {{"_:p", "_:q"}, {"_:p", "\"2\""}, {"_:q", "\"1\""}});
  EXPECT_EQ(turned.verdict, DataVerdict::kDifferent);
}

TEST(Solutions, ThatCameAreToldAndTheOthersStay) {
  const DataChange change =
      compared({{"_:x", "\"1\""}, {"_:y", "\"2\""}},
               {{"_:b", "\"2\""}, {"_:a", "\"1\""}, {"_:c", "\"3\""}});
  EXPECT_EQ(change.summary(), "1 row added");
  EXPECT_NE(change.added.at(0).find("\"3\""), std::string::npos);
}

// Two triangles and one hexagon look the same to each node of them.
Rows circles(int count, int length) {
  Rows rows;
  for (int c = 0; c < count; ++c)
    for (int i = 0; i < length; ++i)
      rows.push_back({fmt::format("_:n{}", c * length + i),
                      fmt::format("_:n{}", c * length + (i + 1) % length)});
  return rows;
}

TEST(Solutions, ThatOnlyTheirGraphTellsApartAreDifferent) {
  EXPECT_EQ(compared(circles(2, 3), circles(1, 6)).verdict, DataVerdict::kDifferent);
  EXPECT_EQ(compared(circles(2, 3), circles(2, 3)).verdict, DataVerdict::kSame);
}

TEST(Solutions, AreUndecidedBeyondTheWorkLimit) {
  EXPECT_EQ(compared(circles(2, 3), circles(1, 6), 10).verdict,
            DataVerdict::kUndecided);
}

}  // namespace
}  // namespace curlew::detect
