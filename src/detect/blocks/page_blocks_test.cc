#include "detect/blocks/page_blocks.h"

#include <gmock/gmock.h>

#include "detect/blocks/link_address.h"
#include "detect/page/versions_test.h"

namespace curlew::detect {
namespace {

using testing::ElementsAre;

std::vector<std::string> texts_of(const PageBlocks& page) {
  std::vector<std::string> texts;
  for (const Block& block : page.blocks) texts.emplace_back(page.text_of(block));
  return texts;
}

Role role_of_last(std::string_view html) {
  const ReadPage page(
      "<p>Enough text that a small part of it is a small part, and not "
      "most of what the page has to say to its readers.</p>" +
      std::string(html));
  return page.blocks().blocks.back().role;
}

TEST(ReadBlocks, CutsAtBordersAndCollapsesWhiteSpace) {
  EXPECT_THAT(
      texts_of(ReadPage("<p>a\n <b>b</b>c</p>d<br>e<table><tr><td>f<td>g</table>"
                        "<button>h</button><button>i</button>")
                   .blocks()),
      ElementsAre("a bc", "d", "e", "f", "g", "h i"));
}

TEST(ReadBlocks, TakesEachLineOfAPreByItself) {
  EXPECT_THAT(
      texts_of(ReadPage("<pre>one  line\n\n  <b>an</b>other\n</pre>a\nb").blocks()),
      ElementsAre("one line", "another", "a b"));
}

TEST(ReadBlocks, LeavesOutWhatBrowsersDoNotShow) {
  EXPECT_THAT(texts_of(ReadPage("<title>t</title><p>Shown, and much longer than that."
                                "<noscript>n</noscript><p hidden>h</p>"
                                "<p style='display: none'>d</p><script>s</script>")
                           .blocks()),
              ElementsAre("Shown, and much longer than that."));
}

// Scripts open such chapters at a click.
TEST(ReadBlocks, KeepsWhatIsHiddenWhereThatIsMostOfThePage) {
  EXPECT_THAT(texts_of(ReadPage("<h2>One</h2><div style='display:none'>A long chapter"
                                "</div><h2>Two</h2><div style='display:none'>Another"
                                "</div>")
                           .blocks()),
              ElementsAre("One", "A long chapter", "Two", "Another"));
}

TEST(ReadBlocks, KnowsWhatIsThereForWhat) {
  EXPECT_EQ(role_of_last("<p>text</p>"), Role::kMain);
  EXPECT_EQ(role_of_last("<nav>text</nav>"), Role::kAround);
  EXPECT_EQ(role_of_last("<div class=siteFooter>text</div>"), Role::kAround);
  EXPECT_EQ(role_of_last("<header>text</header>"), Role::kAround);
  EXPECT_EQ(role_of_last("<article><header>text</header></article>"), Role::kMain);
  EXPECT_EQ(role_of_last("<div class='top-ad'>text</div>"), Role::kNoise);
  EXPECT_EQ(role_of_last("<div id=cookie-consent>text</div>"), Role::kNoise);
  EXPECT_EQ(role_of_last("<div role=timer>text</div>"), Role::kNoise);
}

TEST(ReadBlocks, TakesNoChapterForABanner) {
  EXPECT_EQ(role_of_last("<h2 id=cookies-and-consent>text</h2>"), Role::kMain);
  EXPECT_EQ(role_of_last("<section id=ads>text</section>"), Role::kMain);
  EXPECT_EQ(role_of_last("<p class=address>text</p>"), Role::kMain);
}

TEST(ReadBlocks, BelievesNoNameOfMostOfThePage) {
  const ReadPage page("<div class='cookie-banner'><p>All that there is.</p></div>");
  EXPECT_EQ(page.blocks().blocks[0].role, Role::kMain);
}

TEST(ReadBlocks, KnowsTheHeadingOfABlock) {
  const ReadPage page("<p>a</p><h2>H</h2><p>b</p>");
  const std::vector<Block>& blocks = page.blocks().blocks;
  EXPECT_EQ(blocks[0].heading, 0);
  EXPECT_TRUE(blocks[1].is_heading);
  EXPECT_EQ(blocks[2].heading, 1);
}

TEST(HashOfLink, SeesThroughMarksOfVisitors) {
  const std::uint64_t plain = hash_of_link("https://example.org/a?page=2");
  EXPECT_EQ(hash_of_link("http://example.org/a?page=2&utm_source=x#top"), plain);
  EXPECT_EQ(hash_of_link("https://example.org/a?sessionid=1&page=2"), plain);
  EXPECT_EQ(hash_of_link("https://example.org/a?page=2&x=7d1f8c9a2b3c"), plain);
  EXPECT_NE(hash_of_link("https://example.org/a?page=3"), plain);
  EXPECT_NE(hash_of_link("https://example.org/b?page=2"), plain);
  EXPECT_EQ(hash_of_link("#top"), 0);
  EXPECT_EQ(hash_of_link("javascript:go()"), 0);
}

TEST(LooksRandom, TellsMadeNamesFromWords) {
  for (const std::string_view name : {"css-1x2y3z", "a8f3k29d", "x7Kq2mPz"})
    EXPECT_TRUE(looks_random(name)) << name;
  for (const std::string_view name : {"col-md-6", "siteHeader", "h2title", "footer_2"})
    EXPECT_FALSE(looks_random(name)) << name;
}

TEST(Rules, SayWhatIsWrongWithThem) {
  const auto selector = make_rules({.watch = "p["});
  ASSERT_FALSE(selector.ok());
  const auto expression = make_rules({.ignore_text = {"(a"}});
  ASSERT_FALSE(expression.ok());
  EXPECT_THAT(expression.error().text,
              testing::HasSubstr("(a: not a regular expression"));
}

}  // namespace
}  // namespace curlew::detect
