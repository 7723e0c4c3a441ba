#include "extract/article/article_html.h"

#include <gtest/gtest.h>

#include "parse/html/page.h"

namespace curlew::extract {
namespace {

// Of a page all of whose blocks are the article but those inside class="no".
std::string html_of(std::string_view html, Bytes most = 1_MiB) {
  dom::Document page;
  parse::parse_html_page(html, "text/html; charset=utf-8", page);
  PageBlocks blocks;
  cut_blocks(page, blocks);
  for (Block& block : blocks.blocks) {
    block.is_in_article = true;
    for (auto node = page.node(block.holder); node; node = node.parent())
      block.is_in_article &= !node.has_class("no");
  }
  return article_html(page, blocks,
                      {.base = "https://site.example/news/1", .most = most});
}

TEST(ArticleHtml, KeepsHeadingsListsAndQuotes) {
  EXPECT_EQ(html_of("<main><h2>Storks</h2><div>Two of them.</div><ul class=x><li>One "
                    "<li><p>Another<ol><li>deeper</ol></ul><blockquote><p>We saw them."
                    "</p><p>Twice.</blockquote></main>"),
            "<h2>Storks</h2><p>Two of them.</p><ul><li>One</li><li>Another<ol><li>"
            "deeper</li></ol></li></ul><blockquote><p>We saw them.</p><p>Twice.</p>"
            "</blockquote>");
}

TEST(ArticleHtml, KeepsEmphasisAndLinksWithoutTheirAttributes) {
  EXPECT_EQ(html_of("<p onclick=x()>It is <b style='color:red'>very <i>cold</i></b>, "
                    "<a href='/w?a=1&b=2' onclick=y() target=_top>they say</a>."),
            "<p>It is <b>very <i>cold</i></b>, <a href=\"https://site.example/w?a=1"
            "&amp;b=2\">they say</a>.</p>");
}

TEST(ArticleHtml, LeadsNowhereButIntoTheWeb) {
  EXPECT_EQ(
      html_of("<p><a href=javascript:alert(1)>a</a> <a href='#top'>b</a> <a "
              "href='data:text/html,x'>c</a> <a>d</a> <a href='mailto:a@b'>e</a>"),
      "<p>a b c d e</p>");
}

TEST(ArticleHtml, PutsALinkAroundBlocksIntoEachOfThem) {
  EXPECT_EQ(html_of("<a href=/x><h3>Storks</h3><p>They are back.</p></a>"),
            "<h3><a href=\"https://site.example/x\">Storks</a></h3><p><a "
            "href=\"https://site.example/x\">They are back.</a></p>");
}

TEST(ArticleHtml, BreaksLinesWhereThePageDoes) {
  EXPECT_EQ(html_of("<div><b>one<br>two</b> three<div>four</div>five<br></div>"),
            "<p><b>one</b><br><b>two</b> three</p><p>four</p><p>five</p>");
  EXPECT_EQ(html_of("<h2>one<br>two</h2><h2><div>a</div><div>b</div></h2>"),
            "<h2>one<br>two</h2><h2>a<br>b</h2>");
}

TEST(ArticleHtml, LeavesOutWhatIsNotTheArticle) {
  EXPECT_EQ(html_of("<ul class=no><li>menu</ul><p>One.</p><ul><li class=no>ad<li>two"
                    "</ul><p class=no>More stories</p><p>Three.</p>"),
            "<p>One.</p><ul><li>two</li></ul><p>Three.</p>");
}

TEST(ArticleHtml, KeepsPreformattedTextAsItStands) {
  EXPECT_EQ(
      html_of("<p>So:</p><pre><code>if (a &lt; b)\n  <i>run</i>();\n</code></pre>"),
      "<p>So:</p><pre><code>if (a &lt; b)\n  <i>run</i>();\n</code></pre>");
}

TEST(ArticleHtml, KeepsTablesOfDataAndTheirEmptyCells) {
  EXPECT_EQ(html_of("<table><caption>Birds</caption><tr><th><th>2025<th>2026<tr><th>"
                    "Storks<td><td>7</table>"),
            "<table><caption>Birds</caption><tr><td></td><th>2025</th><th>2026</th>"
            "</tr><tr><th>Storks</th><td></td><td>7</td></tr></table>");
}

TEST(ArticleHtml, KeepsCellsBelowTheirHeadingsWhereOthersSpan) {
  EXPECT_EQ(html_of("<table><tr><th>Year<th>Month<th>Birds<tr><td rowspan=2>2025<td>"
                    "Mar<td>11<tr><td>Apr<td>7<tr><td colspan=2>Sum<td>18</table>"),
            "<table><tr><th>Year</th><th>Month</th><th>Birds</th></tr>"
            "<tr><td>2025</td><td>Mar</td><td>11</td></tr>"
            "<tr><td></td><td>Apr</td><td>7</td></tr>"
            "<tr><td>Sum</td><td></td><td>18</td></tr></table>");
  EXPECT_EQ(html_of("<table><thead><tr><th rowspan=9>a<th>b<tbody><tr><td rowspan=0 "
                    "colspan=2>c<td rowspan=x colspan=-1>d<tr><td>e<tr><td>f</table>"),
            "<table><tr><th>a</th><th>b</th></tr>"
            "<tr><td>c</td><td></td><td>d</td></tr>"
            "<tr><td></td><td></td><td>e</td></tr>"
            "<tr><td></td><td></td><td>f</td></tr></table>");
}

TEST(ArticleHtml, SpendsLittleOnCellsThatSpanMuch) {
  const std::string row =
      "<tr><td colspan=1000000 rowspan=1000000>a<td colspan=4294967297>b";
  const std::string html =
      html_of("<table>" + row + row + row + row + "</table>", 8_MiB);
  EXPECT_NE(html, "");
  EXPECT_LT(html.size(), 5000U);
}

TEST(ArticleHtml, ReadsATableThatLaysThePageOutAsParagraphs) {
  EXPECT_EQ(html_of("<table><tr><td class=no>menu<td><table><tr><td>One<td>1<tr><td>"
                    "Two<td>2</table><tr><td>a<td>b</table>"),
            "<table><tr><td>One</td><td>1</td></tr><tr><td>Two</td><td>2</td></tr>"
            "</table><p>a</p><p>b</p>");
}

TEST(ArticleHtml, KeepsPicturesBetweenItsBlocksAndBesideThem) {
  EXPECT_EQ(
      html_of("<header><img src=/logo.png><p class=no>Site</p></header><main>"
              "<div><img src=lead.jpg alt='A \"stork\"'></div><p>One <img "
              "src=in.png> two.</p><div><div><img src=mid.png></div></div><p>"
              "Three.</p><div class=more><img src=/ad.png><p class=no>More</p>"
              "<img src=/ad2.png></div></main>"),
      "<p><img src=\"https://site.example/news/lead.jpg\" alt=\"A &quot;stork"
      "&quot;\"></p><p>One <img src=\"https://site.example/news/in.png\"> two.</p>"
      "<p><img src=\"https://site.example/news/mid.png\"></p><p>Three.</p>");
}

TEST(ArticleHtml, KeepsAFigureWithOrWithoutItsCaption) {
  EXPECT_EQ(
      html_of("<p>One.</p><figure><img src=/a.png><figcaption>A stork"
              "</figcaption></figure><figure><img src=/b.png><figcaption "
              "class=no>Photo: me</figcaption></figure><p>Two.</p>"),
      "<p>One.</p><figure><p><img src=\"https://site.example/a.png\"></p>"
      "<figcaption>A stork</figcaption></figure><figure><p><img "
      "src=\"https://site.example/b.png\" data-caption=\"Photo: me\"></p></figure>"
      "<p>Two.</p>");
}

TEST(ArticleHtml, FindsPicturesThatScriptsWouldLoad) {
  EXPECT_EQ(
      html_of("<p>One.</p><img src='data:image/gif;base64,R0' data-src=/a.jpg>"
              "<noscript><img src=/a.jpg></noscript><p>Two.</p><img "
              "class=lazy><noscript><img src=/b.jpg></noscript><p>Three.</p>"
              "<picture><source srcset=/c.webp><img srcset='/c.jpg 1x, /d.jpg 2x'>"
              "</picture><p>Four.</p>"),
      "<p>One.</p><p><img src=\"https://site.example/a.jpg\"></p><p>Two.</p><p>"
      "<img src=\"https://site.example/b.jpg\"></p><p>Three.</p><p><img "
      "src=\"https://site.example/c.jpg\"></p><p>Four.</p>");
}

TEST(ArticleHtml, KeepsSoundAndFilmsAndLeavesOutIconsAndBeacons) {
  EXPECT_EQ(html_of("<p>One.</p><audio controls autoplay><source src=/a.mp3>No sound"
                    "</audio><img src=/i.png width=16><img src=/b.gif width=1 height=1>"
                    "<iframe src=//films.example/1></iframe><script>x</script><p>Two."),
            "<p>One.</p><p><audio src=\"https://site.example/a.mp3\"></audio></p><p>"
            "<iframe src=\"https://films.example/1\"></iframe></p><p>Two.</p>");
}

TEST(ArticleHtml, HasWhatNoscriptSaysWithinAParagraphWhereThatIsThePage) {
  const std::string prose(100, 'x');
  EXPECT_EQ(html_of("<p>One <noscript>" + prose + "</noscript> two.</p>"),
            "<p>One " + prose + " two.</p>");
}

TEST(ArticleHtml, EndsWhereTheBlocksEnd) {
  std::string html;
  for (std::size_t i = 0; i < kMaxBlocks; ++i) html += "<p>a</p>";
  const std::string bounded = html_of(html + "<p>b", 8_MiB);
  EXPECT_EQ(bounded.find('b'), bounded.npos);
  EXPECT_EQ(bounded.size(), html.size());
}

TEST(ArticleHtml, IsEmptyWhereItWouldBeTooLongOrThereIsNothing) {
  EXPECT_EQ(html_of("<p>A few words.", 10), "");
  EXPECT_EQ(html_of("<p>A few words.", 18), "") << "it ends with </p>, too";
  EXPECT_EQ(html_of("<p>A few words.", 19), "<p>A few words.</p>");
  EXPECT_EQ(html_of("<p class=no>Menu"), "");
  EXPECT_EQ(html_of(""), "");
  std::string deep;
  for (int i = 0; i < 2000; ++i) deep += "<blockquote><b><ul><li>";
  EXPECT_LT(html_of(deep + "deep").size(), 1000U);
}

}  // namespace
}  // namespace curlew::extract
