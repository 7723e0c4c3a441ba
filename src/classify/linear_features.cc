#include "classify/linear_features.h"

#include <algorithm>
#include <unordered_map>

namespace curlew::classify {
namespace {

// Pairs and parts of a single example are chance.
constexpr std::uint32_t kFewestTexts = 2;

// Keys by the number of texts they are in.
class TextCounts {
 public:
  // Of a text that has all numbers above those of the texts before.
  void add(std::uint64_t key, std::uint32_t text) {
    Count& count = counts_[key];
    if (count.last == text) return;
    count.last = text;
    if (count.texts++ == 0) keys_.push_back(key);
  }

  // The keys that enough texts have, in the order of their arrival, with their idf.
  // "Enough" is more where there would be more keys than a model may have.
  void choose(std::uint32_t fewest, std::size_t texts, KeyTable& table,
              std::vector<float>& idf) const {
    const auto kept = [&] {
      return std::ranges::count_if(
          keys_, [&](std::uint64_t key) { return counts_.at(key).texts >= fewest; });
    };
    while (std::size_t(kept()) > kMostFeatures) ++fewest;
    for (const std::uint64_t key : keys_) {
      const std::uint32_t count = counts_.at(key).texts;
      if (count < fewest) continue;
      table.add(key);
      idf.push_back(float(1 + std::log((1. + double(texts)) / (1. + count))));
    }
  }

 private:
  struct Count {
    std::uint32_t texts = 0;
    std::uint32_t last = 0xFFFFFFFF;
  };
  std::unordered_map<std::uint64_t, Count> counts_;
  std::vector<std::uint64_t> keys_;
};

void scale(std::span<Feature> features, double square, double share) {
  if (square <= 0) return;
  const double factor = share / std::sqrt(square);
  for (Feature& feature : features) feature.value = float(feature.value * factor);
}

// Sorted counts of the keys that the table knows.
class NumberCounts {
 public:
  void add(std::uint32_t number, std::uint32_t weight) {
    if (number != KeyTable::kNone) numbers_.emplace_back(number, weight);
  }
  std::span<const std::pair<std::uint32_t, std::uint32_t>> merged() {
    std::ranges::sort(numbers_);
    std::size_t size = 0;
    for (const auto& [number, weight] : numbers_) {
      if (size > 0 && numbers_[size - 1].first == number) {
        numbers_[size - 1].second += weight;
      } else {
        numbers_[size++] = {number, weight};
      }
    }
    numbers_.resize(size);
    return numbers_;
  }

 private:
  std::vector<std::pair<std::uint32_t, std::uint32_t>> numbers_;
};

}  // namespace

Vocabulary::Vocabulary(std::span<const TopicExample* const> examples) {
  TextCounts word_counts;
  TextCounts pair_counts;
  TextCounts part_counts;
  std::string buffer;
  for (std::uint32_t text = 0; text < examples.size(); ++text) {
    const TopicWords& words = examples[text]->words;
    for (const TopicWords::Word& word : words.words()) {
      word_counts.add(word.key, text);
      for_each_part(words.stem(word), buffer,
                    [&](std::uint64_t key) { part_counts.add(key, text); });
    }
    for_each_pair(words.words(), [&](std::uint64_t key, std::uint32_t) {
      pair_counts.add(key, text);
    });
  }
  word_counts.choose(1, examples.size(), this->words, word_idf);
  pair_counts.choose(kFewestTexts, examples.size(), pairs, pair_idf);
  part_counts.choose(kFewestTexts, examples.size(), parts, part_idf);
  find_parts_of_words(examples);
}

void Vocabulary::find_parts_of_words(std::span<const TopicExample* const> examples) {
  parts_of_word.resize(words.size());
  std::vector<char> is_done(words.size());
  std::string buffer;
  for (const TopicExample* const example : examples) {
    for (const TopicWords::Word& word : example->words.words()) {
      const std::uint32_t number = words.find(word.key);
      if (number == KeyTable::kNone || is_done[number]) continue;
      is_done[number] = 1;
      for_each_part(example->words.stem(word), buffer, [&](std::uint64_t key) {
        const std::uint32_t part = parts.find(key);
        if (part != KeyTable::kNone) parts_of_word[number].push_back(part);
      });
    }
  }
}

// Words, pairs and parts, each kind of its own length. The length of the parts is taken
// as if no two words shared any: then it can be told from the words alone.
FeatureVector Vocabulary::vector_of(const TopicWords& text) const {
  NumberCounts word_counts;
  NumberCounts pair_counts;
  for (const TopicWords::Word& word : text.words()) {
    word_counts.add(words.find(word.key), weight_of(word));
  }
  for_each_pair(text.words(), [&](std::uint64_t key, std::uint32_t weight) {
    pair_counts.add(pairs.find(key), weight);
  });
  FeatureVector vector;
  FeatureVector part_features;
  double square = 0;
  double part_square = 0;
  for (const auto& [number, count] : word_counts.merged()) {
    const double frequency = logarithmic(count);
    const double value = frequency * word_idf[number];
    vector.push_back({number, float(value)});
    square += value * value;
    part_square += frequency * frequency * square_of_parts(parts_of_word[number]);
    for (const std::uint32_t part : parts_of_word[number]) {
      part_features.push_back({std::uint32_t(words.size() + pairs.size()) + part,
                               float(frequency * part_idf[part])});
    }
  }
  scale(vector, square, 1);
  const std::size_t word_end = vector.size();
  square = 0;
  for (const auto& [number, count] : pair_counts.merged()) {
    const double value = logarithmic(count) * pair_idf[number];
    vector.push_back({std::uint32_t(words.size()) + number, float(value)});
    square += value * value;
  }
  scale(std::span(vector).subspan(word_end), square, kPairsShare);
  scale(part_features, part_square, kPartsShare);
  std::ranges::stable_sort(part_features, {}, &Feature::number);
  const std::size_t pair_end = vector.size();
  for (const Feature& feature : part_features) {
    if (vector.size() > pair_end && vector.back().number == feature.number) {
      vector.back().value += feature.value;
    } else {
      vector.push_back(feature);
    }
  }
  return vector;
}

}  // namespace curlew::classify
