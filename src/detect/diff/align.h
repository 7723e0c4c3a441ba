// Which runs of two sequences differ. The sequences are hashes: of blocks, of words.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace curlew::detect {

// old[old_begin … old_end) stands where now[now_begin … now_end) stands; one of both
// may be empty.
struct Hunk {
  std::uint32_t old_begin = 0;
  std::uint32_t old_end = 0;
  std::uint32_t now_begin = 0;
  std::uint32_t now_end = 0;

  std::uint32_t old_size() const { return old_end - old_begin; }
  std::uint32_t now_size() const { return now_end - now_begin; }
  bool operator==(const Hunk&) const = default;
};

// In order. What both have exactly once and in the same order is found first
// ("patience"); between those, the shortest way from old to now (Myers, An O(ND)
// Difference Algorithm, 1986) as long as it has at most `max_differences` steps. Beyond
// that a run is one hunk as a whole, so that the time is at most
// (old + now) × max_differences.
std::vector<Hunk> align(std::span<const std::uint64_t> old,
                        std::span<const std::uint64_t> now,
                        std::uint32_t max_differences = 256);

}  // namespace curlew::detect
