// Two versions of a page side by side, for people: as unified text, as JSON, and as an
// HTML page. Words that differ inside a block are marked; moved blocks are told as
// such.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "detect/blocks/page_blocks.h"
#include "detect/diff/compare.h"
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
};

struct ViewOptions {
  // What the versions are called: their times.
  std::string_view old_name = "old";
  std::string_view new_name = "new";
  std::string_view title;
  // Blocks that stayed, shown before and behind each change.
  std::size_t context = 3;
  // Blocks beyond are left out, and the view says so.
  std::size_t max_blocks = 20'000;
};

class PageView {
 public:
  // Copies what it needs of the texts.
  PageView(const PageBlocks& old, const PageBlocks& now,
           const ViewOptions& options = {});

  const std::vector<ViewBlock>& blocks() const { return blocks_; }
  bool is_cut() const { return is_cut_; }
  bool has_changes() const;

  // As `diff -u` has it, a block a line. In rewritten blocks [-words-] went and
  // {+words+} came; "~" is a block that was moved. Empty when nothing differs.
  std::string to_unified() const;
  // {"old":…,"new":…,"blocks":[{"fate":"rewritten","old":…,"new":…,"words":[…]}]}
  std::string to_json() const;
  // A whole page: no script, nothing is loaded, all text is escaped, light and dark.
  std::string to_html() const;

 private:
  // Is the block a change, or so near to one that it is shown?
  std::vector<bool> shown() const;

  std::string old_name_;
  std::string new_name_;
  std::string title_;
  std::size_t context_;
  std::vector<ViewBlock> blocks_;
  bool is_cut_ = false;
};

// "same", "rewritten", "added", "removed", "moved".
std::string_view to_string(BlockFate fate);

}  // namespace curlew::detect
