#include "extract/areas/page_kind.h"

#include <gmock/gmock.h>

#include "extract/testdata_test.h"

namespace curlew::extract {
namespace {

constexpr PageSums kArticle{.clean_text = 8000, .link_text = 500};
constexpr PageSums kList{.clean_text = 2000, .link_text = 1000};

TEST(PageKind, IsTheOneWhoseAveragesAreNearer) {
  const PageKindAverages averages;
  EXPECT_EQ(judge_page(kArticle, averages), PageKind::kInformational);
  EXPECT_EQ(judge_page(kList, averages), PageKind::kHub);
  EXPECT_EQ(judge_page({}, averages), PageKind::kHub);
}

TEST(PageKind, IsMixedHalfWayBetween) {
  // e^8.517 bytes and a ratio of e^1.903 are the middle of both logarithms.
  EXPECT_EQ(judge_page({.clean_text = 5000, .link_text = 745}, PageKindAverages()),
            PageKind::kMixed);
}

TEST(PageKind, FollowsTheAveragesOfItsSite) {
  // A site of short notes: what is a hub elsewhere is an article here.
  constexpr PageSums kNote{.clean_text = 900, .link_text = 120};
  constexpr PageSums kIndex{.clean_text = 300, .link_text = 2000};
  PageKindAverages averages;
  EXPECT_EQ(judge_page(kNote, averages), PageKind::kHub);
  for (int i = 0; i < 200; ++i) {
    averages.add(PageKind::kInformational, kNote);
    averages.add(PageKind::kHub, kIndex);
  }
  EXPECT_EQ(judge_page(kNote, averages), PageKind::kInformational);
  EXPECT_EQ(judge_page(kIndex, averages), PageKind::kHub);
  EXPECT_LT(averages.informational.clean_text(), 1500);
}

TEST(PageKind, LeavesAveragesAloneWhereItIsMixed) {
  PageKindAverages averages;
  const double before = averages.hub.clean_text();
  averages.add(PageKind::kMixed, kList);
  EXPECT_EQ(averages.hub.clean_text(), before);
  averages.add(PageKind::kHub, kArticle);
  EXPECT_GT(averages.hub.clean_text(), before);
}

TEST(PageKind, IsJudgedWithoutNavigation) {
  const dom::Document page = page_of(
      "<nav><a href=1>One</a> <a href=2>Two</a> <a href=3>Three</a> or <a "
      "href=4>Four</a></nav><p>Text <a href=5>five</a></p>");
  const PageMeasures measures = measure_page(page);
  EXPECT_EQ(sum_page(measures.nodes[0], find_areas(page, measures)),
            (PageSums{.clean_text = 4, .link_text = 4}));
}

}  // namespace
}  // namespace curlew::extract
