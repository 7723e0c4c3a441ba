// Picks the article out of a page: cuts it into blocks and asks a learned model of each
// whether it belongs. The model looks twice: a first guess from the block itself and
// what is around it, then a second look with the first guesses for everything else.
//
// docs/extraction.md tells what the features are, how the model is trained and what
// each part of it buys.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extract/article/block.h"
#include "extract/article/block_features.h"
#include "extract/article/context.h"
#include "extract/article/outline.h"
#include "extract/article/word_features.h"
#include "extract/page_type/page_type.h"

namespace curlew::extract {

// For one thread at a time; its memory is used again for the next page.
//
//   finder.look(page);                    // Blocks and outline are there.
//   finder.judge(page, title, chances);   // So is what belongs to the article.
class ArticleFinder {
 public:
  void look(const dom::Document& page);
  // Of the page looked at last. `title` is what the page calls itself.
  void judge(const dom::Document& page, std::string_view title,
             const TypeChances& types);

  const PageBlocks& blocks() const { return blocks_; }
  const Outline& outline() const { return outline_; }
  // Does a block belong to the article? 0 … 1
  const std::vector<float>& chances() const { return chances_; }

  // The blocks that belong, with "\n" between.
  std::string body(float threshold) const;

 private:
  PageBlocks blocks_;
  Outline outline_;
  std::vector<BlockFeatures> features_;
  std::vector<WordFeatures> words_;
  std::vector<ContextFeatures> context_;
  std::vector<float> guesses_;
  std::vector<float> chances_;
};

}  // namespace curlew::extract
