#include "dom/selector.h"

#include <gtest/gtest.h>

#include "dom/page_test.h"

namespace curlew::dom {
namespace {

// The ids of what matches, or the error.
std::string matches(const Document& page, std::string_view css) {
  const Result<Selector> selector = parse_selector(css);
  if (!selector.ok()) return selector.error().text;
  std::string ids;
  for (const NodeId id : selector->select(page.root()))
    ids += page.node(id).attribute("id");
  return ids;
}

class SelectorTest : public testing::Test {
 protected:
  const Document page_ = page_of(
      "<body id='B'>"
      "<div id='a' class='x y' lang='en-GB'>"
      "<p id='b' title='Hello World'>t</p>u<p id='c' class='y'></p>"
      "<my-box id='d' data-n='1'><p id='e'></p></my-box></div>"
      "<ul id='f'><li id='g'></li><li id='h'></li><li id='i'></li><li id='j'></li></ul>"
      "</body>");
  std::string find(std::string_view css) const { return matches(page_, css); }
};

TEST_F(SelectorTest, ElementsAreFoundByNameIdAndClass) {
  EXPECT_EQ(find("p"), "bce");
  EXPECT_EQ(find("P"), "bce");
  EXPECT_EQ(find("my-box"), "d");
  EXPECT_EQ(find("#c"), "c");
  EXPECT_EQ(find(".y"), "ac");
  EXPECT_EQ(find("p.y"), "c");
  EXPECT_EQ(find("div.x.y#a"), "a");
  EXPECT_EQ(find("*"), "Babcdefghij");
  EXPECT_EQ(find("blink"), "");
}

TEST_F(SelectorTest, AttributesAreCompared) {
  EXPECT_EQ(find("[data-n]"), "d");
  EXPECT_EQ(find("[DATA-N='1']"), "d");
  EXPECT_EQ(find("[class=y]"), "c");
  EXPECT_EQ(find("[class~=y]"), "ac");
  EXPECT_EQ(find("[lang|=en]"), "a");
  EXPECT_EQ(find("[lang|='en-G']"), "");
  EXPECT_EQ(find("[title^='Hello']"), "b");
  EXPECT_EQ(find("[title$=World]"), "b");
  EXPECT_EQ(find("[ title *= 'o W' ]"), "b");
  EXPECT_EQ(find("[title*='O w' i]"), "b");
  EXPECT_EQ(find("[title*='O w']"), "");
  EXPECT_EQ(find("[title^='']"), "");
}

TEST_F(SelectorTest, CombinatorsSayWhereAnElementStands) {
  EXPECT_EQ(find("div p"), "bce");
  EXPECT_EQ(find("div > p"), "bc");
  EXPECT_EQ(find("p+p"), "c");
  EXPECT_EQ(find("p ~ *"), "cd");
  EXPECT_EQ(find("p + my-box > p"), "e");
  EXPECT_EQ(find("body div>my-box p"), "e");
  EXPECT_EQ(find("ul p"), "");
}

TEST_F(SelectorTest, ListsMatchWhatAnyPartMatches) {
  EXPECT_EQ(find("ul, p.y , #B"), "Bcf");
}

TEST_F(SelectorTest, ChildrenAreCounted) {
  EXPECT_EQ(find("li:first-child"), "g");
  EXPECT_EQ(find("li:last-child"), "j");
  EXPECT_EQ(find("p:only-child"), "e");
  EXPECT_EQ(find("li:nth-child(2)"), "h");
  EXPECT_EQ(find("li:nth-child(odd)"), "gi");
  EXPECT_EQ(find("li:nth-child( 2n )"), "hj");
  EXPECT_EQ(find("li:nth-child(-n + 2)"), "gh");
  EXPECT_EQ(find("li:nth-child(n+3)"), "ij");
  EXPECT_EQ(find("li:nth-child(-2)"), "");
}

TEST_F(SelectorTest, NegationAndAlternativesNest) {
  EXPECT_EQ(find("p:not(.y)"), "be");
  EXPECT_EQ(find("p:not(.y, div > *)"), "e");
  EXPECT_EQ(find(":is(ul, my-box) > *"), "eghij");
  EXPECT_EQ(find("p:not(:is(div p))"), "");
  EXPECT_EQ(find("li:not(:not(:first-child))"), "g");
}

TEST_F(SelectorTest, EscapesWriteAnyCharacter) {
  const Document page = page_of("<p id='1' class='md:w-1/2'></p>");
  EXPECT_EQ(matches(page, ".md\\:w-1\\/2"), "1");
  EXPECT_EQ(matches(page, "#\\31 "), "1");
}

TEST_F(SelectorTest, OnlyWhatIsBelowIsFoundButCombinatorsSeeAbove) {
  const Result<Selector> selector = parse_selector("body p");
  const Node div = page_.root().first_child().first_child();
  EXPECT_EQ(selector->select(div).size(), 3u);
}

TEST_F(SelectorTest, ErrorsSayWhatIsWrongAndWhere) {
  EXPECT_EQ(find("div."),
            "selector 'div.': expected a name at character 5, found the end");
  EXPECT_EQ(find("a > > b"),
            "selector 'a > > b': expected a selector at character 5, found '> b'");
  EXPECT_EQ(
      find("p:hover"),
      "selector 'p:hover': expected a pseudo-class that is supported at character "
      "3, found 'hover'");
  // Nothing is cut inside a character.
  EXPECT_EQ(
      find("p)αβγδεζηθ"),
      "selector 'p)αβγδεζηθ': expected a selector at character 2, found ')αβγδε'");
  for (const char* const bad : {"",
                                " ",
                                ",",
                                "a,",
                                "a b >",
                                "[",
                                "[a",
                                "[a=",
                                "[a='x",
                                "[a='x' j]",
                                "[a!=b]",
                                ":not(",
                                ":not()",
                                ":nth-child(x)",
                                ":nth-child(2n+)",
                                "a)",
                                "p::before",
                                "#",
                                "a{",
                                ":nth-child(99999999999)",
                                "[a=b"})
    EXPECT_FALSE(parse_selector(bad).ok()) << bad;
}

TEST_F(SelectorTest, SizesAreBounded) {
  EXPECT_FALSE(parse_selector(std::string(5000, 'a')).ok());
  std::string many;
  for (int i = 0; i < 65; ++i) many += "a ";
  EXPECT_FALSE(parse_selector(many).ok());
  std::string nested;
  for (int i = 0; i < 20; ++i) nested += ":not(";
  EXPECT_FALSE(parse_selector(nested).ok());
}

// From right to left this pair would be tried in some 500 over 30 ways.
TEST_F(SelectorTest, HostilePairsOfPageAndSelectorEnd) {
  std::string markup;
  std::string css = "ul ";
  for (int i = 0; i < 500; ++i) markup += "<div>";
  for (int i = 0; i < 500; ++i) markup += "</div>";
  for (int i = 0; i < 30; ++i) css += "div > div ";
  const Document page = page_of(markup);
  EXPECT_EQ(parse_selector(css)->select(page.root()).size(), 0u);
}

}  // namespace
}  // namespace curlew::dom
