#include "classify/centroid_topics.h"

#include <cmath>
#include <unordered_map>

namespace curlew::classify {
namespace {

class CentroidTopics : public TopicModel {
 public:
  CentroidTopics(std::span<const TopicExample> examples, std::size_t topic_count)
      : topic_count_(topic_count) {
    for (const TopicExample& example : examples) add(example);
    normalise();
    thresholds_.resize(topic_count);
    std::vector<double> counts(topic_count);
    std::vector<double> scores(topic_count);
    TopicScratch scratch;
    for (const TopicExample& example : examples) {
      score(example.words, scratch, scores);
      thresholds_[example.topic] += scores[example.topic];
      ++counts[example.topic];
    }
    for (std::size_t i = 0; i < topic_count; ++i) thresholds_[i] /= counts[i];
  }

  StemRules stem_rules() const override { return StemRules::kByLanguage; }

  void score(const TopicWords& words, TopicScratch& scratch,
             std::span<double> scores) const override {
    scratch.counts.resize(words_.size());
    std::unordered_map<std::uint64_t, std::uint32_t> unknown;
    for (const TopicWords::Word& word : words.words()) {
      const auto at = words_.find(word.key);
      if (at == words_.end()) {
        ++unknown[word.key];
      } else if (scratch.counts[at->second]++ == 0) {
        scratch.touched.push_back(at->second);
      }
    }
    double square = 0;
    for (const auto& [key, count] : unknown) square += double(count) * count;
    scratch.sums.assign(topic_count_, 0);
    for (const std::uint32_t word : scratch.touched) {
      const double count = scratch.counts[word];
      scratch.counts[word] = 0;
      square += count * count;
      for (std::size_t topic = 0; topic < topic_count_; ++topic) {
        scratch.sums[topic] += count * weights_[word * topic_count_ + topic];
      }
    }
    scratch.touched.clear();
    const double length = square > 0 ? std::sqrt(square) : 1;
    for (std::size_t topic = 0; topic < topic_count_; ++topic) {
      scores[topic] = scratch.sums[topic] / length;
    }
  }

 private:
  void add(const TopicExample& example) {
    std::unordered_map<std::uint64_t, std::uint32_t> counts;
    for (const TopicWords::Word& word : example.words.words()) ++counts[word.key];
    double square = 0;
    for (const auto& [key, count] : counts) square += double(count) * count;
    // In the order of the text, so that sums round the same in every run.
    for (const TopicWords::Word& word : example.words.words()) {
      const auto [at, is_new] =
          words_.try_emplace(word.key, std::uint32_t(words_.size()));
      if (is_new) weights_.resize(weights_.size() + topic_count_);
      weights_[at->second * topic_count_ + example.topic] +=
          float(1 / std::sqrt(square));
    }
  }

  void normalise() {
    std::vector<double> squares(topic_count_);
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      squares[i % topic_count_] += double(weights_[i]) * weights_[i];
    }
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      const double square = squares[i % topic_count_];
      if (square > 0) weights_[i] = float(weights_[i] / std::sqrt(square));
    }
  }

  std::size_t topic_count_;
  std::unordered_map<std::uint64_t, std::uint32_t> words_;
  // One for each topic behind each other, by the word's number.
  std::vector<float> weights_;
};

}  // namespace

std::unique_ptr<TopicModel> learn_centroid_topics(
    std::span<const TopicExample> examples, std::size_t topic_count) {
  return std::make_unique<CentroidTopics>(examples, topic_count);
}

}  // namespace curlew::classify
