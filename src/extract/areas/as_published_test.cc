#include "extract/areas/as_published.h"

#include <gmock/gmock.h>

#include "dom/node_path.h"
#include "extract/testdata_test.h"

namespace curlew::extract {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> published_areas_of(const dom::Document& page,
                                            const AreaOptions& options) {
  dom::NodePaths paths(page);
  std::vector<std::string> rows;
  for (const Area& area : find_areas_as_published(page, measure_page(page), options)) {
    rows.push_back(std::string(to_string(area.kind)) + " " +
                   paths.xpath(page.node(area.node)) + " " +
                   std::string(to_string(use_as_published(area))));
  }
  return rows;
}

TEST(AsPublished, TheLowestElementAboveThrIvIsAnAreaAndNothingAroundIt) {
  const dom::Document page =
      page_of("<div><p>1234567890</p><p>12345</p></div><div>12345</div>");
  EXPECT_THAT(published_areas_of(page, {.min_information = 9}),
              ElementsAre("informational /html/body/div[1]/p[1] clip"));
  EXPECT_THAT(published_areas_of(page, {.min_information = 10}),
              ElementsAre("informational /html/body/div[1] clip"));
  EXPECT_THAT(published_areas_of(page, {.min_information = 15}),
              ElementsAre("informational /html/body clip"))
      << "own text and that of children, 20 in all";
  EXPECT_THAT(published_areas_of(page, {.min_information = 20}), IsEmpty());
}

TEST(AsPublished, ListsWeighTwiceAtEachOfTheirTags) {
  // <li> 2·5, <ul> 2·10.
  const dom::Document page = page_of("<ul><li>12345</li></ul>");
  EXPECT_THAT(published_areas_of(page, {.min_information = 19}),
              ElementsAre("informational /html/body/ul[1] clip"));
  EXPECT_THAT(published_areas_of(page, {.min_information = 20}), IsEmpty());
}

TEST(AsPublished, LinksWithoutThatMuchTextAreAHubWhateverTheySay) {
  const dom::Document page = page_of(
      "<nav><a href=1>a</a> <a href=2>b</a></nav>"
      "<div><p>1234567890<a href=3>c</a></p></div>");
  EXPECT_THAT(published_areas_of(page, {.min_information = 9, .min_hub = 1}),
              ElementsAre("hub /html/body/nav[1] follow",
                          "informational /html/body/div[1]/p[1] follow"))
      << "no navigation is dropped; a link in an informational area is followed";
}

}  // namespace
}  // namespace curlew::extract
