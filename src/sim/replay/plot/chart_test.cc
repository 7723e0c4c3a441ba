#include "sim/replay/plot/chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace curlew::sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> texts(const Axis& axis) {
  std::vector<std::string> texts;
  for (const Tick& tick : axis.ticks()) texts.push_back(tick.text);
  return texts;
}

TEST(Axis, HasRoundNumbersThatFit) {
  EXPECT_THAT(texts(Axis({}, 0, 100)), ElementsAre("0", "20", "40", "60", "80", "100"));
  EXPECT_THAT(texts(Axis({}, -1, 1)), ElementsAre("-1", "-0.5", "0", "0.5", "1"));
  EXPECT_THAT(texts(Axis({.unit = Unit::kPercent, .low = 0, .high = 1}, 0.3, 0.4)),
              ElementsAre("0 %", "20 %", "40 %", "60 %", "80 %", "100 %"));
}

TEST(Axis, CountsInWholeNumbers) {
  EXPECT_THAT(texts(Axis({.unit = Unit::kCount, .low = 0}, 0, 1)),
              ElementsAre("0", "1"));
  EXPECT_THAT(texts(Axis({.unit = Unit::kCount, .low = 0.5, .high = 2.5}, 1, 2)),
              ElementsAre("1", "2"));
  EXPECT_THAT(texts(Axis({.unit = Unit::kCount}, 0, 12)),
              ElementsAre("0", "2", "4", "6", "8", "10", "12"));
}

TEST(Axis, IsLabelledWhereItIsShortAndLogarithmic) {
  EXPECT_THAT(texts(Axis({.scale = Scale::kLog, .unit = Unit::kCount}, 2'100, 4'800)),
              ElementsAre("2500", "3000", "3500", "4000", "4500"));
  EXPECT_THAT(texts(Axis({.scale = Scale::kLog, .unit = Unit::kDuration}, 70, 290)),
              ElementsAre("2 min", "3 min", "4 min"));
}

TEST(Axis, WritesDurationsAsPeopleDo) {
  EXPECT_THAT(texts(Axis({.scale = Scale::kLog, .unit = Unit::kDuration}, 60, 90'000)),
              ElementsAre("1 min", "10 min", "1 h", "6 h", "1 d"));
  EXPECT_THAT(texts(Axis({.unit = Unit::kDuration}, 0, 4 * 3600)),
              ElementsAre("0 s", "1 h", "2 h", "3 h", "4 h"));
}

TEST(Axis, PutsEqualRatiosEquallyFarApartWhenLogarithmic) {
  const Axis axis({.scale = Scale::kLog}, 1, 10'000);
  EXPECT_NEAR(axis.place(100), 0.5, 1e-12);
  EXPECT_EQ(axis.place(0), 0);  // Moved to the end.
  EXPECT_EQ(axis.place(1e9), 1);
}

TEST(Axis, SurvivesDataWithoutExtent) {
  for (const Scale scale : {Scale::kLinear, Scale::kLog}) {
    const Axis axis({.scale = scale}, 0, 0);
    EXPECT_GE(axis.place(0), 0);
    EXPECT_LE(axis.place(0), 1);
    EXPECT_LT(axis.ticks().size(), 50u);
  }
}

Chart small_chart(Mark mark) {
  return {
      "A & B", {.label = "<x>"}, {.label = "y"}, {{"one", 0, mark, {{0, 0}, {1, 2}}}}};
}

TEST(Svg, EscapesWhatNamesContain) {
  const std::string svg = to_svg("t", {small_chart(Mark::kLine)});
  EXPECT_THAT(svg, HasSubstr("A &amp; B"));
  EXPECT_THAT(svg, HasSubstr("&lt;x&gt;"));
  EXPECT_THAT(svg, Not(HasSubstr("<x>")));
}

TEST(Svg, DrawsEveryMarkWithinThePicture) {
  for (const Mark mark :
       {Mark::kLine, Mark::kSteps, Mark::kDots, Mark::kDottedLine, Mark::kTicks}) {
    const std::string svg = to_svg("t", {small_chart(mark), small_chart(mark)});
    EXPECT_THAT(svg, HasSubstr("#d55e00"));
    EXPECT_THAT(svg, HasSubstr("viewBox=\"0 0 1160 444\""));
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
    EXPECT_THAT(svg, Not(HasSubstr("inf")));
  }
}

TEST(Svg, ThinsSmallDotsThatWouldRunIntoEachOther) {
  const auto circles = [](Mark mark) {
    Chart chart = small_chart(mark);
    chart.series[0].points.clear();
    for (int i = 0; i < 10'000; ++i) chart.series[0].points.push_back({double(i), 1});
    const std::string svg = to_svg("t", {chart});
    std::size_t count = 0;
    for (auto at = svg.find("<circle"); at != svg.npos;
         at = svg.find("<circle", at + 1))
      ++count;
    return count;
  };
  EXPECT_GT(circles(Mark::kDots), 10'000u);
  EXPECT_LT(circles(Mark::kSmallDots), 200u);
  EXPECT_GT(circles(Mark::kSmallDots), 50u);
}

TEST(Svg, DrawsAChartWithoutData) {
  const std::string svg =
      to_svg("t", {{"empty", {}, {}, {{"none", 0, Mark::kLine, {}}}}});
  EXPECT_THAT(svg, HasSubstr("empty"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace curlew::sim
