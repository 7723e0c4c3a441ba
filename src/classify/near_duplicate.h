// Wire copies: articles of different sources that tell the same in nearly the same
// words. Each is known by a sketch of 160 bytes; two sketches say how much of their
// pairs of neighbouring words two texts share, and how many words of their titles, and
// bands find those worth comparing among millions without looking at each.
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

inline constexpr std::size_t kTextBytes = 128;
inline constexpr std::size_t kTitleBytes = 32;
inline constexpr std::size_t kSketchBytes = kTextBytes + kTitleBytes;
inline constexpr std::size_t kBands = 16;

struct Sketch {
  std::array<std::uint8_t, kSketchBytes> bytes{};
  // Values of the bins that bands are made of, whole.
  std::array<std::uint64_t, kBands> bands{};

  std::string_view view() const {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
};

// Hashes of the words that say something (no stop words), in the order of the text;
// `words` has those of the title, too. Of fewer than kFewestWords nothing can be said:
// they have no bands, and are like nothing.
inline constexpr std::size_t kFewestWords = 12;
Sketch make_sketch(std::span<const std::uint64_t> words,
                   std::span<const std::uint64_t> title);

// The share of pairs that two texts have in common (Jaccard), from -.004 to 1, give or
// take .04. The arguments are Sketch::view(); others are like nothing.
double likeness(std::string_view sketch, std::string_view other);

// Do two articles tell the same? What is made of the same phrases day by day (results,
// the weather, prices) is as alike as edited copies of one story are, but under other
// titles. docs/clips.md has the figures.
bool tell_same(std::string_view sketch, std::string_view other);
inline constexpr double kSameStory = .33;
inline constexpr double kSameTitle = .4;
// Whatever the titles say.
inline constexpr double kSameText = .6;

}  // namespace curlew::classify
