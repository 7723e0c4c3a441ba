#include "sim/replay/captures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/replay/change_classes.h"

namespace curlew::sim {
namespace {

using std::chrono::days;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr Time kBegin = Time(days(100));

Time day(int number) { return kBegin + days(number); }

TEST(Captures, TellHitsFromVainDownloadsAndMissedChanges) {
  // The papers' figure: of two changes between downloads, only the last is seen.
  const TracedSource source{7, "", {day(1), day(2), day(5), day(9)}};
  const Sample sample{{kBegin, kBegin, day(10)}, {&source}};
  SourceHistory history;
  for (const auto& [at, found] : {std::pair(3, 1u), {4, 0u}, {6, 1u}, {8, 0u}}) {
    history.visits.push_back({.at = day(at), .new_items = found});
  }
  const Captures captures = captures_of(sample, history);
  EXPECT_THAT(captures.hits, ElementsAre(day(3), day(6)));
  EXPECT_THAT(captures.vain, ElementsAre(day(4), day(8)));
  EXPECT_THAT(captures.missed, ElementsAre(day(1), day(9)));
}

TEST(Captures, CountOnlyTheScoredTime) {
  const TracedSource source{7, "", {day(-3), day(-2), day(1)}};
  const Sample sample{{day(-5), kBegin, day(10)}, {&source}};
  SourceHistory history;
  history.visits = {{.at = day(-1), .new_items = 1}, {.at = day(2), .new_items = 1}};
  const Captures captures = captures_of(sample, history);
  EXPECT_THAT(captures.hits, ElementsAre(day(2)));
  EXPECT_THAT(captures.vain, IsEmpty());
  EXPECT_THAT(captures.missed, IsEmpty());
}

TEST(ChangeClasses, CountTheirDocuments) {
  Scorecard card;
  card.sources = {{.events = 100, .visits = 50, .found = 40},  // Every 3.65 days.
                  {.events = 80, .visits = 50, .found = 40},
                  {.events = 1, .visits = 10, .found = 1},
                  {.events = 0, .visits = 10}};
  const auto classes = by_change_class(card, days(365));
  EXPECT_EQ(classes[1].name, "2-7 d");
  EXPECT_EQ(classes[1].documents, 2u);
  EXPECT_EQ(classes[1].counts.events, 180u);
  EXPECT_EQ(classes.back().documents, 1u);
  EXPECT_EQ(classes[0].documents, 0u);
}

}  // namespace
}  // namespace curlew::sim
