// Picks the article out of the blocks of a page: asks a learned model of each whether
// it belongs; rules about the whole page have the last word.
//
// docs/extraction.md tells what the features are, how the model is trained and what
// each part of it buys.

#pragma once

#include <vector>

#include "extract/article/block_features.h"
#include "extract/article/model.h"
#include "extract/page_type/page_type.h"

namespace curlew::extract {

// For one thread at a time; its memory is used again for the next page.
//
//   finder.look(page, words, blocks);     // The outline is there.
//   finder.judge(page, facts, types);     // So is what belongs to the article.
class ArticleFinder {
 public:
  // The model is borrowed.
  explicit ArticleFinder(const ArticleModel& model = shipped_model())
      : model_(&model) {}

  // `blocks` are those of the page, `words` too, by the model's vocabulary; both are
  // borrowed until the next page.
  void look(const dom::Document& page, const MarkupWords& words,
            const PageBlocks& blocks);
  // Of the page looked at last. `facts` is what the page says about itself.
  void judge(const dom::Document& page, const Metadata& facts,
             const TypeChances& types);

  const Outline& outline() const { return outline_; }
  // What the models were shown.
  const FeatureRows& rows() const { return rows_; }
  // Does a block belong to the article? 0 … 1
  const std::vector<float>& chances() const { return chances_; }

  // By block: does it belong?
  const std::vector<bool>& kept() const { return kept_; }

 private:
  const ArticleModel* model_;
  const PageBlocks* blocks_ = nullptr;
  Outline outline_;
  FeatureRows rows_;
  std::vector<float> chances_;
  std::vector<bool> kept_;
};

}  // namespace curlew::extract
