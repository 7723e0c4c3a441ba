#include "extract/article/whole_page_rules.h"

#include <gmock/gmock.h>

#include "extract/words/vocabulary.h"
#include "parse/html/page.h"

namespace curlew::extract {
namespace {

using testing::ElementsAre;
using testing::FloatEq;
using testing::Gt;
using testing::Lt;

using F = BlockFeature;

// A page whose blocks have forty words each, whatever its text.
class Page {
 public:
  explicit Page(std::string_view html, PageType type = PageType::kArticle) {
    parse::parse_html_page(html, "text/html", page_);
    cut_blocks(page_, blocks_);
    words_.look_up(page_);
    make_outline(page_, blocks_, words_, outline_);
    rows_.resize(blocks_.blocks.size());
    for (FeatureRow& row : rows_) {
      at(row, F::text_words) = 40;
      at(row, F::mark_comments) = -1;
    }
    types_[std::size_t(type)] = 1;
  }

  FeatureRow& row(std::size_t index) { return rows_[index]; }
  std::vector<float> judge(const std::vector<float>& chances) const {
    const BlockSight sight{page_, blocks_, outline_};
    return extract::apply_whole_page_rules({sight, rows_, chances, types_});
  }

 private:
  dom::Document page_;
  MarkupWords words_;
  PageBlocks blocks_;
  Outline outline_;
  FeatureRows rows_;
  TypeChances types_{};
};

TEST(WholePageRules, JudgeATableAsAWhole) {
  const Page page("<p>Lead<table><tr><td>A<td>B</table>");
  EXPECT_THAT(page.judge({0.9F, 0.9F, 0.3F}),
              ElementsAre(FloatEq(0.9F), FloatEq(0.75F), FloatEq(0.45F)));
}

TEST(WholePageRules, JudgeWhatIsMadeAlikeTogetherWhereAPageHasManyParts) {
  const std::string_view cards = "<div class=card>A</div><h2>H</h2><div class=card>B";
  EXPECT_THAT(Page(cards, PageType::kForum).judge({0.8F, 0.5F, 0.4F}),
              ElementsAre(FloatEq(0.7F), FloatEq(0.5F), FloatEq(0.5F)));
  EXPECT_THAT(Page(cards).judge({0.7F, 0.5F, 0.4F}),
              ElementsAre(FloatEq(0.7F), FloatEq(0.5F), FloatEq(0.4F)));
}

TEST(WholePageRules, DoubtCaptions) {
  const Page page("<p>One<figure><figcaption>A caption</figcaption></figure><p>Two");
  EXPECT_THAT(page.judge({0.7F, 0.6F, 0.7F}),
              ElementsAre(FloatEq(0.7F), Lt(0.5F), FloatEq(0.7F)));
}

TEST(WholePageRules, TakeWhatAnArticleQuotes) {
  const std::string_view quote = "<p>One<blockquote><p>A<p>B</blockquote><p>Two";
  EXPECT_THAT(Page(quote).judge({0.7F, 0.2F, 0.3F, 0.6F}),
              ElementsAre(FloatEq(0.7F), Gt(0.5F), Gt(0.5F), FloatEq(0.6F)));
  EXPECT_THAT(Page(quote).judge({0.1F, 0.2F, 0.3F, 0.1F}),
              ElementsAre(FloatEq(0.1F), FloatEq(0.2F), FloatEq(0.3F), FloatEq(0.1F)));
}

TEST(WholePageRules, CountAParagraphOnce) {
  Page page("<p>One<p>1<div><p>One<p>1</div>");
  at(page.row(3), F::text_words) = 2;
  EXPECT_THAT(page.judge({0.7F, 0.7F, 0.7F, 0.7F}),
              ElementsAre(FloatEq(0.7F), FloatEq(0.7F), 0, FloatEq(0.7F)));
}

TEST(WholePageRules, LetAnArticleRepeatItself) {
  const Page page("<p>One<p>Two<p>One");
  EXPECT_THAT(page.judge({0.7F, 0.7F, 0.7F}).back(), FloatEq(0.7F));
}

TEST(WholePageRules, DoubtFurtherArticlesThatHaveAnotherTitle) {
  Page page("<article><h1>A</h1><p>One</article><article><h1>B</h1><p>Two</article>");
  const std::vector<float> chances = {0.7F, 0.7F, 0.7F, 0.7F};
  EXPECT_EQ(page.judge(chances), chances);
  at(page.row(0), F::text_in_title) = 0.9F;
  EXPECT_THAT(page.judge(chances),
              ElementsAre(FloatEq(0.7F), FloatEq(0.7F), Lt(0.5F), Lt(0.5F)));
}

TEST(WholePageRules, DoubtCommentsHoweverLongUnlessThePageIsAForum) {
  const auto talk = [](PageType type) {
    Page page("<p>One<p>Comments", type);
    at(page.row(0), F::text_words) = 70;
    at(page.row(1), F::text_words) = 1200;
    at(page.row(1), F::mark_comments) = 2;
    return page.judge({0.9F, 0.7F});
  };
  EXPECT_THAT(talk(PageType::kArticle), ElementsAre(FloatEq(0.9F), Lt(0.2F)));
  EXPECT_THAT(talk(PageType::kForum), ElementsAre(Gt(0.7F), Gt(0.6F)));
}

TEST(WholePageRules, LeaveCommentsWhereNothingElseIsWorthReading) {
  Page page("<p>One<p>Comments");
  at(page.row(0), F::text_words) = 10;
  at(page.row(1), F::mark_comments) = 2;
  EXPECT_THAT(page.judge({0.9F, 0.7F}), ElementsAre(FloatEq(0.9F), FloatEq(0.7F)));
}

constexpr std::string_view kThenOther =
    "<p>Lead<div><p>One<p>Two</div><section><p>Other</section>";

TEST(WholePageRules, DoubtWhatComesBehindTheElementOfAnArticle) {
  const std::vector<float> chances = {0.6F, 0.9F, 0.9F, 0.7F};
  EXPECT_THAT(Page(kThenOther).judge(chances),
              ElementsAre(FloatEq(0.6F), FloatEq(0.9F), FloatEq(0.9F), Lt(0.5F)));
  EXPECT_THAT(Page(kThenOther, PageType::kDocumentation).judge(chances).back(),
              Gt(0.5F));
}

TEST(WholePageRules, DoubtWhatComesBehindThoughItIsNamedComments) {
  Page page(kThenOther);
  at(page.row(3), F::mark_comments) = 1;
  EXPECT_THAT(page.judge({0.6F, 0.9F, 0.9F, 0.9F}).back(), Lt(0.1F));
}

TEST(WholePageRules, KnowNoElementOfTheArticleWhereHardlyAnythingIsSure) {
  EXPECT_THAT(Page(kThenOther).judge({0.6F, 0.9F, 0.7F, 0.7F}).back(), FloatEq(0.7F));
}

}  // namespace
}  // namespace curlew::extract
