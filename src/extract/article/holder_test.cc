#include "extract/article/holder.h"

#include <gmock/gmock.h>

#include "parse/html/page.h"

namespace curlew::extract {
namespace {

using testing::ElementsAre;

using F = BlockFeature;

// A page of an article of two paragraphs and what stands around it.
class Holder : public testing::Test {
 protected:
  Holder() {
    parse::parse_html_page("<p>Lead<div><p>One<p>Two</div><section><p>Other</section>",
                           "text/html", page_);
    cut_blocks(page_, blocks_);
    make_outline(page_, blocks_, shipped_words().markup, outline_);
    rows_.resize(blocks_.blocks.size());
    for (FeatureRow& row : rows_) {
      at(row, F::text_words) = 40;
      at(row, F::mark_comments) = -1;
    }
  }

  std::vector<bool> behind(std::vector<float> chances) {
    std::vector<bool> out;
    find_behind({page_, blocks_, outline_}, rows_, chances, out);
    return out;
  }

  dom::Document page_;
  PageBlocks blocks_;
  Outline outline_;
  FeatureRows rows_;
};

TEST_F(Holder, IsTheSmallestElementWithNearlyAllWords) {
  const std::vector<float> words = {1, 40, 40, 1};
  const dom::NodeId found = smallest_holder({page_, blocks_, outline_}, words);
  EXPECT_EQ(page_.node(found).name(), "div");
}

TEST_F(Holder, EndsWhereWhatIsSureEnds) {
  EXPECT_THAT(behind({0.3F, 0.9F, 0.9F, 0.7F}), ElementsAre(false, false, false, true));
}

TEST_F(Holder, IsNotStretchedByComments) {
  at(rows_[3], F::mark_comments) = 1;
  EXPECT_THAT(behind({0.3F, 0.9F, 0.9F, 0.9F}), ElementsAre(false, false, false, true));
}

TEST_F(Holder, IsUnknownWhereHardlyAnythingIsSure) {
  EXPECT_THAT(behind({0.5F, 0.9F, 0.6F, 0.5F}),
              ElementsAre(false, false, false, false));
}

}  // namespace
}  // namespace curlew::extract
