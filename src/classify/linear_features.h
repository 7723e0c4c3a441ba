// What the linear model sees of a text: words, pairs of neighbouring words and parts of
// words, tf-idf, each kind scaled to a length of its own. linear_topics.h says why.

#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "classify/key_table.h"
#include "classify/linear_training.h"
#include "classify/topic_model.h"

namespace curlew::classify {

// Chosen by cross-validation on eight collections at once; docs/topics.md has figures.
inline constexpr std::uint32_t kTitleWeight = 2;
inline constexpr double kPairsShare = .5;
inline constexpr double kPartsShare = .7;
inline constexpr std::size_t kShortestPart = 3;
inline constexpr std::size_t kLongestPart = 5;
// Bounds of memory: about 300 MB while learning, 100 MB of a model of ten topics.
inline constexpr std::size_t kMostLinearExamples = 20'000;
inline constexpr std::size_t kMostFeatures = 1 << 19;

// Calls visit(key) for each part of the word, which begins and ends with a mark.
template <typename Visit>
void for_each_part(std::string_view stem, std::string& buffer, Visit visit) {
  buffer.assign(1, ' ').append(stem).push_back(' ');
  std::array<std::uint16_t, 260> starts{};
  std::size_t count = 0;
  for (std::size_t i = 0; i < buffer.size() && count + 1 < starts.size(); ++i) {
    if ((buffer[i] & 0xC0) != 0x80) starts[count++] = std::uint16_t(i);
  }
  starts[count] = std::uint16_t(buffer.size());
  for (std::size_t size = kShortestPart; size <= kLongestPart; ++size) {
    for (std::size_t i = 0; i + size <= count; ++i) {
      visit(key_of(
          std::string_view(buffer).substr(starts[i], starts[i + size] - starts[i])));
    }
  }
}

// How often a word occurs matters less the more often it does: 1 + ln(count).
inline double logarithmic(std::uint32_t count) {
  static const auto small = [] {
    std::array<double, 64> values{};
    for (std::size_t i = 1; i < values.size(); ++i) values[i] = 1 + std::log(double(i));
    return values;
  }();
  return count < small.size() ? small[count] : 1 + std::log(double(count));
}

inline std::uint32_t weight_of(const TopicWords::Word& word) {
  return word.place == Place::kTitle ? kTitleWeight : 1;
}

// Calls visit(key, weight) for each pair of neighbours within title or text.
template <typename Visit>
void for_each_pair(std::span<const TopicWords::Word> words, Visit visit) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i - 1].place != words[i].place) continue;
    visit(key_of_pair(words[i - 1].key, words[i].key), weight_of(words[i]));
  }
}

// The features of the examples.
struct Vocabulary {
  KeyTable words;
  KeyTable pairs;
  KeyTable parts;
  std::vector<float> word_idf;
  std::vector<float> pair_idf;
  std::vector<float> part_idf;
  // The parts of each word, by its number.
  std::vector<std::vector<std::uint32_t>> parts_of_word;

  explicit Vocabulary(std::span<const TopicExample* const> examples);

  std::size_t size() const { return words.size() + pairs.size() + parts.size(); }

  // The square of the length of a word's parts.
  double square_of_parts(std::span<const std::uint32_t> numbers) const {
    double square = 0;
    for (const std::uint32_t part : numbers) {
      square += double(part_idf[part]) * part_idf[part];
    }
    return square;
  }

  FeatureVector vector_of(const TopicWords& text) const;

 private:
  void find_parts_of_words(std::span<const TopicExample* const> examples);
};

}  // namespace curlew::classify
