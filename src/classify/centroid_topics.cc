#include "classify/centroid_topics.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "classify/key_table.h"

namespace curlew::classify {
namespace {

class CentroidTopics : public TopicModel {
 public:
  CentroidTopics(std::span<const TopicExample> examples, std::size_t topic_count)
      : class_count_(topic_count) {
    for (const TopicExample& example : examples) {
      if (example.topic == kNoTopic) class_count_ = topic_count + 1;
    }
    for (const TopicExample& example : examples) {
      add(example.words, std::min<std::size_t>(example.topic, topic_count));
    }
    normalise();
    thresholds_.resize(topic_count);
    std::vector<double> counts(topic_count);
    std::vector<double> scores(topic_count);
    TopicScratch scratch;
    for (const TopicExample& example : examples) {
      if (example.topic == kNoTopic) continue;
      score(example.words, scratch, scores);
      thresholds_[example.topic] += scores[example.topic];
      ++counts[example.topic];
    }
    for (std::size_t i = 0; i < topic_count; ++i) thresholds_[i] /= counts[i];
  }

  // From what encode() wrote. The reader says whether it is sound.
  explicit CentroidTopics(TopicBytesReader& bytes) {
    thresholds_ = read_thresholds(bytes);
    const auto backgrounds = bytes.number<std::uint8_t>();
    if (backgrounds > 1) bytes.refuse();
    class_count_ = thresholds_.size() + backgrounds;
    const std::size_t count =
        bytes.count(kMostWords, sizeof(std::uint64_t) + class_count_ * sizeof(float));
    for (std::size_t i = 0; i < count; ++i) words_.add(bytes.number<std::uint64_t>());
    if (words_.size() != count) bytes.refuse();
    weights_ = bytes.reals(count * class_count_);
  }

  TopicMethod method() const override { return TopicMethod::kCentroid; }

  void encode(std::string& bytes) const override {
    TopicBytesWriter writer(bytes);
    writer.number(std::uint8_t(class_count_ > topic_count()));
    writer.number(std::uint32_t(words_.size()));
    writer.numbers(std::span<const std::uint64_t>(words_.keys()));
    writer.numbers(std::span<const float>(weights_));
  }

  double score(const TopicWords& words, TopicScratch& scratch,
               std::span<double> scores) const override {
    scratch.counts.resize(words_.size());
    std::unordered_map<std::uint64_t, std::uint32_t> unknown;
    for (const TopicWords::Word& word : words.words()) {
      const std::uint32_t number = words_.find(word.key);
      if (number == KeyTable::kNone) {
        ++unknown[word.key];
      } else if (scratch.counts[number]++ == 0) {
        scratch.touched.push_back(number);
      }
    }
    double square = 0;
    for (const auto& [key, count] : unknown) square += double(count) * count;
    scratch.sums.assign(class_count_, 0);
    for (const std::uint32_t word : scratch.touched) {
      const double count = scratch.counts[word];
      scratch.counts[word] = 0;
      square += count * count;
      for (std::size_t at = 0; at < class_count_; ++at) {
        scratch.sums[at] += count * weights_[word * class_count_ + at];
      }
    }
    scratch.touched.clear();
    const double length = square > 0 ? std::sqrt(square) : 1;
    for (double& sum : scratch.sums) sum /= length;
    std::copy_n(scratch.sums.begin(), topic_count(), scores.begin());
    return class_count_ > topic_count() ? scratch.sums.back() : 0;
  }

 private:
  // A bound of memory. Words beyond it count as unknown.
  static constexpr std::size_t kMostWords = 1 << 20;

  void add(const TopicWords& words, std::size_t at) {
    std::unordered_map<std::uint64_t, std::uint32_t> counts;
    for (const TopicWords::Word& word : words.words()) ++counts[word.key];
    double square = 0;
    for (const auto& [key, count] : counts) square += double(count) * count;
    // In the order of the text, so that sums round the same in every run.
    for (const TopicWords::Word& word : words.words()) {
      std::uint32_t number = words_.find(word.key);
      if (number == KeyTable::kNone) {
        if (words_.size() == kMostWords) continue;
        number = words_.add(word.key);
        weights_.resize(weights_.size() + class_count_);
      }
      weights_[number * class_count_ + at] += float(1 / std::sqrt(square));
    }
  }

  void normalise() {
    std::vector<double> squares(class_count_);
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      squares[i % class_count_] += double(weights_[i]) * weights_[i];
    }
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      const double square = squares[i % class_count_];
      if (square > 0) weights_[i] = float(weights_[i] / std::sqrt(square));
    }
  }

  // Topics, and behind them the background where there is one.
  std::size_t class_count_ = 0;
  KeyTable words_;
  // One for each class behind each other, by the word's number.
  std::vector<float> weights_;
};

}  // namespace

std::unique_ptr<TopicModel> learn_centroid_topics(
    std::span<const TopicExample> examples, std::size_t topic_count) {
  return std::make_unique<CentroidTopics>(examples, topic_count);
}

std::unique_ptr<TopicModel> read_centroid_topics(TopicBytesReader& bytes) {
  return std::make_unique<CentroidTopics>(bytes);
}

}  // namespace curlew::classify
