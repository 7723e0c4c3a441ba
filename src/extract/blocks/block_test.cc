#include "extract/blocks/block.h"

#include <gmock/gmock.h>

#include "parse/html/page.h"

namespace curlew::extract {
namespace {

using testing::ElementsAre;

struct Cut {
  dom::Document page;
  PageBlocks blocks;

  explicit Cut(std::string_view html) {
    parse::parse_html(html, page);
    cut_blocks(page, blocks);
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> texts;
    for (const Block& block : blocks.blocks) texts.emplace_back(blocks.text_of(block));
    return texts;
  }
};

TEST(Blocks, AreCutAtParagraphsLinesItemsAndCells) {
  const Cut cut(
      "<h1>A  title</h1><p>One<br>two <b>t</b>hree</p><ul><li>item</ul>"
      "<table><tr><td>a<td>b</table>tail");
  EXPECT_THAT(cut.texts(),
              ElementsAre("A title", "One", "two three", "item", "a", "b", "tail"));
}

TEST(Blocks, KnowTheirLinks) {
  const Cut cut("<p>See <a href=/a>this</a> and <a href=/b>that</a>.</p>");
  ASSERT_EQ(cut.blocks.blocks.size(), 1u);
  EXPECT_EQ(cut.blocks.blocks[0].links, 2);
  EXPECT_EQ(cut.blocks.blocks[0].link_bytes, 10u);
}

TEST(Blocks, KnowTheSmallestElementThatHoldsThem) {
  const Cut cut("<div><p><span><i>all</i> inside</span></p></div>");
  ASSERT_EQ(cut.blocks.blocks.size(), 1u);
  EXPECT_EQ(cut.page.node(cut.blocks.blocks[0].element).name(), "span");
  EXPECT_EQ(cut.page.node(cut.blocks.blocks[0].holder).name(), "p");
}

TEST(Blocks, LeaveOutScriptsChoicesAndNoscript) {
  const Cut cut(
      "<p>text that is long enough</p><script>x</script><select><option>y</select>"
      "<noscript><p>z</noscript>");
  EXPECT_THAT(cut.texts(), ElementsAre("text that is long enough"));
}

TEST(Blocks, AreThoseOfNoscriptWhereTheRestIsEmpty) {
  const std::string prose(300, 'x');
  const Cut cut("<p>Loading</p><noscript><p>" + prose + "</p></noscript>");
  EXPECT_THAT(cut.texts(), ElementsAre("Loading", prose));
}

TEST(Blocks, AreBounded) {
  std::string html;
  for (int i = 0; i < 150'000; ++i) html += "<p>a";
  EXPECT_EQ(Cut(html).blocks.blocks.size(), kMaxBlocks);
}

}  // namespace
}  // namespace curlew::extract
