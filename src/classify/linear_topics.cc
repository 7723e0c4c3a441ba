#include "classify/linear_topics.h"

#include <algorithm>
#include <cmath>

#include "classify/key_table.h"
#include "classify/linear_features.h"
#include "classify/linear_training.h"
#include "classify/linear_validation.h"
#include "classify/topic_bytes.h"

namespace curlew::classify {
namespace {

// So that each topic counts as much as the background, up to a bound: nobody should
// rely on three examples as if they were three hundred.
std::vector<double> balanced_weights(const LabelledVectors& vectors) {
  constexpr double kMostTimes = 30;
  std::vector<double> counts(vectors.topic_count);
  for (const std::uint32_t topic : vectors.topics) ++counts[topic];
  std::vector<double> weights;
  for (const double count : counts) {
    weights.push_back(std::clamp(counts.back() / count, 1., kMostTimes));
  }
  return weights;
}

class LinearTopics : public TopicModel {
 public:
  LinearTopics(std::span<const TopicExample* const> examples, std::size_t topic_count,
               double passed_over);
  // From what encode() wrote. The reader says whether it is sound.
  explicit LinearTopics(TopicBytesReader& bytes);

  TopicMethod method() const override { return TopicMethod::kLinear; }
  double score(const TopicWords& words, TopicScratch& scratch,
               std::span<double> scores) const override;
  double weight_of_link_text(const TopicWords& text) const override;
  void encode(std::string& bytes) const override;

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
                      std::size_t topic_count, double passed_over);
  void keep(const Vocabulary& vocabulary, const LinearWeights& weights);
  void add_known(TopicScratch& scratch, Sums& sums) const;
  void add_unknown(const TopicWords& words, TopicScratch& scratch, Sums& sums) const;
  void add(double* sums, const float* row, double factor) const {
    for (std::size_t at = 0; at < class_count_; ++at) {
      sums[at] += factor * row[at];
    }
  }

  // Topics, and behind them the background where there is one.
  std::size_t class_count_ = 0;
  Calibration calibration_;
  std::vector<double> biases_;
  KeyTable words_;
  KeyTable pairs_;
  KeyTable parts_;
  // Rows of class_count_ weights, idf within. A word has two: its own and its parts'.
  std::vector<float> word_rows_;
  std::vector<float> pair_rows_;
  std::vector<float> part_rows_;
  // Of a word's own idf and of its parts' length; of a pair's and a part's idf.
  std::vector<float> word_squares_;
  std::vector<float> pair_squares_;
  std::vector<float> part_squares_;
};

LinearTopics::LinearTopics(std::span<const TopicExample* const> examples,
                           std::size_t topic_count, double passed_over) {
  class_count_ = topic_count;
  for (const TopicExample* const example : examples) {
    if (example->topic == kNoTopic) class_count_ = topic_count + 1;
  }
  Vocabulary vocabulary(examples);
  LabelledVectors vectors{.vectors = {},
                          .topics = {},
                          .topic_weights = {},
                          .topic_count = class_count_,
                          .feature_count = vocabulary.size()};
  for (const TopicExample* const example : examples) {
    vectors.vectors.push_back(vocabulary.vector_of(example->words));
    vectors.topics.push_back(example->topic == kNoTopic ? std::uint32_t(topic_count)
                                                        : example->topic);
  }
  if (class_count_ > topic_count) vectors.topic_weights = balanced_weights(vectors);
  const CrossValidation validation(vectors);
  set_thresholds(validation, vectors, topic_count, passed_over);
  std::vector<std::uint32_t> all(examples.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  LinearWeights weights = train_support_vectors(vectors, all, validation.cost());
  add_weights(weights, train_complement_bayes(vectors, all), validation.bayes_share());
  biases_ = weights.biases;
  keep(vocabulary, weights);
  words_ = std::move(vocabulary.words);
  pairs_ = std::move(vocabulary.pairs);
  parts_ = std::move(vocabulary.parts);
}

void LinearTopics::set_thresholds(const CrossValidation& validation,
                                  const LabelledVectors& vectors,
                                  std::size_t topic_count, double passed_over) {
  std::vector<double> scores;
  std::vector<char> is_right;
  std::vector<double> weights;
  for (std::size_t i = 0; i < vectors.topics.size(); ++i) {
    for (std::size_t at = 0; at < class_count_; ++at) {
      scores.push_back(validation.score(i, at));
      is_right.push_back(char(vectors.topics[i] == at));
      weights.push_back(vectors.weight(std::uint32_t(i)));
    }
  }
  calibration_ = calibrate(scores, is_right, weights);
  std::vector<std::vector<double>> own(class_count_);
  for (std::size_t i = 0; i < vectors.topics.size(); ++i) {
    const std::uint32_t at = vectors.topics[i];
    own[at].push_back(calibration_.probability(validation.score(i, at)));
  }
  own.resize(topic_count);
  for (std::vector<double>& of_topic : own) {
    std::ranges::sort(of_topic);
    const double at = std::clamp(passed_over, 0., 1.) * double(of_topic.size());
    thresholds_.push_back(of_topic[std::min(std::size_t(at), of_topic.size() - 1)]);
  }
}

void LinearTopics::keep(const Vocabulary& vocabulary, const LinearWeights& weights) {
  const auto add_row = [&](std::vector<float>& rows, std::size_t number, double idf) {
    for (std::size_t at = 0; at < class_count_; ++at) {
      rows.push_back(float(weights.weights[at][number] * idf));
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
  std::vector<double> sums(class_count_);
  for (std::size_t word = 0; word < vocabulary.words.size(); ++word) {
    const float idf = vocabulary.word_idf[word];
    add_row(word_rows_, word, idf);
    const std::vector<std::uint32_t>& parts = vocabulary.parts_of_word[word];
    std::ranges::fill(sums, 0);
    for (const std::uint32_t part : parts) {
      add(sums.data(), &part_rows_[part * class_count_], 1);
    }
    word_rows_.insert(word_rows_.end(), sums.begin(), sums.end());
    word_squares_.push_back(idf * idf);
    word_squares_.push_back(float(vocabulary.square_of_parts(parts)));
  }
}

void LinearTopics::add_known(TopicScratch& scratch, Sums& sums) const {
  for (const std::uint32_t number : scratch.touched) {
    const double frequency = logarithmic(scratch.counts[number]);
    scratch.counts[number] = 0;
    const double square = frequency * frequency;
    if (number < words_.size()) {
      const float* const rows = &word_rows_[number * 2 * class_count_];
      add(sums.words, rows, frequency);
      add(sums.parts, rows + class_count_, frequency);
      sums.word_square += square * word_squares_[2 * number];
      sums.part_square += square * word_squares_[2 * number + 1];
    } else {
      const std::size_t pair = number - words_.size();
      add(sums.pairs, &pair_rows_[pair * class_count_], frequency);
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
      add(sums.parts, &part_rows_[part * class_count_], frequency);
      sums.part_square += frequency * frequency * part_squares_[part];
    });
  }
  scratch.order.clear();
}

double LinearTopics::score(const TopicWords& words, TopicScratch& scratch,
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
  scratch.sums.assign(3 * class_count_, 0);
  double* const first = scratch.sums.data();
  Sums sums{first, first + class_count_, first + 2 * class_count_};
  add_known(scratch, sums);
  add_unknown(words, scratch, sums);
  const auto factor = [](double share, double square) {
    return square > 0 ? share / std::sqrt(square) : 0;
  };
  const double of_words = factor(1, sums.word_square);
  const double of_pairs = factor(kPairsShare, sums.pair_square);
  const double of_parts = factor(kPartsShare, sums.part_square);
  const auto probability = [&](std::size_t at) {
    return calibration_.probability(biases_[at] + of_words * sums.words[at] +
                                    of_pairs * sums.pairs[at] +
                                    of_parts * sums.parts[at]);
  };
  for (std::size_t topic = 0; topic < topic_count(); ++topic) {
    scores[topic] = probability(topic);
  }
  return class_count_ > topic_count() ? probability(topic_count()) : 0;
}

// A half at three words that some example had. A probability is one of a whole text:
// a single word of it is as often as not about something else.
double LinearTopics::weight_of_link_text(const TopicWords& text) const {
  double known = 0;
  for (const TopicWords::Word& word : text.words()) {
    known += words_.find(word.key) != KeyTable::kNone;
  }
  return known / (known + 3);
}

void write_linear_rows(TopicBytesWriter& writer, const KeyTable& table,
                       std::span<const float> rows, std::span<const float> squares) {
  writer.number(std::uint32_t(table.size()));
  writer.numbers(std::span<const std::uint64_t>(table.keys()));
  writer.numbers(rows);
  writer.numbers(squares);
}

void LinearTopics::encode(std::string& bytes) const {
  TopicBytesWriter writer(bytes);
  writer.number(std::uint8_t(class_count_ > topic_count()));
  writer.number(calibration_.slope);
  writer.number(calibration_.offset);
  writer.numbers(std::span<const double>(biases_));
  write_linear_rows(writer, words_, word_rows_, word_squares_);
  write_linear_rows(writer, pairs_, pair_rows_, pair_squares_);
  write_linear_rows(writer, parts_, part_rows_, part_squares_);
}

// `width`: so many rows a key has, and so many squares.
void read_linear_rows(TopicBytesReader& reader, std::size_t width,
                      std::size_t class_count, KeyTable& table,
                      std::vector<float>& rows, std::vector<float>& squares) {
  const std::size_t one =
      sizeof(std::uint64_t) + width * (class_count + 1) * sizeof(float);
  const std::size_t count = reader.count(kMostFeatures, one);
  for (std::size_t i = 0; i < count; ++i) table.add(reader.number<std::uint64_t>());
  // A key that comes twice would have a row and no number.
  if (table.size() != count) reader.refuse();
  rows = reader.reals(count * width * class_count);
  squares = reader.reals(count * width);
  for (const float square : squares) {
    if (square < 0) reader.refuse();
  }
}

LinearTopics::LinearTopics(TopicBytesReader& bytes) {
  thresholds_ = read_thresholds(bytes);
  const auto backgrounds = bytes.number<std::uint8_t>();
  if (backgrounds > 1) bytes.refuse();
  class_count_ = thresholds_.size() + backgrounds;
  calibration_.slope = bytes.real();
  calibration_.offset = bytes.real();
  for (std::size_t i = 0; i < class_count_; ++i) biases_.push_back(bytes.real());
  read_linear_rows(bytes, 2, class_count_, words_, word_rows_, word_squares_);
  read_linear_rows(bytes, 1, class_count_, pairs_, pair_rows_, pair_squares_);
  read_linear_rows(bytes, 1, class_count_, parts_, part_rows_, part_squares_);
}

}  // namespace

std::unique_ptr<TopicModel> learn_linear_topics(std::span<const TopicExample> examples,
                                                std::size_t topic_count,
                                                const TopicOptions& options) {
  // Every nth where there are too many, but each topic keeps its first.
  const std::size_t step =
      (examples.size() + kMostLinearExamples - 1) / kMostLinearExamples;
  std::vector<std::size_t> seen(topic_count + 1);
  std::vector<const TopicExample*> chosen;
  for (const TopicExample& example : examples) {
    const std::size_t at = std::min<std::size_t>(example.topic, topic_count);
    if (seen[at]++ % step == 0) chosen.push_back(&example);
  }
  return std::make_unique<LinearTopics>(chosen, topic_count, options.passed_over);
}

std::unique_ptr<TopicModel> read_linear_topics(TopicBytesReader& bytes) {
  return std::make_unique<LinearTopics>(bytes);
}

}  // namespace curlew::classify
