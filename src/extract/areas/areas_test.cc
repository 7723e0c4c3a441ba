#include "extract/areas/areas.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "dom/node_path.h"
#include "extract/testdata_test.h"

namespace curlew::extract {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

std::vector<Area> areas_of(const dom::Document& page, const AreaOptions& options = {}) {
  return find_areas(page, measure_page(page), options);
}

boost::json::array to_json(const dom::Document& page, const std::vector<Area>& areas) {
  dom::NodePaths paths(page);
  boost::json::array rows;
  for (const Area& area : areas) {
    rows.push_back(boost::json::object{{"kind", to_string(area.kind)},
                                       {"path", paths.xpath(page.node(area.node))},
                                       {"object", to_string(area.object)}});
  }
  return rows;
}

TEST(Areas, AreThoseExpectedOfEveryPageInTheFolder) {
  for (const PageCase& page_case : page_cases("areas")) {
    EXPECT_EQ(to_json(page_case.page, areas_of(page_case.page)), page_case.expected)
        << page_case.name;
  }
}

TEST(Areas, PassTheThresholdsOnlyAboveThem) {
  const dom::Document page = page_of("<div><p>1234567890</p><p>1234567890</p></div>");
  EXPECT_THAT(areas_of(page, {.min_information = 20}), IsEmpty());
  EXPECT_THAT(areas_of(page, {.min_information = 19}), SizeIs(1));
  const dom::Document links =
      page_of("<ul><li><a href=1>a long link</a><li><a href=2>a long link</a></ul>");
  EXPECT_THAT(areas_of(links, {.min_hub = 2}), IsEmpty());
  EXPECT_THAT(areas_of(links, {.min_hub = 1}), SizeIs(1));
}

TEST(Areas, AreSimpleObjectsWhenTheyHoldOnlyLeaves) {
  const dom::Document page = page_of("<body>Text<br>and <img src=i> text");
  const std::vector<Area> areas = areas_of(page, {.min_information = 5});
  ASSERT_THAT(areas, SizeIs(1));
  EXPECT_EQ(areas[0].object, ObjectKind::kSimple);
}

TEST(Areas, OfShortLinksAreNavigationAndOfLongOnesHubs) {
  const auto list_of = [](std::string_view text) {
    std::string markup = "<ul>";
    for (int i = 0; i < 6; ++i)
      markup += fmt::format("<li><a href=/{}>{}</a>", i, text);
    return page_of(markup);
  };
  EXPECT_EQ(areas_of(list_of("Sport")).at(0).kind, AreaKind::kNavigation);
  EXPECT_EQ(areas_of(list_of("<img src=i>")).at(0).kind, AreaKind::kNavigation);
  EXPECT_EQ(areas_of(list_of("Mayor opens the bridge")).at(0).kind, AreaKind::kHub);
}

TEST(Areas, NamedForNavigationAreThatWhateverTheirLinksSay) {
  for (const std::string_view opening :
       {"<nav>", "<footer>", "<header>", "<div role=navigation>", "<div id=mainMenu>",
        "<div class='site-nav wide'>"}) {
    std::string markup(opening);
    for (int i = 0; i < 6; ++i)
      markup += fmt::format("<p><a href=/{}>Mayor opens the new bridge</a></p>", i);
    const std::vector<Area> areas = areas_of(page_of(markup));
    ASSERT_THAT(areas, SizeIs(1)) << opening;
    EXPECT_EQ(areas[0].kind, AreaKind::kNavigation) << opening;
  }
}

TEST(Areas, KeepTheFooterOfAnArticleButNotThatOfThePage) {
  const std::string text = "<footer><p>" + std::string(300, 'x') + "</p></footer>";
  EXPECT_EQ(areas_of(page_of(text)).at(0).kind, AreaKind::kNavigation);
  EXPECT_EQ(areas_of(page_of("<article>" + text + "</article>")).at(0).kind,
            AreaKind::kInformational);
}

TEST(Areas, StopAtTheLargestNumberThatIsAskedFor) {
  std::string markup;
  for (int i = 0; i < 50; ++i) {
    markup += fmt::format("<div><p>{0}</p><p>{0}</p></div><ul>", std::string(300, 'x'));
    for (int j = 0; j < 5; ++j) markup += fmt::format("<li><a href=/{}>x</a>", j);
    markup += "</ul>";
  }
  EXPECT_THAT(areas_of(page_of(markup)), SizeIs(100));
  EXPECT_THAT(areas_of(page_of(markup), {.max_areas = 7}), SizeIs(7));
}

TEST(Areas, NeverOverlapExceptInsideInformationalOnes) {
  for (const PageCase& page_case : page_cases("areas")) {
    dom::NodeId end = 0;
    for (const Area& area : areas_of(page_case.page)) {
      const dom::Node node = page_case.page.node(area.node);
      EXPECT_EQ(area.is_nested, node.id() < end);
      EXPECT_FALSE(area.is_nested && area.kind == AreaKind::kInformational);
      end = std::max(end, node.end());
    }
  }
}

TEST(Areas, OfDeepAndOfWidePagesAreFoundInLinearTime) {
  std::string deep;
  for (int i = 0; i < 500; ++i) deep += "<div>";
  EXPECT_THAT(areas_of(page_of(deep + std::string(300, 'x'))), SizeIs(1));
  std::string wide;
  for (int i = 0; i < 100'000; ++i) wide += "<div><p>word <a href=x>y</a></p></div>";
  EXPECT_THAT(areas_of(page_of(wide)), SizeIs(1));
}

TEST(Areas, AreKnownToTheirBlocks) {
  const dom::Document page = page_of(
      "<nav><a href=1>a</a><a href=2>b</a><a href=3>c</a><a "
      "href=4>d</a></nav><div><p>" +
      std::string(300, 'x') + "</p><p hidden>unseen</p></div>");
  const PageMeasures measures = measure_page(page);
  PageBlocks blocks;
  cut_blocks(page, blocks);
  mark_areas(page, measures, find_areas(page, measures), blocks);
  std::vector<std::optional<AreaKind>> kinds;
  std::vector<bool> unread;
  for (const Block& block : blocks.blocks) {
    kinds.push_back(block.area);
    unread.push_back(block.is_unread);
  }
  EXPECT_EQ(kinds, (std::vector<std::optional<AreaKind>>{AreaKind::kNavigation,
                                                         AreaKind::kInformational,
                                                         AreaKind::kInformational}));
  EXPECT_EQ(unread, (std::vector<bool>{false, false, true}));
}

}  // namespace
}  // namespace curlew::extract
