#include "dom/text.h"

#include <gtest/gtest.h>

#include "dom/page_test.h"

namespace curlew::dom {
namespace {

std::string text(std::string_view markup) { return text_of(page_of(markup).root()); }

TEST(TextTest, InlineElementsDoNotSeparateWords) {
  EXPECT_EQ(text("a<b>b</b>"), "ab");
  EXPECT_EQ(text("<span>un</span><em>do</em><wbr/>ing"), "undoing");
  EXPECT_EQ(text("<my-box>x</my-box>y"), "xy");
}

TEST(TextTest, BlocksBeginNewLines) {
  EXPECT_EQ(text("<p>a</p><p>b</p>c<div>d</div>"), "a\nb\nc\nd");
  EXPECT_EQ(text("<ul><li>a</li><li>b</li></ul>"), "a\nb");
  EXPECT_EQ(text("a<br/>b<br/><br/>c"), "a\nb\nc");
  EXPECT_EQ(text("<div><div><p>a</p></div></div><p> </p><p>b</p>"), "a\nb");
  EXPECT_EQ(text("<b>a<p>b</p></b>c"), "a\nb\nc");
}

TEST(TextTest, CellsAndChoicesStandApart) {
  EXPECT_EQ(text("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>"),
            "a b\nc");
  EXPECT_EQ(text("<button>a</button><button>b</button>"), "a b");
}

TEST(TextTest, WhiteSpaceCollapses) {
  EXPECT_EQ(text(" \n a \t\n b <i> c</i> "), "a b c");
  EXPECT_EQ(text("a<i> </i>b"), "a b");
  EXPECT_EQ(text("a\u00A0\u00A0b"), "a b");
  EXPECT_EQ(text("<p>\u00A0</p><p>a</p>"), "a");
  EXPECT_EQ(text("Donau\u00ADdampf\u200B\uFEFFschiff"), "Donaudampfschiff");
  EXPECT_EQ(text("“Ελλάδα” – τέλος…"), "“Ελλάδα” – τέλος…");
}

TEST(TextTest, PreformattedTextKeepsItsLines) {
  EXPECT_EQ(text("<p>a  b</p><pre>x {\n  y\n}\n</pre><p>c</p>"), "a b\nx {\n  y\n}\nc");
  EXPECT_EQ(text("<pre>\n\na</pre>"), "a");
}

TEST(TextTest, WhatIsNotShownIsLeftOut) {
  EXPECT_EQ(text("<head><title>t</title></head>a<video>no film</video>"), "a");
  EXPECT_EQ(text("a<noscript>switch it on</noscript>b"), "ab");
}

TEST(TextTest, WhatIsAskedForIsGivenEvenIfItIsNotShown) {
  const Document page = page_of("<head><title>a</title></head><noscript>n</noscript>");
  const Node head = page.root().first_child();
  EXPECT_EQ(text_of(head.first_child()), "a");
  EXPECT_EQ(text_of(head.next_sibling()), "n");
}

TEST(TextTest, SkippedNodesAreLeftOutWithAllBelow) {
  const Document page = page_of("<p>a</p><div><p>b</p></div><p>c</p>");
  NodeSet skip(page);
  skip.insert(page.root().first_child().next_sibling());
  EXPECT_EQ(text_of(page.root(), {.skip = &skip}), "a\nc");
}

TEST(TextTest, AppendingTellsHowMuch) {
  const Document page = page_of("<p>a </p>");
  std::string out = "before";
  EXPECT_EQ(append_text(out, page.root()), 1u);
  EXPECT_EQ(out, "beforea");
}

TEST(TextTest, DepthIsNoProblem) {
  std::string markup;
  for (int i = 0; i < 10'000; ++i) markup += "<div>";
  markup += "x";
  for (int i = 0; i < 10'000; ++i) markup += "</div>";
  EXPECT_EQ(text(markup), "x");
}

}  // namespace
}  // namespace curlew::dom
