#include "dom/document.h"

#include <gtest/gtest.h>

#include <utility>

#include "dom/page_test.h"

namespace curlew::dom {
namespace {

std::string names_of(auto range) {
  std::string names;
  for (const Node node : range)
    names += (names.empty() ? "" : " ") +
             std::string(node.is_element() ? node.name() : node.text());
  return names;
}

TEST(DocumentTest, ASubtreeIsARangeInDocumentOrder) {
  const Document page = page_of("<div><p>a</p><p>b<i>c</i></p></div><ul></ul>");
  EXPECT_EQ(names_of(page.root().subtree()), "html div p a p b i c ul");
  const Node div = page.root().first_child();
  EXPECT_EQ(names_of(div.subtree()), "div p a p b i c");
  EXPECT_EQ(names_of(div.children()), "p p");
  EXPECT_EQ(names_of(page.root().children()), "div ul");
}

TEST(DocumentTest, NodesKnowTheirNeighbours) {
  const Document page = page_of("<div><p></p>x<b></b></div><ul></ul>");
  const Node div = page.root().first_child();
  const Node p = div.first_child();
  const Node b = p.next_sibling().next_sibling();
  EXPECT_EQ(b.name(), "b");
  EXPECT_EQ(b.previous_sibling().text(), "x");
  EXPECT_EQ(b.parent(), div);
  EXPECT_EQ(b.depth(), 2);
  EXPECT_FALSE(b.next_sibling());
  EXPECT_FALSE(b.first_child());
  EXPECT_FALSE(p.previous_sibling());
  EXPECT_FALSE(page.root().parent());
  EXPECT_FALSE(page.root().next_sibling());
  EXPECT_TRUE(b.is_inside(div));
  EXPECT_FALSE(div.next_sibling().is_inside(div));
}

TEST(DocumentTest, AttributesAreFoundByNumberAndByName) {
  const Document page = page_of("<a href='/x' data-y='1' class='b  c'></a>");
  const Node a = page.root().first_child();
  EXPECT_EQ(a.attribute(AttributeName::kHref), "/x");
  EXPECT_EQ(a.attribute("href"), "/x");
  EXPECT_EQ(a.attribute("data-y"), "1");
  EXPECT_EQ(a.attribute("data-z"), "");
  EXPECT_TRUE(a.has_attribute("data-y"));
  EXPECT_FALSE(a.has_attribute(AttributeName::kId));
  EXPECT_EQ(a.attributes().size(), 3u);
  EXPECT_TRUE(a.has_class("b"));
  EXPECT_TRUE(a.has_class("c"));
  EXPECT_FALSE(a.has_class("b  c "));
  EXPECT_FALSE(a.has_class(""));
}

TEST(DocumentTest, ElementsUnknownToHtmlKeepTheirNames) {
  const Document page = page_of("<my-box id='a'><p></p></my-box>");
  const Node box = page.root().first_child();
  EXPECT_EQ(box.tag(), Tag::kOther);
  EXPECT_EQ(box.name(), "my-box");
  EXPECT_EQ(box.attribute("id"), "a");
  EXPECT_EQ(box.attributes().size(), 1u);
}

TEST(DocumentTest, TextsThatFollowEachOtherAreOneNode) {
  Document page;
  DocumentBuilder builder(page);
  builder.open(Tag::kHtml);
  builder.text("a");
  builder.text("");
  builder.text("b");
  builder.data("{}");
  builder.close();
  EXPECT_EQ(names_of(page.root().children()), "ab {}");
}

TEST(DocumentTest, WhatIsInsideNoscriptSaysSo) {
  const Document page = page_of("<noscript><p>a</p></noscript><p>b</p>");
  const Node noscript = page.root().first_child();
  EXPECT_FALSE(noscript.is_in_noscript());
  EXPECT_TRUE(noscript.first_child().first_child().is_in_noscript());
  EXPECT_FALSE(noscript.next_sibling().is_in_noscript());
}

TEST(DocumentTest, AMovedDocumentIsTheSamePage) {
  Document first = page_of("<p>text that is longer than a short string holds</p>");
  const Document second = std::move(first);
  EXPECT_EQ(names_of(second.root().subtree()),
            "html p text that is longer than a short string holds");
}

TEST(DocumentTest, AClearedDocumentKeepsOrdinaryMemoryOnly) {
  Document page = page_of("<p>a</p>");
  const std::size_t memory = page.memory();
  page.clear();
  EXPECT_TRUE(page.empty());
  EXPECT_FALSE(page.root());
  EXPECT_FALSE(page.body());
  EXPECT_EQ(page.memory(), memory);
  page = page_of(std::string(5'000'000, 'x'));
  page.clear();
  EXPECT_LT(page.memory(), 1'000'000u);
}

TEST(TagTest, EveryNameLeadsToItsNumber) {
  for (int i = 1; i < int(Tag::kCount); ++i)
    EXPECT_EQ(find_tag(to_name(Tag(i))), Tag(i));
  for (int i = 1; i < int(AttributeName::kCount); ++i)
    EXPECT_EQ(find_attribute_name(to_name(AttributeName(i))), AttributeName(i));
  EXPECT_EQ(find_tag("blink"), Tag::kOther);
  EXPECT_EQ(find_tag(""), Tag::kOther);
}

}  // namespace
}  // namespace curlew::dom
