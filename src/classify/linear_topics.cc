#include "classify/linear_topics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "classify/key_table.h"
#include "classify/linear_training.h"

namespace curlew::classify {
namespace {

// Chosen by cross-validation on eight collections at once; docs/topics.md has figures.
constexpr std::uint32_t kTitleWeight = 2;
constexpr double kPairsShare = .5;
constexpr double kPartsShare = .7;
constexpr std::size_t kShortestPart = 3;
constexpr std::size_t kLongestPart = 5;
// Pairs and parts of a single example are chance.
constexpr std::uint32_t kFewestTexts = 2;

// Bounds of memory: about 300 MB while learning, 100 MB of a model of ten topics.
constexpr std::size_t kMostExamples = 20'000;
constexpr std::size_t kMostFeatures = 1 << 19;

// What cross-validation chooses from.
constexpr std::size_t kFolds = 4;
constexpr std::array kCosts{.3, 1., 3.};
constexpr std::array kBayesShares{0., .1, .3, .6};

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
double logarithmic(std::uint32_t count) {
  static const auto small = [] {
    std::array<double, 64> values{};
    for (std::size_t i = 1; i < values.size(); ++i) values[i] = 1 + std::log(double(i));
    return values;
  }();
  return count < small.size() ? small[count] : 1 + std::log(double(count));
}

std::uint32_t weight_of(const TopicWords::Word& word) {
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

  explicit Vocabulary(std::span<const TopicExample* const> examples) {
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
  void find_parts_of_words(std::span<const TopicExample* const> examples) {
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

// Verdicts on each example by what the others taught.
class CrossValidation {
 public:
  CrossValidation(const LabelledVectors& examples) : examples_(examples) {
    std::vector<std::uint32_t> seen(examples.topic_count);
    for (const std::uint32_t topic : examples.topics) {
      folds_.push_back(seen[topic]++ % kFolds);
    }
    for (std::size_t fold = 0; fold < kFolds; ++fold) judge_fold(fold);
    choose();
  }

  double cost() const { return kCosts[cost_]; }
  double bayes_share() const { return kBayesShares[share_]; }
  double score(std::size_t example, std::size_t topic) const {
    return score(example, topic, cost_, share_);
  }

 private:
  void judge_fold(std::size_t fold) {
    std::vector<std::uint32_t> others;
    std::vector<std::uint32_t> own;
    for (std::uint32_t i = 0; i < folds_.size(); ++i) {
      (folds_[i] == fold ? own : others).push_back(i);
    }
    // The machines of all costs, then Bayes.
    for (std::size_t learner = 0; learner <= kCosts.size(); ++learner) {
      const LinearWeights weights =
          learner < kCosts.size()
              ? train_support_vectors(examples_, others, kCosts[learner])
              : train_complement_bayes(examples_, others);
      scores_[learner].resize(folds_.size() * examples_.topic_count);
      for (const std::uint32_t i : own) {
        for (std::size_t topic = 0; topic < examples_.topic_count; ++topic) {
          scores_[learner][i * examples_.topic_count + topic] =
              weights.score(examples_.vectors[i], topic);
        }
      }
    }
  }

  double score(std::size_t example, std::size_t topic, std::size_t cost,
               std::size_t share) const {
    const std::size_t at = example * examples_.topic_count + topic;
    return scores_[cost][at] + kBayesShares[share] * scores_[kCosts.size()][at];
  }

  std::size_t count_right(std::size_t cost, std::size_t share) const {
    std::size_t right = 0;
    for (std::size_t i = 0; i < folds_.size(); ++i) {
      std::size_t best = 0;
      for (std::size_t topic = 1; topic < examples_.topic_count; ++topic) {
        if (score(i, topic, cost, share) > score(i, best, cost, share)) best = topic;
      }
      right += std::size_t(best == examples_.topics[i]);
    }
    return right;
  }

  void choose() {
    std::size_t most = 0;
    for (std::size_t cost = 0; cost < kCosts.size(); ++cost) {
      for (std::size_t share = 0; share < kBayesShares.size(); ++share) {
        const std::size_t right = count_right(cost, share);
        if (right <= most) continue;
        most = right;
        cost_ = cost;
        share_ = share;
      }
    }
  }

  const LabelledVectors& examples_;
  std::vector<std::size_t> folds_;
  std::array<std::vector<double>, kCosts.size() + 1> scores_;
  std::size_t cost_ = 0;
  std::size_t share_ = 0;
};

class LinearTopics : public TopicModel {
 public:
  LinearTopics(std::span<const TopicExample* const> examples, std::size_t topic_count,
               double passed_over)
      : topic_count_(topic_count) {
    Vocabulary vocabulary(examples);
    LabelledVectors vectors{.topic_count = topic_count,
                            .feature_count = vocabulary.size()};
    for (const TopicExample* const example : examples) {
      vectors.vectors.push_back(vocabulary.vector_of(example->words));
      vectors.topics.push_back(example->topic);
    }
    const CrossValidation validation(vectors);
    set_thresholds(validation, vectors, passed_over);
    std::vector<std::uint32_t> all(examples.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    LinearWeights weights = train_support_vectors(vectors, all, validation.cost());
    add_weights(weights, train_complement_bayes(vectors, all),
                validation.bayes_share());
    biases_ = weights.biases;
    keep(vocabulary, weights);
    words_ = std::move(vocabulary.words);
    pairs_ = std::move(vocabulary.pairs);
    parts_ = std::move(vocabulary.parts);
  }

  StemRules stem_rules() const override { return StemRules::kByLanguage; }

  void score(const TopicWords& words, TopicScratch& scratch,
             std::span<double> scores) const override;

 private:
  // Three sums for each topic, and the squares of the three lengths.
  struct Sums {
    double* words;
    double* pairs;
    double* parts;
    double word_square = 0;
    double pair_square = 0;
    double part_square = 0;
  };

  void set_thresholds(const CrossValidation& validation, const LabelledVectors& vectors,
                      double passed_over);
  void keep(const Vocabulary& vocabulary, const LinearWeights& weights);
  void add_known(TopicScratch& scratch, Sums& sums) const;
  void add_unknown(const TopicWords& words, TopicScratch& scratch, Sums& sums) const;
  void add(double* sums, const float* row, double factor) const {
    for (std::size_t topic = 0; topic < topic_count_; ++topic) {
      sums[topic] += factor * row[topic];
    }
  }

  std::size_t topic_count_;
  Calibration calibration_;
  std::vector<double> biases_;
  KeyTable words_;
  KeyTable pairs_;
  KeyTable parts_;
  // Rows of topic_count_ weights, idf within. A word has two: its own and its parts'.
  std::vector<float> word_rows_;
  std::vector<float> pair_rows_;
  std::vector<float> part_rows_;
  // Of a word's own idf and of its parts' length; of a pair's and a part's idf.
  std::vector<std::array<float, 2>> word_squares_;
  std::vector<float> pair_squares_;
  std::vector<float> part_squares_;
};

void LinearTopics::set_thresholds(const CrossValidation& validation,
                                  const LabelledVectors& vectors, double passed_over) {
  std::vector<double> scores;
  std::vector<char> is_right;
  for (std::size_t i = 0; i < vectors.topics.size(); ++i) {
    for (std::size_t topic = 0; topic < topic_count_; ++topic) {
      scores.push_back(validation.score(i, topic));
      is_right.push_back(char(vectors.topics[i] == topic));
    }
  }
  calibration_ = calibrate(scores, is_right);
  std::vector<std::vector<double>> own(topic_count_);
  for (std::size_t i = 0; i < vectors.topics.size(); ++i) {
    const std::uint32_t topic = vectors.topics[i];
    own[topic].push_back(calibration_.probability(validation.score(i, topic)));
  }
  for (std::vector<double>& of_topic : own) {
    std::ranges::sort(of_topic);
    const double at = std::clamp(passed_over, 0., 1.) * double(of_topic.size());
    thresholds_.push_back(of_topic[std::min(std::size_t(at), of_topic.size() - 1)]);
  }
}

void LinearTopics::keep(const Vocabulary& vocabulary, const LinearWeights& weights) {
  const auto add_row = [&](std::vector<float>& rows, std::size_t number, double idf) {
    for (std::size_t topic = 0; topic < topic_count_; ++topic) {
      rows.push_back(float(weights.weights[topic][number] * idf));
    }
  };
  const std::size_t first_pair = vocabulary.words.size();
  const std::size_t first_part = first_pair + vocabulary.pairs.size();
  for (std::size_t part = 0; part < vocabulary.parts.size(); ++part) {
    const float idf = vocabulary.part_idf[part];
    add_row(part_rows_, first_part + part, idf);
    part_squares_.push_back(idf * idf);
  }
  for (std::size_t pair = 0; pair < vocabulary.pairs.size(); ++pair) {
    const float idf = vocabulary.pair_idf[pair];
    add_row(pair_rows_, first_pair + pair, idf);
    pair_squares_.push_back(idf * idf);
  }
  std::vector<double> sums(topic_count_);
  for (std::size_t word = 0; word < vocabulary.words.size(); ++word) {
    const float idf = vocabulary.word_idf[word];
    add_row(word_rows_, word, idf);
    const std::vector<std::uint32_t>& parts = vocabulary.parts_of_word[word];
    std::ranges::fill(sums, 0);
    for (const std::uint32_t part : parts) {
      add(sums.data(), &part_rows_[part * topic_count_], 1);
    }
    word_rows_.insert(word_rows_.end(), sums.begin(), sums.end());
    word_squares_.push_back({idf * idf, float(vocabulary.square_of_parts(parts))});
  }
}

void LinearTopics::add_known(TopicScratch& scratch, Sums& sums) const {
  for (const std::uint32_t number : scratch.touched) {
    const double frequency = logarithmic(scratch.counts[number]);
    scratch.counts[number] = 0;
    const double square = frequency * frequency;
    if (number < words_.size()) {
      const float* const rows = &word_rows_[number * 2 * topic_count_];
      add(sums.words, rows, frequency);
      add(sums.parts, rows + topic_count_, frequency);
      sums.word_square += square * word_squares_[number][0];
      sums.part_square += square * word_squares_[number][1];
    } else {
      const std::size_t pair = number - words_.size();
      add(sums.pairs, &pair_rows_[pair * topic_count_], frequency);
      sums.pair_square += square * pair_squares_[pair];
    }
  }
  scratch.touched.clear();
}

// Words that no example had: their parts say something.
void LinearTopics::add_unknown(const TopicWords& words, TopicScratch& scratch,
                               Sums& sums) const {
  const auto all = words.words();
  std::ranges::sort(scratch.order, {}, [&](std::uint32_t i) { return all[i].key; });
  std::string buffer;
  for (std::size_t i = 0; i < scratch.order.size();) {
    const TopicWords::Word& word = all[scratch.order[i]];
    std::uint32_t count = 0;
    for (; i < scratch.order.size() && all[scratch.order[i]].key == word.key; ++i) {
      count += weight_of(all[scratch.order[i]]);
    }
    const double frequency = logarithmic(count);
    for_each_part(words.stem(word), buffer, [&](std::uint64_t key) {
      const std::uint32_t part = parts_.find(key);
      if (part == KeyTable::kNone) return;
      add(sums.parts, &part_rows_[part * topic_count_], frequency);
      sums.part_square += frequency * frequency * part_squares_[part];
    });
  }
  scratch.order.clear();
}

void LinearTopics::score(const TopicWords& words, TopicScratch& scratch,
                         std::span<double> scores) const {
  scratch.counts.resize(words_.size() + pairs_.size());
  const auto all = words.words();
  const auto count = [&](std::size_t number, std::uint32_t weight) {
    if (scratch.counts[number] == 0) scratch.touched.push_back(std::uint32_t(number));
    scratch.counts[number] += weight;
  };
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    // Far enough ahead for a load from memory, near enough to be still there.
    constexpr std::size_t kAhead = 8;
    if (i + kAhead < all.size()) words_.prefetch(all[i + kAhead].key);
    if (i > 0) pairs_.prefetch(key_of_pair(all[i - 1].key, all[i].key));
    const std::uint32_t number = words_.find(all[i].key);
    if (number == KeyTable::kNone) {
      scratch.order.push_back(i);
    } else {
      count(number, weight_of(all[i]));
    }
  }
  for_each_pair(all, [&](std::uint64_t key, std::uint32_t weight) {
    const std::uint32_t number = pairs_.find(key);
    if (number != KeyTable::kNone) count(words_.size() + number, weight);
  });
  scratch.sums.assign(3 * topic_count_, 0);
  double* const first = scratch.sums.data();
  Sums sums{first, first + topic_count_, first + 2 * topic_count_};
  add_known(scratch, sums);
  add_unknown(words, scratch, sums);
  const auto factor = [](double share, double square) {
    return square > 0 ? share / std::sqrt(square) : 0;
  };
  const double of_words = factor(1, sums.word_square);
  const double of_pairs = factor(kPairsShare, sums.pair_square);
  const double of_parts = factor(kPartsShare, sums.part_square);
  for (std::size_t topic = 0; topic < topic_count_; ++topic) {
    scores[topic] = calibration_.probability(
        biases_[topic] + of_words * sums.words[topic] + of_pairs * sums.pairs[topic] +
        of_parts * sums.parts[topic]);
  }
}

}  // namespace

std::unique_ptr<TopicModel> learn_linear_topics(std::span<const TopicExample> examples,
                                                std::size_t topic_count,
                                                const TopicOptions& options) {
  // Every nth where there are too many, but each topic keeps its first.
  const std::size_t step = (examples.size() + kMostExamples - 1) / kMostExamples;
  std::vector<std::size_t> seen(topic_count);
  std::vector<const TopicExample*> chosen;
  for (const TopicExample& example : examples) {
    if (seen[example.topic]++ % step == 0) chosen.push_back(&example);
  }
  return std::make_unique<LinearTopics>(chosen, topic_count, options.passed_over);
}

}  // namespace curlew::classify
