// A page as the blocks of text that its readers see: what all comparisons of versions
// start from. A block is the text between two borders (paragraph, list item, table
// cell, line break, line of a <pre>), with white space collapsed.
//
// Reading is linear in the page and makes no copy but of the text.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "detect/blocks/role.h"
#include "dom/document.h"
#include "dom/node_set.h"

namespace curlew::detect {

struct Block {
  // In PageBlocks::text.
  std::uint32_t begin = 0;
  std::uint32_t size = 0;
  // The element around it that begins a line or a cell.
  dom::NodeId node = 0;
  // The block that is the nearest heading above it; its own number where there is none.
  std::uint32_t heading = 0;
  // Of the text.
  std::uint64_t hash = 0;
  // The names of its element and of the one around that: blocks of another shape seldom
  // are the same block.
  std::uint16_t shape = 0;
  Role role = Role::kMain;
  bool is_heading = false;
  // All of it leads to another page.
  bool is_link = false;
};

// Where a link of the main text leads.
struct LinkMark {
  // Of the address without fragment, without session marks and what looks random.
  std::uint64_t address = 0;
  dom::NodeId node = 0;
};

struct PageBlocks {
  // The page's <title>.
  std::string title;
  // Of all blocks, one after the other.
  std::string text;
  std::vector<Block> blocks;
  std::vector<LinkMark> links;
  // One an element of the main text: its classes in any order, and its style.
  std::vector<std::uint32_t> styles;
  // Those elements.
  std::vector<dom::NodeId> styled;
  // Of the elements' names and how they lie in each other, noise aside.
  std::uint64_t structure = 0;

  std::string_view text_of(const Block& block) const {
    return std::string_view(text).substr(block.begin, block.size);
  }
};

struct BlockOptions {
  // Left out with all inside.
  const dom::NodeSet* ignored = nullptr;
  // Only what is inside of these, all of it as main text.
  const dom::NodeSet* watched = nullptr;
};

PageBlocks read_blocks(const dom::Document& page, const BlockOptions& options = {});

// The hash of a block's text, also for text made of it.
std::uint64_t hash_of(std::string_view text);

}  // namespace curlew::detect
