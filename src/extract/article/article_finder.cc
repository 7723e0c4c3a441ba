#include "extract/article/article_finder.h"

#include "extract/article/choice.h"
#include "extract/article/whole_page_rules.h"

namespace curlew::extract {

void ArticleFinder::look(const dom::Document& page, const MarkupWords& words,
                         const PageBlocks& blocks) {
  blocks_ = &blocks;
  make_outline(page, blocks, words, outline_);
}

void ArticleFinder::judge(const dom::Document& page, const Metadata& facts,
                          const TypeChances& types) {
  const BlockSight sight{page, *blocks_, outline_};
  describe_blocks(sight, facts, model_->words, types, rows_);
  ask(model_->block_chance, rows_, chances_);
  chances_ = apply_whole_page_rules({sight, rows_, chances_, types});
  choose_blocks(rows_, chances_, kept_);
}

}  // namespace curlew::extract
