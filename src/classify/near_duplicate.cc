#include "classify/near_duplicate.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/random.h"

namespace curlew::classify {
namespace {

// Bins that each band joins. Of two bins, texts that share a third of their pairs have
// one of 16 bands in common with probability .85, those that share half with .99, and
// strangers, who share one in thirty, with .014.
constexpr std::size_t kBinsPerBand = 2;
constexpr std::size_t kBins = kTextBytes;
static_assert(kBands * kBinsPerBand <= kBins);
constexpr std::uint64_t kEmpty = std::numeric_limits<std::uint64_t>::max();

std::uint64_t pair_of(std::uint64_t first, std::uint64_t second) {
  return scrambled(first * 0x9e37'79b9'7f4a'7c15 + second);
}

using Bins = std::array<std::uint64_t, kBins>;

// Each empty bin takes the value of one that is not, chosen by the bin's own number
// alone: two texts that are alike then choose alike.
void fill_empty(Bins& bins) {
  const Bins kept = bins;
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    for (std::uint64_t attempt = 1; bins[bin] == kEmpty; ++attempt) {
      bins[bin] = kept[scrambled(bin * 0x1'0001 + attempt) % kBins];
    }
  }
}

// The words of titles that are in both, of those that are in either: each word is a
// bit.
double title_likeness(std::string_view sketch, std::string_view other) {
  int both = 0;
  int either = 0;
  for (std::size_t i = kTextBytes; i < kSketchBytes; ++i) {
    const auto one = static_cast<std::uint8_t>(sketch[i]);
    const auto two = static_cast<std::uint8_t>(other[i]);
    both += std::popcount(std::uint8_t(one & two));
    either += std::popcount(std::uint8_t(one | two));
  }
  return either == 0 ? 0 : double(both) / either;
}

}  // namespace

Sketch make_sketch(std::span<const std::uint64_t> words,
                   std::span<const std::uint64_t> title) {
  Sketch sketch;
  if (words.size() < kFewestWords) return sketch;
  Bins bins;
  bins.fill(kEmpty);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::uint64_t pair = pair_of(words[i - 1], words[i]);
    std::uint64_t& least = bins[pair % kBins];
    // The bits that chose the bin say nothing more.
    least = std::min(least, pair / kBins);
  }
  fill_empty(bins);
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    // 0 is left to texts that were too short.
    sketch.bytes[bin] = static_cast<std::uint8_t>(1 + scrambled(bins[bin]) % 255);
  }
  for (std::size_t band = 0; band < kBands; ++band) {
    std::uint64_t value = band + 1;
    for (std::size_t i = 0; i < kBinsPerBand; ++i) {
      value = pair_of(value, bins[band * kBinsPerBand + i]);
    }
    sketch.bands[band] = value;
  }
  for (const std::uint64_t word : title) {
    const std::size_t bit = scrambled(word) % (kTitleBytes * 8);
    sketch.bytes[kTextBytes + bit / 8] |= std::uint8_t(1U << bit % 8);
  }
  return sketch;
}

double likeness(std::string_view sketch, std::string_view other) {
  if (sketch.size() != kSketchBytes || other.size() != kSketchBytes) return 0;
  std::size_t equal = 0;
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    if (sketch[bin] == 0 || other[bin] == 0) return 0;
    equal += sketch[bin] == other[bin];
  }
  // One byte of two different values is the same once in 255 times.
  constexpr double kByAccident = 1.0 / 255;
  return (double(equal) / kBins - kByAccident) / (1 - kByAccident);
}

bool tell_same(std::string_view sketch, std::string_view other) {
  const double like = likeness(sketch, other);
  return like >= kSameText ||
         (like >= kSameStory && title_likeness(sketch, other) >= kSameTitle);
}

}  // namespace curlew::classify
