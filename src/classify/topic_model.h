// Which topic a text belongs to, as learned from examples. Three ways of learning give
// one kind of model:
//
//   thesis        the paper DYN: its topics' most frequent stems, weight 1 each
//   tf-centroid   the sum of a topic's examples, term frequencies
//   linear        ours: a trained weight for each word, pair of words and part of a
//   word
//
// docs/topics.md says how well each does. Everything is pure, single-threaded and gives
// the same model for the same examples in the same order.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "classify/topic_words.h"

namespace curlew::classify {

struct TopicExample {
  TopicWords words;
  // From 0, without gaps.
  std::uint32_t topic = 0;
};

// Memory that scoring uses again from text to text. One per thread and model.
struct TopicScratch {
  std::vector<std::uint32_t> counts;
  std::vector<std::uint32_t> touched;
  std::vector<std::uint32_t> order;
  std::vector<double> sums;
};

// Safe to use from several threads at once, each with a scratch of its own.
class TopicModel {
 public:
  virtual ~TopicModel() = default;

  std::size_t topic_count() const { return thresholds_.size(); }
  // The words that this model wants to see.
  virtual StemRules stem_rules() const = 0;
  // Replaces `scores`, from 0 to 1, one for each topic.
  virtual void score(const TopicWords& words, TopicScratch& scratch,
                     std::span<double> scores) const = 0;
  // The least score with which a text is accepted, one for each topic.
  std::span<const double> thresholds() const { return thresholds_; }

 protected:
  std::vector<double> thresholds_;
};

struct TopicVerdict {
  // The topic with the highest score.
  std::uint32_t topic = 0;
  double score = 0;
  // The score reaches the topic's threshold.
  bool is_accepted = false;
};

TopicVerdict judge(const TopicModel& model, const TopicWords& words,
                   TopicScratch& scratch);

enum class TopicMethod : std::uint8_t { kLinear, kCentroid, kThesis };

struct TopicOptions {
  TopicMethod method = TopicMethod::kLinear;
  // Of the thesis, which had 30 to 73.
  std::size_t terms_of_a_topic = 50;
  // Of the linear model: this share of a topic's own examples, those that look least
  // like it when they are judged by what the others taught, would not be accepted.
  double passed_over = .05;
};

// An error when there are fewer than two topics, or a topic without examples.
Result<std::unique_ptr<TopicModel>> learn_topics(std::span<const TopicExample> examples,
                                                 std::size_t topic_count,
                                                 const TopicOptions& options);

// What the words of examples must be made with.
StemRules stem_rules_of(TopicMethod method);

}  // namespace curlew::classify
