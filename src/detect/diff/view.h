// Two versions of a page side by side, for people: as unified text, as JSON, and as an
// HTML page. Words that differ inside a block are marked; moved blocks are told as
// such.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "detect/blocks/page_blocks.h"
#include "detect/diff/compare.h"
#include "detect/diff/markup_change.h"
#include "detect/diff/words.h"

namespace curlew::detect {

struct ViewBlock {
  BlockFate fate = BlockFate::kSame;
  // Both sides; empty where a side has nothing. Of kSame they are equal.
  std::string before;
  std::string after;
  // Of kRewritten.
  std::vector<WordRun> words;
  bool is_heading = false;
  // It differs, and that is not counted.
  bool is_noise = false;
  // Of kMoved: as which block of each version it stands, from 1.
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  // Blocks that stayed the same and were left out before it.
  std::size_t skipped = 0;
};

struct ViewOptions {
  // What the versions are called: their times.
  std::string_view old_name = "old";
  std::string_view new_name = "new";
  std::string_view title;
  // Blocks that stayed, shown before and behind each change.
  std::size_t context = 3;
  // Of a page with more only changes and what is near them is kept; what is beyond even
  // then is left out, and the view says so.
  std::size_t max_blocks = 20'000;
  // Of the blocks that differ, in the order of compare_blocks(): is it noise
  // (page/detect.h: find_noise())? Those behind the last are not.
  std::vector<bool> noise = {};
  // Shown behind the blocks.
  MarkupChange markup = {};
};

class PageView {
 public:
  // Copies what it needs of the texts.
  PageView(const PageBlocks& old, const PageBlocks& now,
           const ViewOptions& options = {});

  const std::vector<ViewBlock>& blocks() const { return blocks_; }
  bool is_cut() const { return is_cut_; }
  // Some text differs that is no noise.
  bool has_changes() const;
  // Links or classes and styles do.
  bool has_markup_changes() const { return !markup_.empty(); }
  bool has_noise() const;
  const MarkupChange& markup() const { return markup_; }

  // As `diff -u` has it, a block a line. In rewritten blocks [-words-] went and
  // {+words+} came; "~" is a block that was moved; a line with "·" stands for blocks
  // that are noise. Links, classes and styles that differ come last. Empty when nothing
  // else differs.
  std::string to_unified() const;
  // {"old":…,"new":…,"blocks":[{"fate":"rewritten","old":…,"new":…,"words":[…]}]}; what
  // was moved has "from" and "to", what is noise "noise":true. "links" and
  // "presentation" are lists, too.
  std::string to_json() const;
  // A whole page: no script, nothing is loaded, all text is escaped, light and dark.
  // Noise is dimmed, and its words are not marked.
  // `above` is HTML of the caller's that stands before the blocks.
  std::string to_html(std::string_view above = {}) const;

 private:
  // Is the block a change, or so near to one that it is shown?
  std::vector<bool> shown() const;

  std::string old_name_;
  std::string new_name_;
  std::string title_;
  std::size_t context_;
  std::vector<ViewBlock> blocks_;
  MarkupChange markup_;
  bool is_cut_ = false;
};

// "same", "rewritten", "added", "removed", "moved".
std::string_view to_string(BlockFate fate);

}  // namespace curlew::detect
