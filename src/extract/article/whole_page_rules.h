// What the trees do not see sharply enough, because they look at one block at a time,
// is put right by rules about whole pages. What each rule buys is in
// docs/extraction.md.

#pragma once

#include <span>
#include <vector>

#include "extract/article/feature.h"
#include "extract/blocks/block_sight.h"
#include "extract/page_type/page_type.h"

namespace curlew::extract {

// What is known about a page's blocks so far; spans are by block.
struct JudgedBlocks {
  const BlockSight& sight;
  // By describe_blocks().
  std::span<const FeatureRow> rows;
  std::span<const float> chances;
  const TypeChances& types;
};

struct WholePageRules {
  // What the page does not show is not its text.
  bool hidden = true;
  // A list or a table belongs or does not, as a whole.
  bool groups = true;
  // Captions are not the article's.
  bool captions = true;
  // What an article quotes belongs to it.
  bool quotes = true;
  // Of several articles, the one with the page's title is meant.
  bool others = true;
  // A paragraph counts once.
  bool twins = true;
  // Except in forums, comments are not the article's.
  bool comments = true;
  // What comes after the article's element hardly ever belongs.
  bool behind = true;
};

// The chances after all.
std::vector<float> apply_whole_page_rules(const JudgedBlocks& blocks,
                                          const WholePageRules& rules = {});

}  // namespace curlew::extract
