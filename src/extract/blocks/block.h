// The blocks of a page: runs of text that a reader sees as one piece, such as a
// paragraph, a heading, a list item, a table cell, or a line that <br> ends.
//
// One walk over the tree makes one list of them, and everybody reads that list: which
// area a block is in (extract/areas) and whether it belongs to the article
// (extract/article) is decided block by block, and the text of the article and the
// parts that clips are cut from are made of the same blocks.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"

namespace curlew::extract {

// What parts a block from the one before it.
enum class BlockGap : std::uint8_t { kBlock, kLine, kCell };

// 1 for <h1> … 6 for <h6>, 0 for everything else.
inline int heading_level(dom::Tag tag) {
  using dom::Tag;
  return tag >= Tag::kH1 && tag <= Tag::kH6 ? int(tag) - int(Tag::kH1) + 1 : 0;
}

// Whether an element begins and ends blocks.
inline bool parts_blocks(dom::Tag tag) {
  const dom::Flow flow = dom::flow_of(tag);
  return flow == dom::Flow::kBlock || flow == dom::Flow::kCell ||
         tag == dom::Tag::kButton;
}

// What a part of a page is for: it tells something, leads to pages that do, or helps
// readers about.
enum class AreaKind : std::uint8_t { kInformational, kHub, kNavigation };

struct Block {
  // The smallest with all of its text.
  dom::NodeId element = 0;
  // The element that makes it a block: <p>, <li>, <td>.
  dom::NodeId holder = 0;
  // The node that its text begins with.
  dom::NodeId first = 0;
  // In PageBlocks::text.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  // How much of its text is inside links.
  std::uint32_t link_bytes = 0;
  std::uint32_t bold_bytes = 0;
  std::uint16_t links = 0;
  BlockGap gap = BlockGap::kBlock;
  // Set by mark_areas() in extract/areas: hidden, or not meant for reading.
  bool is_unread = false;
  // Set by mark_areas() in extract/areas: the innermost area around it.
  std::optional<AreaKind> area;
  // By PageReader: it is part of the article's text.
  bool is_in_article = false;

  std::uint32_t size() const { return end - begin; }
};

struct PageBlocks {
  // The texts of all blocks, one after another, with white space collapsed.
  std::string text;
  std::vector<Block> blocks;
  // Elements none of whose text is in a block, in document order and outside each
  // other.
  std::vector<dom::NodeId> left_out;
  // From here on nothing is in a block: there were too many.
  dom::NodeId end = 0;

  std::string_view text_of(const Block& block) const {
    return std::string_view(text).substr(block.begin, block.size());
  }
};

// What stands between a block and the one before it where both are written in a row.
inline char separator_before(const Block& block) {
  return block.gap == BlockGap::kCell ? ' ' : '\n';
}

// What lies behind is left out: no page that people read has so many.
inline constexpr std::size_t kMaxBlocks = 100'000;

// Replaces `out`, whose memory is used again. <noscript>, lists of choices and what
// browsers never show are not text. The elements `wanted`, which are in document order
// and outside each other, have the words that dom::text_of() has of them: blocks end
// where they begin and end.
void cut_blocks(const dom::Document& page, PageBlocks& out,
                std::span<const dom::NodeId> wanted = {});

}  // namespace curlew::extract
