// What the features of blocks are made from; all of one page.

#pragma once

#include "dom/document.h"
#include "extract/blocks/block.h"
#include "extract/blocks/outline.h"

namespace curlew::extract {

struct BlockSight {
  const dom::Document& page;
  const PageBlocks& blocks;
  const Outline& outline;

  std::size_t size() const { return blocks.blocks.size(); }
  const Block& block(std::size_t index) const { return blocks.blocks[index]; }
  const TextFacts& facts(std::size_t index) const { return outline.texts[index]; }
  const ElementFacts& element(dom::NodeId id) const { return outline.elements[id]; }
  dom::Node holder(std::size_t index) const { return page.node(block(index).holder); }
  dom::Tag tag(std::size_t index) const { return holder(index).tag(); }
  bool is_prose(std::size_t index) const {
    return extract::is_prose(block(index), facts(index));
  }
};

inline float share_of(double part, double whole) {
  return whole > 0 ? float(part / whole) : 0;
}

}  // namespace curlew::extract
