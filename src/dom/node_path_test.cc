#include "dom/node_path.h"

#include <gtest/gtest.h>

#include "dom/page_test.h"
#include "dom/selector.h"

namespace curlew::dom {
namespace {

TEST(NodePaths, CountSiblingsOfTheSameName) {
  const Document page = page_of("<body><div></div><p>a</p><div><p>b</p></div></body>");
  const Node last = page.node(page.size() - 1).parent();
  EXPECT_EQ(NodePaths(page).xpath(last), "/html/body/div[2]/p[1]");
  EXPECT_EQ(NodePaths(page).selector(last),
            "html > body > div:nth-of-type(2) > p:nth-of-type(1)");
}

// Word writes <o:p>.
TEST(NodePaths, NameElementsWithAColonAsCssWantsIt) {
  const Document page = page_of("<body><o:p>a</o:p></body>");
  EXPECT_EQ(NodePaths(page).selector(page.body().first_child()),
            "html > body > o\\:p:nth-of-type(1)");
}

TEST(NodePaths, CutLongNamesBetweenCharacters) {
  const Document page =
      page_of("<body><xαααααααααααααααααααααααα>a</xαααααααααααααααααααααααα></body>");
  EXPECT_EQ(NodePaths(page).xpath(page.body().first_child()),
            "/html/body/xααααααααααααααααααα[1]");
}

}  // namespace
}  // namespace curlew::dom
