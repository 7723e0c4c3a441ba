#include "dom/without.h"

#include <gtest/gtest.h>

#include "dom/page_test.h"
#include "dom/selector.h"
#include "dom/text.h"

namespace curlew::dom {
namespace {

Document without(const Document& page, std::string_view css) {
  NodeSet left_out(page);
  for (const NodeId id : parse_selector(css)->select(page.root()))
    left_out.insert(page.node(id));
  Document rest;
  copy_without(page, left_out, rest);
  return rest;
}

TEST(CopyWithout, LeavesOutWhatIsNamedWithAllBelowIt) {
  const Document page = page_of("<p>a</p><div class='ad'><p>b</p></div><p>c</p>");
  EXPECT_EQ(text_of(without(page, ".ad").root()), "a\nc");
  EXPECT_EQ(text_of(without(page, ".ad, .ad p, p").root()), "");
}

TEST(CopyWithout, KeepsElementsAttributesAndTheirOrder) {
  const Document page = page_of(
      "<my-card data-x='1' class='c'><svg><circle r='2'/></svg></my-card><i>a</i>");
  const Document same = without(page, ".none");
  ASSERT_EQ(same.size(), page.size());
  for (NodeId id = 0; id < page.size(); ++id) {
    const Node was = page.node(id);
    const Node is = same.node(id);
    EXPECT_EQ(is.name(), was.name());
    EXPECT_EQ(is.tag(), was.tag());
    EXPECT_EQ(is.end(), was.end());
    EXPECT_EQ(is.text(), was.text());
    EXPECT_EQ(is.attributes().size(), was.attributes().size());
    EXPECT_EQ(is.attribute("data-x"), was.attribute("data-x"));
  }
}

TEST(CopyWithout, JoinsWordsAroundInlineElementsOnly) {
  const Document page = page_of("<p>on<b>x</b>ce<div>x</div>more</p>");
  EXPECT_EQ(text_of(without(page, "b, div").root()), "once more");
}

TEST(CopyWithout, KeepsTheRoot) {
  const Document page = page_of("<p>a</p>");
  NodeSet all(page);
  for (const Node node : page.root().subtree()) all.insert(node);
  Document rest;
  copy_without(page, all, rest);
  ASSERT_FALSE(rest.empty());
  EXPECT_EQ(rest.root().name(), "html");
  EXPECT_EQ(text_of(rest.root()), "");
}

}  // namespace
}  // namespace curlew::dom
