#include "extract/areas/readable_parts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "extract/testdata_test.h"

namespace curlew::extract {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

boost::json::object to_json(const model::ReadableParts& parts) {
  boost::json::array blocks;
  for (const model::Block& block : parts.blocks) {
    blocks.push_back(boost::json::object{{"text", block.text},
                                         {"heading", block.heading},
                                         {"label", block.label},
                                         {"label_uses", block.label_uses},
                                         {"path", block.path}});
  }
  boost::json::array links;
  for (const model::FoundLink& link : parts.links) {
    const bool is_hub = link.place == model::LinkPlace::kHub;
    links.push_back(boost::json::object{{"url", link.url},
                                        {"text", link.text},
                                        {"place", is_hub ? "hub" : "informational"}});
  }
  return {{"blocks", blocks}, {"links", links}};
}

TEST(ReadableParts, AreThoseExpectedOfEveryPageInTheFolder) {
  for (const PageCase& page_case : page_cases("parts")) {
    const model::ReadableParts parts =
        read_parts(page_case.page, "https://example.org/news/1");
    EXPECT_EQ(boost::json::value(to_json(parts)), page_case.expected) << page_case.name;
  }
}

TEST(ReadableParts, OfAPageWithoutTextAreNone) {
  const model::ReadableParts parts = read_parts(page_of(""), "https://example.org/");
  EXPECT_THAT(parts.blocks, IsEmpty());
  EXPECT_THAT(parts.links, IsEmpty());
}

TEST(ReadableParts, DropNavigation) {
  const model::ReadableParts parts = read_parts(
      page_of("<nav><h2>Menu</h2><a href=1>a b c d e</a><a href=2>a b c d e</a><a "
              "href=3>a b c d e</a><a href=4>a b c d e</a></nav><p>" +
              std::string(300, 'x')),
      "https://example.org/");
  ASSERT_THAT(parts.blocks, SizeIs(1));
  EXPECT_EQ(parts.blocks[0].text, std::string(300, 'x'));
  EXPECT_EQ(parts.blocks[0].heading, "");
  EXPECT_THAT(parts.links, IsEmpty());
}

// Too short for an area, or in one of links: the article is clipped wherever it is.
TEST(ReadableParts, HaveTheBlocksOfTheArticleWhereverTheyAre) {
  const dom::Document page = page_of(
      "<h1>Ferry late</h1><p id=a>A lamp had failed in the harbour, and nobody there "
      "was sure.</p><ul>"
      "<li><a href=1>One of the four headlines here</a><li><a href=2>Two of the four "
      "headlines here</a><li id=b><a href=3>Three of the four headlines here</a><li><a "
      "href=4>Four of the four headlines here</a></ul><p hidden>Unseen");
  const PageMeasures measures = measure_page(page);
  const std::vector<Area> areas = find_areas(page, measures);
  PageBlocks blocks;
  cut_blocks(page, blocks);
  mark_areas(page, measures, areas, blocks);
  const std::string_view url = "https://example.org/";
  EXPECT_THAT(read_parts(page, blocks, measures, areas, url).blocks, IsEmpty());
  for (Block& block : blocks.blocks)
    block.is_in_article =
        !page.node(block.holder).attribute(dom::AttributeName::kId).empty();
  const auto parts = read_parts(page, blocks, measures, areas, url).blocks;
  ASSERT_THAT(parts, SizeIs(1));
  EXPECT_EQ(parts[0].text,
            "A lamp had failed in the harbour, and nobody there was sure.\nThree of "
            "the four headlines here");
  EXPECT_EQ(parts[0].heading, "Ferry late");
  EXPECT_EQ(parts[0].path, "/html/body/p[1]");
}

TEST(ReadableParts, LoseNoTextWhenThereAreTooManyHeadings) {
  std::string markup;
  for (int i = 0; i < 40'000; ++i)
    markup += fmt::format("<h2>h{}</h2><p>p{}</p>", i, i);
  const dom::Document page = page_of(markup);
  const model::ReadableParts parts = read_parts(page, "https://example.org/");
  EXPECT_LE(parts.blocks.size(), ReadableOptions().max_blocks + 1);
  EXPECT_TRUE(parts.blocks.back().text.ends_with("\np39999"));
  EXPECT_EQ(parts.blocks.front().text, "h0\np0");
}

TEST(ReadableParts, OfAPageOfOneGreatHeadingTakeNoLongerThanOthers) {
  std::string lines;
  for (int i = 0; i < 200'000; ++i) lines += "a<br>";
  const dom::Document page =
      page_of("<p>" + lines + "</p><h1>" + lines + "</h1><h2>a</h2>");
  EXPECT_FALSE(read_parts(page, "https://example.org/").blocks.empty());
}

}  // namespace
}  // namespace curlew::extract
