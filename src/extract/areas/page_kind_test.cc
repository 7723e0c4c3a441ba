#include "extract/areas/page_kind.h"

#include <gmock/gmock.h>

#include "extract/testdata_test.h"

namespace curlew::extract {
namespace {

constexpr PageSums kArticle{.clean_text = 8000, .link_text = 500};
constexpr PageSums kList{.clean_text = 2000, .link_text = 1000};

TEST(PageKind, IsTheOneWhoseAveragesAreNearer) {
  const PageAverages averages;
  EXPECT_EQ(judge_page(kArticle, averages), PageKind::kInformational);
  EXPECT_EQ(judge_page(kList, averages), PageKind::kHub);
  EXPECT_EQ(judge_page({}, averages), PageKind::kHub);
}

TEST(PageKind, IsMixedHalfWayBetween) {
  // e^8.517 bytes and a ratio of e^1.903 are the middle of both logarithms.
  EXPECT_EQ(judge_page({.clean_text = 5000, .link_text = 745}, PageAverages()),
            PageKind::kMixed);
}

TEST(PageKind, FollowsTheAveragesOfItsSite) {
  // A site of short notes: what is a hub elsewhere is an article here.
  constexpr PageSums kNote{.clean_text = 900, .link_text = 120};
  constexpr PageSums kIndex{.clean_text = 300, .link_text = 2000};
  PageAverages averages;
  EXPECT_EQ(judge_page(kNote, averages), PageKind::kHub);
  for (int i = 0; i < 200; ++i) {
    add_page(averages, PageKind::kInformational, kNote);
    add_page(averages, PageKind::kHub, kIndex);
  }
  EXPECT_EQ(judge_page(kNote, averages), PageKind::kInformational);
  EXPECT_EQ(judge_page(kIndex, averages), PageKind::kHub);
  EXPECT_LT(clean_text(averages.informational), 1500);
}

TEST(PageKind, LeavesAveragesAloneWhereItIsMixed) {
  PageAverages averages;
  const double before = clean_text(averages.hub);
  add_page(averages, PageKind::kMixed, kList);
  EXPECT_EQ(clean_text(averages.hub), before);
  add_page(averages, PageKind::kHub, kArticle);
  EXPECT_GT(clean_text(averages.hub), before);
}

TEST(PageKind, OfANewSourceIsJudgedByAllOthersAndSoonByItsOwnPages) {
  constexpr PageSums kNote{.clean_text = 900, .link_text = 120};
  PageAverages all;
  for (int i = 0; i < 1000; ++i) add_page(all, PageKind::kInformational, kNote);
  PageAverages fresh = fresh_averages(all);
  EXPECT_EQ(judge_page(kNote, fresh), PageKind::kInformational);
  EXPECT_EQ(clean_text(fresh.informational), clean_text(all.informational));
  for (int i = 0; i < 100; ++i) add_page(fresh, PageKind::kInformational, kArticle);
  EXPECT_GT(clean_text(fresh.informational), 5000);
}

TEST(PageKind, IsJudgedWithoutNavigation) {
  const dom::Document page = page_of(
      "<nav><a href=1>One</a> <a href=2>Two</a> <a href=3>Three</a> or <a "
      "href=4>Four</a></nav><p>Text <a href=5>five</a></p>");
  const PageMeasures measures = measure_page(page);
  EXPECT_EQ(sum_page(measures.nodes[0], find_areas(page, measures)),
            (PageSums{.clean_text = 4, .link_text = 4}));
}

TEST(PageKind, OfAHubIsToldByItsTypeAlone) {
  const PageSums like_article{10'000, 600};
  const PageSums like_hub{2'000, 900};
  using model::PageType;
  EXPECT_EQ(judge_page(PageType::kListing, like_article, {}), PageKind::kHub);
  EXPECT_EQ(judge_page(PageType::kArticle, like_hub, {}), PageKind::kMixed);
  EXPECT_EQ(judge_page(PageType::kArticle, like_article, {}), PageKind::kInformational);
}

}  // namespace
}  // namespace curlew::extract
