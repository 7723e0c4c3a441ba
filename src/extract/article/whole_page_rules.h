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
  std::span<const FeatureRow> rows;  // By describe_blocks().
  std::span<const float> chances;
  const TypeChances& types;
};

struct WholePageRules {
  bool hidden = true;    // What the page does not show is not its text.
  bool groups = true;    // A list or a table belongs or does not, as a whole.
  bool captions = true;  // Captions are not the article's.
  bool quotes = true;    // What an article quotes belongs to it.
  bool others = true;    // Of several articles, the one with the page's title is meant.
  bool twins = true;     // A paragraph counts once.
  bool comments = true;  // Except in forums, comments are not the article's.
  bool behind = true;    // What comes after the article's element hardly ever belongs.
};

// The chances after all.
std::vector<float> apply_whole_page_rules(const JudgedBlocks& blocks,
                                          const WholePageRules& rules = {});

}  // namespace curlew::extract
