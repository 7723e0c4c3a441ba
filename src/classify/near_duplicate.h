// Wire copies: articles of different sources that tell the same in nearly the same
// words. Each is known by a sketch of 128 bytes; two sketches say how much of their
// pairs of neighbouring words two texts share, and bands find those worth comparing
// among millions without looking at each.
//
// A sketch is a MinHash over pairs of words: one permutation cut into 128 bins of which
// each keeps its least value (Li, Owen, Zhang 2012), empty bins filled from others
// (Shrivastava 2017), one byte kept of each (Li, König 2010). Pairs, since single words
// make articles of one topic alike, and of three words an edit of every tenth spoils a
// third.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace curlew::classify {

inline constexpr std::size_t kSketchBytes = 128;
inline constexpr std::size_t kBands = 16;

struct Sketch {
  std::array<std::uint8_t, kSketchBytes> bytes{};
  // Values of the bins that bands are made of, whole.
  std::array<std::uint64_t, kBands> bands{};

  std::string_view view() const {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
};

// `words`: hashes of the words that say something (no stop words), in the order of the
// text. Of fewer than kFewestWords nothing can be said: they have no bands, and are
// like nothing.
inline constexpr std::size_t kFewestWords = 12;
Sketch make_sketch(std::span<const std::uint64_t> words);

// The share of pairs that two texts have in common (Jaccard), from -.004 to 1, give or
// take .04. The arguments are Sketch::view(); others are like nothing.
double likeness(std::string_view sketch, std::string_view other);

// From here on two articles tell the same: docs/clips.md has the figures.
inline constexpr double kSameStory = .33;

}  // namespace curlew::classify
