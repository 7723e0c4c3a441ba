#include "control/learn_topics.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "classify/thesis_topics.h"
#include "classify/topic_model.h"
#include "classify/topic_words.h"
#include "control/topic_judge.h"
#include "text/analyzer.h"
#include "text/language_detector.h"

namespace curlew::control {
namespace {

struct LearnedTopic {
  store::TopicRow row;
  std::vector<model::TopicExample> examples;
  // By its place among those of its method.
  std::uint32_t number = 0;
};

using LearnedTopics = std::vector<LearnedTopic>;

// All examples, as a model of `method` sees them.
std::vector<classify::TopicExample> examples_for(const LearnedTopics& topics,
                                                 model::TopicMethod method,
                                                 const text::Analyzer& analyzer) {
  classify::TopicReader reader(analyzer, classify::stem_rules_of(to_classify(method)));
  std::vector<classify::TopicExample> all;
  for (const LearnedTopic& topic : topics) {
    const bool is_class = topic.row.topic.method == method;
    for (const model::TopicExample& example : topic.examples) {
      classify::TopicExample& one = all.emplace_back();
      one.topic = is_class ? topic.number : classify::kNoTopic;
      const auto guess = text::detect_language(example.title + "\n" + example.text);
      reader.read({example.title, example.text, guess.language}, one.words);
    }
  }
  return all;
}

// With Curlew's own background, where this method and this release have it.
Result<std::unique_ptr<classify::TopicModel>> learn_with_background(
    const std::vector<classify::TopicExample>& examples, std::size_t count,
    classify::TopicOptions options) {
  options.background = classify::Background::kOwn;
  auto learned = classify::learn_topics(examples, count, options);
  if (learned.ok() || learned.error().kind != ErrorKind::kUnsupported) return learned;
  options.background = classify::Background::kExamples;
  return classify::learn_topics(examples, count, options);
}

// A model, and the threshold of each of its topics.
struct LearnedModel {
  std::unique_ptr<classify::TopicModel> model;
  std::vector<double> thresholds;
};

// Each topic has a share of its own that may be passed over. The share moves thresholds
// and no score, so that one model serves all.
Result<LearnedModel> learn_shared(const std::vector<classify::TopicExample>& examples,
                                  const std::vector<LearnedTopic*>& classes,
                                  model::TopicMethod method) {
  std::map<double, std::unique_ptr<classify::TopicModel>> by_share;
  LearnedModel learned;
  for (const LearnedTopic* topic : classes) {
    auto& model = by_share[topic->row.topic.passed_over];
    if (!model) {
      TRY_ASSIGN(model,
                 learn_with_background(examples, classes.size(),
                                       {.method = to_classify(method),
                                        .passed_over = topic->row.topic.passed_over}));
    }
    learned.thresholds.push_back(model->thresholds()[topic->number]);
  }
  learned.model = std::move(by_share.begin()->second);
  return learned;
}

// Each topic has a number of terms of its own; and what its crawl added to them stays.
Result<LearnedModel> learn_thesis(const std::vector<classify::TopicExample>& examples,
                                  const std::vector<LearnedTopic*>& classes) {
  std::vector<classify::ThesisTopic> topics;
  LearnedModel learned;
  for (LearnedTopic* topic : classes) {
    model::Topic& known = topic->row.topic;
    auto kept = classify::decode_thesis_topic(known.learned);
    if (!known.learned.empty() && kept.ok()) {
      topics.push_back(*std::move(kept));
    } else {
      auto fresh = classify::learn_thesis_terms(examples, classes.size(), known.terms);
      topics.push_back(std::move(fresh.at(topic->number)));
      known.learned = classify::encode_thesis_topic(topics.back());
    }
    learned.thresholds.push_back(topics.back().threshold);
  }
  learned.model = classify::make_thesis_model(topics);
  return learned;
}

// Errors of classify/ name topics by their numbers.
Error in_words(const Error& error, model::TopicMethod method) {
  return {error.kind, fmt::format("topics of method {} cannot be learned: {}",
                                  to_string(method), error.text)};
}

}  // namespace

Result<void> learn_topics(store::Store& store, Time now) {
  TRY_ASSIGN(auto transaction, store.begin());
  LearnedTopics topics;
  {
    TRY_ASSIGN(auto rows, store.topics().all());
    for (store::TopicRow& row : rows) {
      TRY_ASSIGN(auto examples, store.topics().examples(row.topic.source));
      topics.push_back({std::move(row), std::move(examples)});
    }
  }
  std::map<model::TopicMethod, std::vector<LearnedTopic*>> by_method;
  for (LearnedTopic& topic : topics) {
    if (topic.examples.empty()) {
      return Error{ErrorKind::kUsage,
                   fmt::format("the topic {} has no examples", topic.row.topic.name)};
    }
    auto& classes = by_method[topic.row.topic.method];
    topic.number = static_cast<std::uint32_t>(classes.size());
    classes.push_back(&topic);
  }
  const text::Analyzer analyzer;
  std::vector<store::TopicModelRow> models;
  for (const auto& [method, classes] : by_method) {
    const auto examples = examples_for(topics, method, analyzer);
    auto learned = method == model::TopicMethod::kThesis
                       ? learn_thesis(examples, classes)
                       : learn_shared(examples, classes, method);
    if (!learned.ok()) return in_words(learned.error(), method);
    store::TopicModelRow& row = models.emplace_back();
    row.method = method;
    row.learned = now;
    row.model = classify::encode_topic_model(*learned->model);
    for (const LearnedTopic* topic : classes) {
      const model::Topic& known = topic->row.topic;
      row.classes.push_back(known.source);
      TRY(store.topics().save_progress(known.source, known.phase,
                                       learned->thresholds[topic->number],
                                       known.learned));
    }
  }
  TRY(store.topics().set_models(models));
  return transaction.commit();
}

}  // namespace curlew::control
