#include "extract/areas/node_path.h"

#include <gtest/gtest.h>

#include "dom/selector.h"
#include "extract/testdata_test.h"

namespace curlew::extract {
namespace {

TEST(NodePaths, CountSiblingsOfTheSameName) {
  const dom::Document page = page_of("<div></div><p>a</p><div><p>b</p></div>");
  const dom::Node last = page.node(page.size() - 1).parent();
  EXPECT_EQ(NodePaths(page).xpath(last), "/html/body/div[2]/p[1]");
  EXPECT_EQ(NodePaths(page).selector(last),
            "html > body > div:nth-of-type(2) > p:nth-of-type(1)");
}

// Word writes <o:p>.
TEST(NodePaths, NameElementsWithAColonAsCssWantsIt) {
  const dom::Document page = page_of("<o:p>a</o:p>");
  EXPECT_EQ(NodePaths(page).selector(page.body().first_child()),
            "html > body > o\\:p:nth-of-type(1)");
}

TEST(NodePaths, CutLongNamesBetweenCharacters) {
  const dom::Document page = page_of("<xαααααααααααααααααααααααα>a");
  EXPECT_EQ(NodePaths(page).xpath(page.body().first_child()),
            "/html/body/xααααααααααααααααααα[1]");
}

}  // namespace
}  // namespace curlew::extract
