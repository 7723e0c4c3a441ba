#include "service/outline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "dom/selector.h"
#include "parse/html/page.h"

namespace curlew::service {
namespace {

using testing::ElementsAre;

struct OutlinedPage {
  explicit OutlinedPage(const std::string& html) {
    parse::parse_html_page(html, "text/html; charset=utf-8", page);
    outline = make_outline(page, detect::read_blocks(page));
  }
  dom::Document page;
  Outline outline;
};

constexpr const char* kPage =
    "<body><nav><a href='/x'>Home</a></nav><main><h1>Notices</h1>"
    "<section id=new><p>One</p><p>Two</p></section>"
    "<section id='strange id'><p>Three</p></section></main></body>";

TEST(Outline, NamesWhatABlockStandsInFromTheWidestToItsOwn) {
  const OutlinedPage read(kPage);
  const auto& blocks = read.outline.blocks;
  ASSERT_EQ(blocks.size(), 5u);
  EXPECT_EQ(blocks[1].text, "Notices");
  EXPECT_TRUE(blocks[1].is_heading);
  EXPECT_EQ(blocks[3].text, "Two");
  EXPECT_THAT(blocks[3].path,
              ElementsAre("body > main:nth-child(2)", "#new", "#new > p:nth-child(2)"));
}

TEST(Outline, EachSelectorFindsTheOneElementThatItIsOf) {
  const OutlinedPage read(kPage);
  for (const OutlineBlock& block : read.outline.blocks) {
    for (const std::string& css : block.path) {
      const auto selector = dom::parse_selector(css);
      ASSERT_TRUE(selector.ok()) << css;
      EXPECT_EQ(selector->select(read.page.root()).size(), 1u) << css;
    }
  }
}

TEST(Outline, AnIdThatStandsTwiceNamesNothing) {
  const OutlinedPage read("<body><p id=a>One</p><p id=a>Two</p></body>");
  ASSERT_EQ(read.outline.blocks.size(), 2u);
  EXPECT_THAT(read.outline.blocks[1].path, ElementsAre("body > p:nth-child(2)"));
}

TEST(Outline, AHostilePageIsBounded) {
  std::string html = "<body>";
  for (int i = 0; i < 400; ++i) html += "<div>";
  html += "deep";
  for (int i = 0; i < 20'000; ++i) html += "<p>" + std::string(i % 3 ? 3 : 900, 'x');
  const OutlinedPage read(html);
  EXPECT_EQ(read.outline.blocks.size(), kMostOutlineBlocks);
  EXPECT_TRUE(read.outline.is_cut);
  for (const OutlineBlock& block : read.outline.blocks) {
    EXPECT_LE(block.path.size(), 12u);
    EXPECT_LE(block.text.size(), 400u);
  }
}

TEST(Outline, AnEmptyPageHasNone) {
  EXPECT_TRUE(OutlinedPage("").outline.blocks.empty());
}

}  // namespace
}  // namespace curlew::service
