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
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "classify/topic_words.h"

namespace curlew::classify {

struct Theme;

// The "topic" of examples that belong to none: the background. A text that looks more
// like them than like any topic is accepted by none.
inline constexpr std::uint32_t kNoTopic = 0xFFFFFFFF;

struct TopicExample {
  TopicWords words;
  // From 0, without gaps; or kNoTopic.
  std::uint32_t topic = 0;
};

// Memory that scoring uses again from text to text. One per thread and model.
struct TopicScratch {
  std::vector<std::uint32_t> counts;
  std::vector<std::uint32_t> touched;
  std::vector<std::uint32_t> order;
  std::vector<double> sums;
};

enum class TopicMethod : std::uint8_t { kLinear, kCentroid, kThesis };

// Safe to use from several threads at once, each with a scratch of its own.
class TopicModel {
 public:
  virtual ~TopicModel() = default;

  std::size_t topic_count() const { return thresholds_.size(); }
  virtual TopicMethod method() const = 0;
  // The words that this model wants to see.
  StemRules stem_rules() const;
  // Replaces `scores`, from 0 to 1, one for each topic. The result is the score of the
  // background, 0 where there is none.
  virtual double score(const TopicWords& words, TopicScratch& scratch,
                       std::span<double> scores) const = 0;
  // How much a link's text says by itself, from 0 to 1. The older methods take every
  // text at its word; ours asks how many of its words any example had.
  virtual double weight_of_link_text(const TopicWords& /*text*/) const { return 1; }
  // The least score with which a text is accepted, one for each topic.
  std::span<const double> thresholds() const { return thresholds_; }
  // In place of what was learned, where somebody knows better. Before it is shared.
  void set_threshold(std::size_t topic, double threshold) {
    thresholds_.at(topic) = threshold;
  }
  // Appends what the model learned: all of encode_topic_model() but the frame.
  virtual void encode(std::string& bytes) const = 0;

 protected:
  std::vector<double> thresholds_;
};

struct TopicVerdict {
  // The topic with the highest score.
  std::uint32_t topic = 0;
  double score = 0;
  // The score reaches the topic's threshold, and the background scores less.
  bool is_accepted = false;
  // The background scores more than every topic.
  bool is_background = false;
};

TopicVerdict judge(const TopicModel& model, const TopicWords& words,
                   TopicScratch& scratch);

// A page that was found by a link: its topic is that of the page, its score IS of the
// paper DYN, equation 3.3: the mean of the page's score and that of the link's text.
// Where such a text says little ("more", "page 2"), the linear model takes the
// page's score in its place, by weight_of_link_text().
TopicVerdict judge(const TopicModel& model, const TopicWords& page,
                   const TopicWords& link_text, TopicScratch& scratch);

// What a link promises before its page was seen: the scores of its text, and, as far as
// that says little, those of the page that has the link (`found_on`, one for each
// topic, or empty: 0). Replaces `scores`.
void score_link(const TopicModel& model, const TopicWords& link_text,
                std::span<const double> found_on, TopicScratch& scratch,
                std::span<double> scores);

// Where the background comes from, beside the examples of kNoTopic.
enum class Background : std::uint8_t {
  // Examples alone. Two topics at least are needed, or examples of kNoTopic.
  kExamples,
  // Curlew's own table of how often words are used (themes.h). The linear model
  // alone uses it: the thesis tells topics by their thresholds.
  kOwn,
};

struct TopicOptions {
  TopicMethod method = TopicMethod::kLinear;
  // Of the thesis, which had 30 to 73.
  std::size_t terms_of_a_topic = 50;
  // Of the linear model: this share of a topic's own examples, those that look least
  // like it when they are judged by what the others taught, would not be accepted.
  double passed_over = .05;
  Background background = Background::kExamples;
  // For trials: others than own_themes(). Borrowed while learning.
  const std::vector<Theme>* themes = nullptr;
};

// An error when there is no topic, a topic without examples, or nothing to tell a
// single one from.
Result<std::unique_ptr<TopicModel>> learn_topics(std::span<const TopicExample> examples,
                                                 std::size_t topic_count,
                                                 const TopicOptions& options);

// The bytes of a learned model (docs/formats/topic-model.md), and the model of such
// bytes, which scores every text as the first did. Bytes that are damaged, hostile or
// of a newer release give an error; the caller learns again from the examples.
std::string encode_topic_model(const TopicModel& model);
Result<std::unique_ptr<TopicModel>> decode_topic_model(std::string_view bytes);
// What stands between the mark and the checksum: for the fuzzer, which cannot guess
// one.
Result<std::unique_ptr<TopicModel>> decode_topic_model_without_check(
    std::string_view bytes);

// What the words of examples must be made with.
StemRules stem_rules_of(TopicMethod method);

}  // namespace curlew::classify
