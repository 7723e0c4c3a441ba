#include "classify/topic_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "classify/centroid_topics.h"
#include "classify/linear_topics.h"
#include "classify/thesis_topics.h"

namespace curlew::classify {
namespace {

Result<void> check_examples(std::span<const TopicExample> examples,
                            std::size_t topic_count) {
  if (topic_count < 2) {
    return Error{ErrorKind::kUsage,
                 "topics are learned from each other: examples of two are needed"};
  }
  std::vector<std::size_t> counts(topic_count);
  for (const TopicExample& example : examples) ++counts.at(example.topic);
  const auto without = std::ranges::find(counts, 0U);
  if (without == counts.end()) return {};
  return Error{ErrorKind::kUsage, fmt::format("topic {} has no examples",
                                              std::distance(counts.begin(), without))};
}

}  // namespace

TopicVerdict judge(const TopicModel& model, const TopicWords& words,
                   TopicScratch& scratch) {
  std::vector<double> scores(model.topic_count());
  model.score(words, scratch, scores);
  const auto best = std::ranges::max_element(scores);
  const auto topic = std::uint32_t(best - scores.begin());
  return {topic, *best, *best >= model.thresholds()[topic]};
}

Result<std::unique_ptr<TopicModel>> learn_topics(std::span<const TopicExample> examples,
                                                 std::size_t topic_count,
                                                 const TopicOptions& options) {
  TRY(check_examples(examples, topic_count));
  switch (options.method) {
    case TopicMethod::kLinear:
      return learn_linear_topics(examples, topic_count, options);
    case TopicMethod::kCentroid:
      return learn_centroid_topics(examples, topic_count);
    case TopicMethod::kThesis:
      return learn_thesis_topics(examples, topic_count, options.terms_of_a_topic);
  }
  return Error{ErrorKind::kUsage, "no such method"};
}

StemRules stem_rules_of(TopicMethod method) {
  return method == TopicMethod::kThesis ? StemRules::kPorter1980
                                        : StemRules::kByLanguage;
}

}  // namespace curlew::classify
