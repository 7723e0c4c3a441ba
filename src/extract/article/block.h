// The blocks of a page: runs of text that a reader sees as one piece, such as a
// paragraph, a heading, a list item, a table cell, or a line that <br> ends. What is
// and is not part of an article is decided block by block.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"

namespace curlew::extract {

// What parts a block from the one before it.
enum class BlockGap : std::uint8_t { kBlock, kLine, kCell };

struct Block {
  dom::NodeId element = 0;  // The smallest with all of its text.
  dom::NodeId holder = 0;   // The element that makes it a block: <p>, <li>, <td>.
  std::uint32_t begin = 0;  // In PageBlocks::text.
  std::uint32_t end = 0;
  std::uint32_t link_bytes = 0;  // Of its text, those inside links.
  std::uint32_t bold_bytes = 0;
  std::uint16_t links = 0;
  BlockGap gap = BlockGap::kBlock;

  std::uint32_t size() const { return end - begin; }
};

struct PageBlocks {
  std::string text;  // Of all blocks, one after another; white space collapsed.
  std::vector<Block> blocks;

  std::string_view text_of(const Block& block) const {
    return std::string_view(text).substr(block.begin, block.size());
  }
};

// What lies behind is left out: no page that people read has so many.
inline constexpr std::size_t kMaxBlocks = 100'000;

// Replaces `out`, whose memory is used again. <noscript>, lists of choices and what
// browsers never show are no text.
void cut_blocks(const dom::Document& page, PageBlocks& out);

}  // namespace curlew::extract
