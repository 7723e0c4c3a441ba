#include "parse/xml_reader.h"

#include <gtest/gtest.h>

namespace curlew::parse {
namespace {

constexpr std::string_view kBoundaries[] = {"item"};

// "a(b,c)" for "<a><b/><c/></a>".
std::string shape(XmlReader& xml, int depth) {
  std::string result;
  while (xml.next_child(depth)) {
    if (!result.empty()) result += ',';
    result += xml.name();
    const std::string inside = shape(xml, xml.depth());
    if (!inside.empty()) result += '(' + inside + ')';
  }
  return result;
}

std::string shape(std::string_view text, int max_depth = 100) {
  XmlReader xml(text, max_depth);
  return shape(xml, 0);
}

std::string content(std::string_view text) {
  XmlReader xml(text, 100, kBoundaries);
  EXPECT_TRUE(xml.next_child(0));
  return xml.read_content(CdataBesideMarkup::kIsMarkup).value;
}

TEST(XmlReaderTest, ElementsNestAsTheirTagsSay) {
  EXPECT_EQ(shape("<a><b/><c><d></d></c></a>"), "a(b,c(d))");
  EXPECT_EQ(shape("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b '>'>]><a/>"), "a");
}

TEST(XmlReaderTest, EndTagsThatFitNothingAreIgnored) {
  EXPECT_EQ(shape("<a></x><b></y></b></a>"), "a(b)");
}

TEST(XmlReaderTest, AnEndTagClosesAllThatIsOpenWithin) {
  EXPECT_EQ(shape("<a><b><c></a><d/>"), "a(b(c)),d");
  EXPECT_EQ(shape("<A><b></a><d/>"), "A(b),d");
}

TEST(XmlReaderTest, ElementsBeyondTheDepthAreNotReported) {
  EXPECT_EQ(shape("<a><b><c><d/></c></b></a><e/>", 2), "a(b),e");
}

TEST(XmlReaderTest, WhatIsNotReadOfAChildIsPassedOver) {
  XmlReader xml("<a><b><c/>text</b><d/></a>", 10);
  ASSERT_TRUE(xml.next_child(0));
  ASSERT_TRUE(xml.next_child(1));
  EXPECT_EQ(xml.name(), "b");
  ASSERT_TRUE(xml.next_child(1));
  EXPECT_EQ(xml.name(), "d");
  EXPECT_FALSE(xml.next_child(1));
  EXPECT_FALSE(xml.is_truncated());
}

TEST(XmlReaderTest, AttributesAreReadInEveryQuoting) {
  XmlReader xml("<a b='1' c=\"2>\" d=3 e f = '4'g='5'/>", 10);
  ASSERT_TRUE(xml.next_child(0));
  std::string seen;
  for (const auto& [name, value] : xml.attributes()) {
    seen.append(name).append("=").append(value) += ' ';
  }
  EXPECT_EQ(seen, "b=1 c=2> d=3 e= f=4 g=5 ");
}

TEST(XmlReaderTest, ContentIsTextUntilThereIsMarkupInIt) {
  EXPECT_EQ(content("<a>1 &lt; 2</a>"), "1 < 2");
  EXPECT_EQ(content("<a>1 &lt; <b>2</b></a>"), "1 &lt; <b>2</b>");
  EXPECT_EQ(content("<a>1<!-- x --><![CDATA[<2>]]></a>"), "1<2>");
  EXPECT_EQ(content("<a><h:b c='d'>x</h:b></a>"), "<b c='d'>x</b>");
}

TEST(XmlReaderTest, ContentEndsWhereSomethingBeginsThatIsNeverInIt) {
  XmlReader xml("<r><title>one <b>two<item/></r>", 10, kBoundaries);
  ASSERT_TRUE(xml.next_child(0));
  ASSERT_TRUE(xml.next_child(1));
  EXPECT_EQ(xml.read_content(CdataBesideMarkup::kIsText).value, "one <b>two");
  ASSERT_TRUE(xml.next_child(1));
  EXPECT_EQ(xml.name(), "item");
}

TEST(XmlReaderTest, ADocumentThatIsCutSaysSo) {
  XmlReader xml("<a><b>x", 10);
  ASSERT_TRUE(xml.next_child(0));
  ASSERT_TRUE(xml.next_child(1));
  EXPECT_EQ(xml.read_text(), "x");
  EXPECT_TRUE(xml.is_truncated());
}

}  // namespace
}  // namespace curlew::parse
