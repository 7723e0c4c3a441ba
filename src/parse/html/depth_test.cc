#include "parse/html/depth.h"

#include <gtest/gtest.h>

#include <chrono>

#include "parse/html/tree.h"

namespace curlew::parse {
namespace {

std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

bool is_too_deep(std::string_view html) { return find_too_deep(html) != html.npos; }

TEST(HtmlDepthTest, ThePositionIsThatOfTheFirstTagTooMuch) {
  EXPECT_EQ(find_too_deep("<div><div>x<div>", 2), 11u);
  EXPECT_EQ(find_too_deep("<div></div><div></div>", 1), std::string_view::npos);
}

TEST(HtmlDepthTest, FlatMarkupOfAnyLengthIsFine) {
  for (const char* const row :
       {"<p>a", "<li>a", "<tr><td>a", "<br><img src=x>", "<div><span></div>",
        "<div><b>x</div>", "<a name=x>y", "<h2>x</h2>", "<dt>a<dd>b", "<!-- <div> -->",
        "<script>'<div>'</script>", "<div title='<div>'></div>", "<option>x",
        "<svg><path/><g/></svg>", "<DIV></div>", "</div>"})
    EXPECT_FALSE(is_too_deep(repeated(row, 2000))) << row;
}

// Each of these rows leaves elements open that a careless count would take as closed.
constexpr const char* kDeepRows[] = {
    "<div>",
    "<x>",
    "<div/>",
    "<div></span>",
    "<span><div></span>",
    "<div><object></div>",
    "<b><div></b>",
    "<table><td>",
    "<svg>",
    "<svg><g>",
    "<svg><span/>",
    "<font size='>'>",
    "<ul><li>",
    "<svg><foreignObject><button><x>",
    "<svg><desc><x/>",
    "<svg><button><x>",
};

TEST(HtmlDepthTest, NoRowOfTagsHidesItsDepth) {
  for (const char* const row : kDeepRows)
    EXPECT_TRUE(is_too_deep(repeated(row, 2000))) << row;
}

TEST(HtmlDepthTest, FormattingThatReopensInEveryBlockCounts) {
  std::string page;
  for (int i = 0; i < 2000; ++i)
    page += "<div><font color=" + std::to_string(i) + "></div>";
  EXPECT_TRUE(is_too_deep(page));
}

int tree_depth(HtmlNode node) {
  int deepest = 0;
  for (int depth = 0; node; ++depth, node = node.first_child()) {
    deepest = std::max(deepest, depth);
    while (node.next()) node = node.next();
  }
  return deepest;
}

TEST(HtmlDepthTest, TreesOfAcceptedPagesAreNotMuchDeeperThanTheLimit) {
  HtmlParser parser;
  for (const char* const row : kDeepRows) {
    const std::string page = repeated(row, 2000);
    const auto root =
        parser.parse(std::string_view(page).substr(0, find_too_deep(page)));
    ASSERT_TRUE(root.ok()) << row << root.error().text;
    EXPECT_LT(tree_depth(*root), 5 * kMaxHtmlDepth) << row;  // A table makes four.
  }
}

TEST(HtmlDepthTest, HostileMarkupIsScannedInLinearTime) {
  const auto start = std::chrono::steady_clock::now();
  for (const char* const row : {"<", "<!", "<a ", "<a b='", "</", "<div></b></i>",
                                "<script>", "<!--", "<b></b ", "<title></"})
    find_too_deep(repeated(row, 50'000));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

}  // namespace
}  // namespace curlew::parse
