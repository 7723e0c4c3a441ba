#include "classify/topic_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/fingerprint.h"
#include "classify/centroid_topics.h"
#include "classify/linear_topics.h"
#include "classify/themes.h"
#include "classify/thesis_topics.h"
#include "classify/topic_bytes.h"

namespace curlew::classify {
namespace {

constexpr std::string_view kMark = "curlew topics 1\n";

Result<void> check_examples(std::span<const TopicExample> examples,
                            std::size_t topic_count, const TopicOptions& options) {
  if (topic_count == 0) return Error{ErrorKind::kUsage, "no topic"};
  if (topic_count > kMostTopics) {
    return Error{ErrorKind::kLimit,
                 fmt::format("{} topics are too many: {} is the most", topic_count,
                             kMostTopics)};
  }
  std::vector<std::size_t> counts(topic_count);
  bool has_background = options.background == Background::kOwn;
  for (const TopicExample& example : examples) {
    if (example.topic == kNoTopic) {
      has_background = true;
    } else {
      ++counts.at(example.topic);
    }
  }
  if (topic_count == 1 && !has_background && options.method == TopicMethod::kLinear) {
    return Error{ErrorKind::kUsage,
                 "a single topic needs examples of what does not belong to it"};
  }
  const auto without = std::ranges::find(counts, 0U);
  if (without == counts.end()) return {};
  return Error{ErrorKind::kUsage, fmt::format("topic {} has no examples",
                                              std::distance(counts.begin(), without))};
}

// The topic with the highest score, and whether the background has less.
TopicVerdict best_of(std::span<const double> scores, double background) {
  const auto best = std::ranges::max_element(scores);
  return {.topic = std::uint32_t(best - scores.begin()),
          .score = *best,
          .is_accepted = *best >= background,
          .is_background = *best < background};
}

Result<std::unique_ptr<TopicModel>> learn(std::span<const TopicExample> examples,
                                          std::size_t topic_count,
                                          const TopicOptions& options) {
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

}  // namespace

StemRules TopicModel::stem_rules() const { return stem_rules_of(method()); }

TopicVerdict judge(const TopicModel& model, const TopicWords& words,
                   TopicScratch& scratch) {
  std::vector<double> scores(model.topic_count());
  const double background = model.score(words, scratch, scores);
  TopicVerdict verdict = best_of(scores, background);
  verdict.is_accepted &= verdict.score >= model.thresholds()[verdict.topic];
  return verdict;
}

TopicVerdict judge(const TopicModel& model, const TopicWords& page,
                   const TopicWords& link_text, TopicScratch& scratch) {
  std::vector<double> scores(model.topic_count());
  const double background = model.score(page, scratch, scores);
  TopicVerdict verdict = best_of(scores, background);
  std::vector<double> of_link(model.topic_count());
  score_link(model, link_text, scores, scratch, of_link);
  verdict.score = similarity_of_page(verdict.score, of_link[verdict.topic]);
  verdict.is_accepted &= verdict.score >= model.thresholds()[verdict.topic];
  return verdict;
}

void score_link(const TopicModel& model, const TopicWords& link_text,
                std::span<const double> found_on, TopicScratch& scratch,
                std::span<double> scores) {
  model.score(link_text, scratch, scores);
  const double weight = model.weight_of_link_text(link_text);
  for (std::size_t topic = 0; topic < scores.size(); ++topic) {
    const double otherwise = found_on.empty() ? 0 : found_on[topic];
    scores[topic] = weight * scores[topic] + (1 - weight) * otherwise;
  }
}

Result<std::unique_ptr<TopicModel>> learn_topics(std::span<const TopicExample> examples,
                                                 std::size_t topic_count,
                                                 const TopicOptions& options) {
  TRY(check_examples(examples, topic_count, options));
  if (options.background == Background::kExamples ||
      options.method != TopicMethod::kLinear) {
    return learn(examples, topic_count, options);
  }
  const std::vector<Theme>& themes = options.themes ? *options.themes : own_themes();
  std::vector<TopicExample> all = draw_background(themes, examples, topic_count);
  all.insert(all.end(), examples.begin(), examples.end());
  return learn(all, topic_count, options);
}

std::string encode_topic_model(const TopicModel& model) {
  std::string bytes(kMark);
  TopicBytesWriter writer(bytes);
  writer.number(std::uint8_t(model.method()));
  writer.number(std::uint32_t(model.topic_count()));
  writer.numbers(model.thresholds());
  model.encode(bytes);
  writer.number(short_fingerprint_of(bytes));
  return bytes;
}

Result<std::unique_ptr<TopicModel>> decode_topic_model(std::string_view bytes) {
  constexpr std::size_t kCheckSize = sizeof(std::uint64_t);
  if (!bytes.starts_with(kMark)) {
    return Error{ErrorKind::kUnsupported, "topic model: not one of this release"};
  }
  const Error damaged{ErrorKind::kCorrupt, "topic model: damaged"};
  if (bytes.size() < kMark.size() + kCheckSize) return damaged;
  const std::string_view checked = bytes.substr(0, bytes.size() - kCheckSize);
  TopicBytesReader check(bytes.substr(checked.size()));
  if (check.number<std::uint64_t>() != short_fingerprint_of(checked)) return damaged;
  return decode_topic_model_without_check(checked.substr(kMark.size()));
}

Result<std::unique_ptr<TopicModel>> decode_topic_model_without_check(
    std::string_view bytes) {
  TopicBytesReader reader(bytes);
  std::unique_ptr<TopicModel> model;
  switch (reader.number<std::uint8_t>()) {
    case std::uint8_t(TopicMethod::kLinear):
      model = read_linear_topics(reader);
      break;
    case std::uint8_t(TopicMethod::kCentroid):
      model = read_centroid_topics(reader);
      break;
    case std::uint8_t(TopicMethod::kThesis):
      model = read_thesis_topics(reader);
      break;
    default:
      return Error{ErrorKind::kUnsupported, "topic model: of an unknown method"};
  }
  if (!reader.is_at_end()) return Error{ErrorKind::kCorrupt, "topic model: damaged"};
  return model;
}

StemRules stem_rules_of(TopicMethod method) {
  return method == TopicMethod::kThesis ? StemRules::kPorter1980
                                        : StemRules::kByLanguage;
}

}  // namespace curlew::classify
