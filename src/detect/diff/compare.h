// What became of each block between two versions of a page.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "detect/blocks/page_blocks.h"

namespace curlew::detect {

enum class BlockFate : std::uint8_t {
  kSame,
  // Stands where it stood and says something else.
  kRewritten,
  kAdded,
  kRemoved,
  // Says the same at another place of the page.
  kMoved,
};

inline constexpr std::uint32_t kNoBlock = UINT32_MAX;

struct BlockPair {
  BlockFate fate = BlockFate::kSame;
  // Numbers of blocks; kNoBlock where a side has none.
  std::uint32_t old = kNoBlock;
  std::uint32_t now = kNoBlock;
  // Blocks that changed beside each other have the same number; 0 for kSame.
  std::uint32_t hunk = 0;

  bool operator==(const BlockPair&) const = default;
};

// In the order of the page, a removed block before what took its place. A moved block
// stands where it is now. Text that only fell into other blocks (a paragraph split in
// two) is kSame, without a block on the old side. Bounded time, whatever the pages.
std::vector<BlockPair> compare_blocks(const PageBlocks& old, const PageBlocks& now);

// How much of their words two texts share: 0 … 1.
double similarity(std::string_view a, std::string_view b);

}  // namespace curlew::detect
