// Picks the article out of a page: cuts it into blocks and asks a learned model of each
// whether it belongs; rules about the whole page have the last word.
//
// docs/extraction.md tells what the features are, how the model is trained and what
// each part of it buys.

#pragma once

#include <string>
#include <vector>

#include "extract/article/block_features.h"
#include "extract/article/model/model.h"
#include "extract/page_type/page_type.h"

namespace curlew::extract {

// For one thread at a time; its memory is used again for the next page.
//
//   finder.look(page);                    // Blocks and outline are there.
//   finder.judge(page, facts, types);     // So is what belongs to the article.
class ArticleFinder {
 public:
  // The model is borrowed.
  explicit ArticleFinder(const ArticleModel& model = shipped_model())
      : model_(&model) {}

  void look(const dom::Document& page);
  // Of the page looked at last. `facts` is what the page says about itself.
  void judge(const dom::Document& page, const Metadata& facts,
             const TypeChances& types);

  const PageBlocks& blocks() const { return blocks_; }
  const Outline& outline() const { return outline_; }
  // What the models were shown.
  const FeatureRows& rows() const { return rows_; }
  // Does a block belong to the article? 0 … 1
  const std::vector<float>& chances() const { return chances_; }

  // The blocks that belong, with "\n" between.
  std::string body() const;

 private:
  const ArticleModel* model_;
  PageBlocks blocks_;
  Outline outline_;
  FeatureRows rows_;
  std::vector<float> chances_;
  std::vector<bool> kept_;
};

}  // namespace curlew::extract
