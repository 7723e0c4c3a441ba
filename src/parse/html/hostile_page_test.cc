// Pages made to hurt: whatever is in them, reading ends and holds little. How soon is
// what benches measure; here the time limit of the whole test stops it.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <functional>

#include "base/sanitizers_test.h"
#include "dom/text.h"
#include "parse/html/page.h"

namespace curlew::parse {
namespace {

// Sanitizers are slow; what takes too long shows on smaller pages as well.
constexpr std::size_t kSize = kIsSanitized ? 50'000 : 200'000;
constexpr std::size_t kLargest = kIsSanitized ? 1'000'000 : 8'000'000;

std::string filled_with(std::string_view text, std::size_t bytes = kSize) {
  std::string result(text);
  while (result.size() < bytes) result += result;
  result.resize(bytes / text.size() * text.size());
  return result;
}

// "<b a0><b a1>…": each differs, so that none is dropped as a repetition.
std::string numbered(std::string_view before, std::string_view after, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += fmt::format("{}{}{}", before, i, after);
  return result;
}

int depth_of(const dom::Document& page) {
  int deepest = 0;
  for (const dom::Node node : page.root().subtree())
    deepest = std::max(deepest, node.depth());
  return deepest;
}

std::size_t attribute_bytes_of(const dom::Document& page) {
  std::size_t bytes = 0;
  for (const dom::Node node : page.root().subtree())
    for (const dom::Attribute attribute : node.attributes())
      bytes += attribute.name().size() + attribute.value().size();
  return bytes;
}

struct Reading {
  PageCut cut;
  dom::NodeId nodes;
  std::size_t text;
};

Reading reading_of(const std::string& html) {
  dom::Document page;
  const PageCut cut = parse_html_page(html, "text/html; charset=utf-8", page).cut;
  const std::string text = dom::text_of(page.root());
  EXPECT_LE(depth_of(page), kMaxHtmlDepth);
  EXPECT_LE(page.size(), kMaxHtmlNodes + 2 * kMaxHtmlDepth);
  EXPECT_LT(page.memory(), 100u << 20);
  EXPECT_LE(attribute_bytes_of(page), html.size() + kMaxHtmlSize);
  return {cut, page.size(), text.size()};
}

TEST(HostilePageTest, NestingIsCutAtTheLimit) {
  for (const char* const row : {"<div>",
                                "<x>",
                                "<b>",
                                "<div/>",
                                "<table><td>",
                                "<svg>",
                                "<svg><desc><x/>",
                                "<svg><foreignObject><button><x>",
                                "<math><mi><b>",
                                "<ul><li>",
                                "<template>",
                                "<object>",
                                "<select><div>",
                                "<span><div></span>",
                                "<b><div></b>",
                                "<font size='>'>",
                                "<nobr><div>",
                                "<form><div>",
                                "<frameset>",
                                "<ruby><rt><x>",
                                "<table><caption>",

                                "<dl><dd>",
                                "<h1><x>"}) {
    SCOPED_TRACE(row);
    EXPECT_EQ(reading_of(filled_with(row)).cut, PageCut::kDepth);
  }
}

TEST(HostilePageTest, WhatComesBeforeTheDepthIsKept) {
  const Reading page = reading_of("<p>before</p>" + filled_with("<div>x"));
  EXPECT_EQ(page.cut, PageCut::kDepth);
  EXPECT_GT(page.text, 500u);
}

TEST(HostilePageTest, FlatMarkupOfAnyKindIsReadInLinearTime) {
  for (const char* const row : {"<p>",
                                "<li>a",
                                "<br>",
                                "<tr><td>a",
                                "x</zz>",
                                "x<html>",
                                "<a href=x>y",
                                "<b><p></b>",
                                "<h1><h2>",
                                "<option>",
                                "<p></b>",
                                "</p>",
                                "</br>",
                                "<i></i>",
                                "<svg></svg>",
                                "<math/>",
                                "<!-- -->",
                                "<!>",
                                "<?x>",
                                "</>",
                                "<x y>",
                                "<x y=z/>",
                                "<script></script>",
                                "<style>x</style>",
                                "<textarea>",
                                "<title>",
                                "<col>",
                                "<body a=b>",
                                "<form></form>",
                                "<dd><dt>",
                                "<a><table>",
                                "<button><x>",
                                "<noscript></noscript>"}) {
    SCOPED_TRACE(row);
    reading_of(filled_with(row));
  }
}

TEST(HostilePageTest, TextAndReferencesOfAnyKindAreReadInLinearTime) {
  for (const char* const row : {"x",
                                " ",
                                "&",
                                "&a",
                                "&amp",
                                "&amp;",
                                "&#",
                                "&#x",
                                "&#9999999999;",
                                "&nLt;",
                                "&CounterClockwiseContourIntegra",
                                "<",
                                "</",
                                "< ",
                                "&lt;p>",
                                "\n",
                                "-",
                                "--",
                                "]]>",
                                "\xC3\xA9",
                                "\xFF",
                                "\xED\xA0\x80"}) {
    SCOPED_TRACE(row);
    reading_of(filled_with(row));
  }
  reading_of(std::string(kSize, '\0'));
}

TEST(HostilePageTest, WhatNeverEndsIsReadInLinearTime) {
  for (const char* const start :
       {"<!--", "<p a=\"", "<p a='", "<p a=", "<p ", "<script>", "<script><!--<script>",
        "<style>", "<title>", "<textarea>", "<plaintext>", "<!doctype ", "<![CDATA[",
        "<svg><![CDATA[", "<xmp>", "<iframe>", "<noframes>", "</p ", "<?"}) {
    for (const char* const row : {"x", "<", "-", "--!", "</scrip", "'", "& ", "<!--"}) {
      SCOPED_TRACE(std::string(start) + row);
      reading_of(start + filled_with(row, 200'000));
    }
  }
}

TEST(HostilePageTest, AttributesAreBoundedInNumber) {
  const Reading one = reading_of("<p " + numbered("a", " ", 1'000'000) + ">x");
  EXPECT_EQ(one.text, 1u);
  reading_of(filled_with("<p a b c d e f g h>"));
  reading_of(filled_with("<html " + numbered("a", " ", 3000) + ">"));
  reading_of(filled_with("<b " + numbered("a", "=1 ", 3000) + ">x</b>"));
}

// Classes are read for every element inside, and lists of attributes searched.
TEST(HostilePageTest, OneElementHasFewAttributesAndClasses) {
  dom::Document page;
  parse_html("<p " + numbered("a", " ", 1000) + "><p class='" +
                 numbered("class-", " ", 1000) + "'>",
             page);
  const dom::Node many = page.body().first_child();
  EXPECT_EQ(many.attributes().size(), 256u);
  EXPECT_TRUE(many.has_attribute("a0"));
  const dom::Node classy = many.next_sibling();
  EXPECT_LE(classy.attribute("class").size(), 8192u);
  EXPECT_TRUE(classy.has_class("class-0"));
  EXPECT_TRUE(classy.attribute("class").ends_with(' '));  // No half a class.
}

TEST(HostilePageTest, NamesAreNotRemembered) {
  reading_of(numbered("<x", "></x>", 600'000));
}

// Each paragraph opens all of them again.
TEST(HostilePageTest, FormattingThatMultipliesIsCut) {
  const std::string paragraphs = filled_with("<p>x</p>", kLargest);
  EXPECT_EQ(reading_of("<p>" + numbered("<b a", ">", 400) + "</p>" + paragraphs).cut,
            PageCut::kNodes);
  const std::string attribute(1'000'000, 'x');
  reading_of("<p><b c='" + attribute + "'></p>" + paragraphs);
  reading_of("<p><b " + numbered("a", " ", 100'000) + "></p>" + paragraphs);
}

TEST(HostilePageTest, SearchesThatGoOnForEverAreCut) {
  EXPECT_EQ(reading_of(filled_with("<span>", 2400) + filled_with("</x>", kLargest)).cut,
            PageCut::kEffort);
  for (const char* const row :
       {"</x>", "<li>", "</li>", "</p>", "</b>", "<b></b>", "<b><p></b>", "<a>x",
        "<a><div></a></div>", "</form>", "<form></form>", "<table></table>",
        "<table>x</table>", "<table><b>x</table>", "<svg></p></svg>", "</h1>",
        "<div><object></div>"}) {
    SCOPED_TRACE(row);
    reading_of(filled_with("<div>", 2000) + filled_with(row));
    reading_of(filled_with("<span>", 2400) + filled_with(row));
    reading_of(filled_with("<table><td>", 1000) + filled_with(row));
  }
}

TEST(HostilePageTest, TextOfFramesetsIsBounded) {
  reading_of("<frameset>" + filled_with("x ", kLargest));
}

TEST(HostilePageTest, AdoptionOfManyChildrenIsFast) {
  const std::string children = filled_with("<br>", kLargest / 5);
  reading_of(numbered("<b a", ">", 400) + "<div>" + children + filled_with("</b>"));
  reading_of("<b>" + filled_with("<div>", 2000) + children + filled_with("</b>"));
  reading_of(filled_with("<a><b><i><u><em>", 320) + filled_with("<p>", 200) +
             filled_with("</a>"));
  reading_of("<table>" + filled_with("<a>x<td>"));
  reading_of("<table>" + filled_with("x<b>", 1200) + filled_with("x<tr>"));
}

TEST(HostilePageTest, LargePagesAreCut) {
  reading_of(filled_with("<p>", kLargest));
  reading_of(filled_with("<p a b c d e f g h>", kLargest));
  reading_of(filled_with("<table>x", kLargest));
  const Reading page = reading_of(filled_with("<p>word</p>", 50'000'000));
  EXPECT_NE(page.cut, PageCut::kNone);
  EXPECT_EQ(reading_of(std::string(50'000'000, 'x')).cut, PageCut::kSize);
  EXPECT_EQ(reading_of(std::string(50'000'000, '\xFF')).cut, PageCut::kSize);
}

// Last, for all of the above: the most that this program has ever held. The page
// itself, its text in UTF-8 and its tree are there together.
TEST(HostilePageTest, MemoryStaysBounded) {
  if (kIsSanitized) GTEST_SKIP() << "AddressSanitizer keeps what is freed";
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  EXPECT_LT(usage.ru_maxrss / 1024, 250);
}

}  // namespace
}  // namespace curlew::parse
