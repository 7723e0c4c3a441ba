#include "parse/html/page.h"

#include <gtest/gtest.h>

#include <fstream>

#include "dom/text.h"
#include "parse/html/styled_page.h"

namespace curlew::parse {
namespace {

using dom::Document;
using dom::Node;
using dom::Tag;

Document page_of(std::string_view html) {
  Document page;
  parse_html(html, page);
  return page;
}

// "html(head body(p(text)))"
std::string outline(Node node) {
  if (!node.is_element()) return std::string(node.text());
  std::string inside;
  for (const Node child : node.children())
    inside += (inside.empty() ? "" : " ") + outline(child);
  return std::string(node.name()) + (inside.empty() ? "" : "(" + inside + ")");
}

std::string body_of(std::string_view html) {
  const Document page = page_of(html);
  std::string text = outline(page.body());
  return text;
}

TEST(HtmlPageTest, EveryInputIsAPage) {
  EXPECT_EQ(outline(page_of("").root()), "html(head body)");
  EXPECT_EQ(outline(page_of("x").root()), "html(head body(x))");
  EXPECT_EQ(outline(page_of("<title>t</title><p>x").root()),
            "html(head(title(t)) body(p(x)))");
}

TEST(HtmlPageTest, PlainTextIsAPre) {
  Document page;
  parse_html_page("a < b\n<p>&amp;", "Text/Plain; charset=utf-8", page);
  EXPECT_EQ(outline(page.body()), "body(pre(a < b\n<p>&amp;))");
  parse_html_page(" <!DOCTYPE html><p>a", "text/plain", page);
  EXPECT_EQ(outline(page.body()), "body(p(a))");
}

TEST(HtmlPageTest, ScriptsStylesTemplatesAndCommentsAreLeftOut) {
  EXPECT_EQ(body_of("a<script>x</script>b<style>y</style><!-- c -->c"
                    "<template><p>d</template>"),
            "body(abc)");
}

TEST(HtmlPageTest, ScriptsThatHoldJsonKeepTheirTextAsData) {
  const Document page = page_of(
      "<script type='application/ld+json'>{\"a\":\"&amp;<b>\"}</script>"
      "<script id=__NEXT_DATA__ type=application/json>{}</script>");
  const Node head = page.root().first_child();
  EXPECT_EQ(outline(head), "head(script({\"a\":\"&amp;<b>\"}) script({}))");
  EXPECT_EQ(head.first_child().first_child().kind(), dom::NodeKind::kData);
  EXPECT_EQ(dom::text_of(page.root()), "");
}

TEST(HtmlPageTest, NoscriptIsThereAndMarked) {
  const Document page = page_of("<body><noscript><img src=a>b</noscript>c");
  const Node noscript = page.body().first_child();
  EXPECT_EQ(outline(noscript), "noscript(img b)");
  EXPECT_TRUE(noscript.first_child().is_in_noscript());
  EXPECT_EQ(dom::text_of(page.root()), "c");
}

TEST(HtmlPageTest, CharacterReferencesAreDecoded) {
  EXPECT_EQ(body_of("&lt;&amp;&copy;&copy &#8364;&#x3b1;&nosuch;&notit;"),
            "body(<&©© €α&nosuch;¬it;)");
  const Document page = page_of("<a href='?a=1&copy=2&amp;b'>");
  EXPECT_EQ(page.body().first_child().attribute("href"), "?a=1&copy=2&b");
}

TEST(HtmlPageTest, ElementsOfSvgKeepTheirNamesAndSpace) {
  const Document page = page_of("<svg viewbox=1><a>x</a><title>t</title></svg>");
  const Node svg = page.body().first_child();
  EXPECT_EQ(svg.tag(), Tag::kSvg);
  EXPECT_EQ(svg.first_child().tag(), Tag::kOther);
  EXPECT_EQ(svg.first_child().name(), "a");
  EXPECT_EQ(svg.first_child().name_space(), dom::Namespace::kSvg);
}

std::string file(const std::string& name) {
  std::ifstream stream(CURLEW_TESTDATA "/pages/" + name, std::ios::binary);
  EXPECT_TRUE(stream.good()) << name;
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(HtmlPageTest, GreekIsReadInEveryCharset) {
  constexpr std::string_view kText =
      "Η Αθήνα ξυπνά νωρίς\nΟι εφημερίδες φτάνουν στα περίπτερα πριν από το ξημέρωμα, "
      "και "
      "οι πρώτοι αναγνώστες περιμένουν ήδη. Άλλοι διαβάζουν στο κινητό τους.";
  struct GreekCase {
    const char* file;
    const char* content_type;
    const char* charset;
  };
  for (const GreekCase& each :
       {GreekCase{"greek-utf8.html", "text/html", "UTF-8"},
        GreekCase{"greek-utf8-bom.html", "text/html; charset=iso-8859-7", "UTF-8"},
        GreekCase{"greek-1253-meta.html", "text/html", "windows-1253"},
        GreekCase{"greek-1253-meta-http-equiv.html", "text/html", "windows-1253"},
        GreekCase{"greek-1253-bare.html", "text/html; charset=windows-1253",
                  "windows-1253"},
        GreekCase{"greek-8859-7-bare.html", "text/html; charset=ISO-8859-7",
                  "ISO-8859-7"},
        GreekCase{"greek-8859-7-meta.html", "text/html; charset=nonsense",
                  "iso-8859-7"},
        GreekCase{"greek-utf16.html", "", "UTF-16LE"}}) {
    Document page;
    const HtmlPage facts = parse_html_page(file(each.file), each.content_type, page);
    EXPECT_EQ(facts.charset, each.charset) << each.file;
    EXPECT_EQ(dom::text_of(page.root()), kText) << each.file;
  }
}

// Nothing says which charset it is: the letters do.
TEST(HtmlPageTest, GreekWithoutAnyDeclarationIsRecognised) {
  for (const char* const name : {"greek-1253-bare.html", "greek-8859-7-bare.html"}) {
    Document page;
    parse_html_page(file(name), "text/html", page);
    EXPECT_NE(dom::text_of(page.root()).find("εφημερίδες φτάνουν στα περίπτερα"),
              std::string::npos)
        << name;
  }
}

TEST(HtmlPageTest, StylesAreThereForWhoeverAsks) {
  const char* const html = "<style media=print>p > b { color: red }</style><p>text";
  Document page;
  parse_html_page(html, "text/html", page);
  for (const dom::Node node : page.root().subtree()) {
    EXPECT_NE(node.tag(), dom::Tag::kStyle);
  }
  parse_styled_page(html, "text/html", page);
  EXPECT_EQ(dom::text_of(page.root()), "text");
  std::string styles;
  for (const dom::Node node : page.root().subtree()) {
    if (node.kind() == dom::NodeKind::kData) styles += node.text();
  }
  EXPECT_EQ(styles, "p > b { color: red }");
}

}  // namespace
}  // namespace curlew::parse
