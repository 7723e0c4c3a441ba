#include "extract/article/article_finder.h"

#include "extract/article/choice.h"
#include "extract/article/second_thoughts.h"

namespace curlew::extract {
namespace {

std::string_view separator_before(const Block& block) {
  return block.gap == BlockGap::kCell ? " " : "\n";
}

}  // namespace

void ArticleFinder::look(const dom::Document& page) {
  cut_blocks(page, blocks_);
  make_outline(page, blocks_, model_->words.markup, outline_);
}

void ArticleFinder::judge(const dom::Document& page, const Metadata& facts,
                          const TypeChances& types) {
  const BlockSight sight{page, blocks_, outline_};
  describe_blocks(sight, facts, model_->words, types, rows_);
  ask(model_->block_chance, rows_, chances_);
  chances_ = think_again({sight, rows_, chances_, types});
  choose_blocks(rows_, chances_, kept_);
}

std::string ArticleFinder::body() const {
  std::string body;
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    if (!kept_[i]) continue;
    const Block& block = blocks_.blocks[i];
    if (!body.empty()) body += separator_before(block);
    body += blocks_.text_of(block);
  }
  return body;
}

}  // namespace curlew::extract
