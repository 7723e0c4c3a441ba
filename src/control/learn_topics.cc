#include "control/learn_topics.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "classify/thesis_topics.h"
#include "classify/topic_model.h"
#include "classify/topic_words.h"
#include "control/topic_judge.h"
#include "text/analyzer.h"
#include "text/language_detector.h"

namespace curlew::control {
namespace {

// So often it is learned beside others' work; then they have to wait.
constexpr int kMostTries = 3;

// A topic among those of its method.
struct LearnedClass {
  const TopicToLearn* topic = nullptr;
  // Among all.
  std::size_t place = 0;
};

// All examples, as a model of `method` sees them.
std::vector<classify::TopicExample> examples_for(std::span<const TopicToLearn> topics,
                                                 model::TopicMethod method,
                                                 const text::Analyzer& analyzer) {
  classify::TopicReader reader(analyzer, classify::stem_rules_of(to_classify(method)));
  std::vector<classify::TopicExample> all;
  std::uint32_t number = 0;
  for (const TopicToLearn& topic : topics) {
    const bool is_class = topic.topic.method == method;
    const std::uint32_t of = is_class ? number++ : classify::kNoTopic;
    for (const model::TopicExample& example : topic.examples) {
      classify::TopicExample& one = all.emplace_back();
      one.topic = of;
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

// Each topic has a share of its own that may be passed over, or a threshold that its
// user gave. Both move thresholds and no score, so that one model serves all, with the
// threshold of each.
Result<std::unique_ptr<classify::TopicModel>> learn_shared(
    const std::vector<classify::TopicExample>& examples,
    const std::vector<LearnedClass>& classes, model::TopicMethod method,
    LearnedTopics& learned) {
  std::map<double, std::unique_ptr<classify::TopicModel>> by_share;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const double share = classes[i].topic->topic.passed_over;
    auto& model = by_share[share];
    if (!model) {
      TRY_ASSIGN(model, learn_with_background(
                            examples, classes.size(),
                            {.method = to_classify(method), .passed_over = share}));
    }
    learned.topics[classes[i].place].threshold =
        classes[i].topic->topic.own_threshold.value_or(model->thresholds()[i]);
  }
  auto shared = std::move(by_share.begin()->second);
  for (std::size_t i = 0; i < classes.size(); ++i) {
    shared->set_threshold(i, learned.topics[classes[i].place].threshold);
  }
  return shared;
}

// Each topic has a number of terms of its own; and what its crawl added to them stays.
Result<std::unique_ptr<classify::TopicModel>> learn_thesis(
    const std::vector<classify::TopicExample>& examples,
    const std::vector<LearnedClass>& classes, LearnedTopics& learned) {
  std::vector<classify::ThesisTopic> topics;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const model::Topic& known = classes[i].topic->topic;
    LearnedTopics::Topic& of = learned.topics[classes[i].place];
    auto kept = classify::decode_thesis_topic(known.learned);
    if (!known.learned.empty() && kept.ok()) {
      topics.push_back(*std::move(kept));
    } else {
      auto fresh = classify::learn_thesis_terms(examples, classes.size(), known.terms);
      topics.push_back(std::move(fresh.at(i)));
      of.learned = classify::encode_thesis_topic(topics.back());
    }
    if (known.own_threshold) topics.back().threshold = *known.own_threshold;
    of.threshold = topics.back().threshold;
  }
  return classify::make_thesis_model(topics);
}

// Errors of classify/ name topics by their numbers.
Error in_words(const Error& error, model::TopicMethod method) {
  return {error.kind, fmt::format("topics of method {} cannot be learned: {}",
                                  to_string(method), error.text)};
}

// In the transaction that makes the change. Crawls go on meanwhile: how far they have
// come is as the store has it now.
Result<void> write_learned(store::Store& store, const LearnedTopics& learned,
                           Time now) {
  TRY_ASSIGN(const auto rows, store.topics().all());
  if (rows.size() != learned.topics.size()) {
    return Error{ErrorKind::kFailed, "topics changed while they were learned"};
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const model::Topic& known = rows[i].topic;
    TRY(store.topics().save_progress(
        known.source, known.phase, learned.topics[i].threshold,
        learned.topics[i].learned.value_or(known.learned)));
  }
  std::vector<model::SourceId> topics;
  for (const store::TopicRow& row : rows) topics.push_back(row.topic.source);
  return store.topics().set_models(model_rows(learned, topics, now));
}

}  // namespace

Result<std::vector<TopicToLearn>> read_topics_to_learn(store::Store& store) {
  TRY_ASSIGN(auto rows, store.topics().all());
  std::vector<TopicToLearn> topics;
  for (store::TopicRow& row : rows) {
    TRY_ASSIGN(auto examples, store.topics().examples(row.topic.source));
    topics.push_back({std::move(row.topic), std::move(examples)});
  }
  return topics;
}

std::vector<store::TopicModelRow> model_rows(const LearnedTopics& learned,
                                             std::span<const model::SourceId> topics,
                                             Time now) {
  std::vector<store::TopicModelRow> models;
  for (const LearnedTopics::Model& model : learned.models) {
    store::TopicModelRow& row = models.emplace_back();
    row.method = model.method;
    row.learned = now;
    row.model = model.model;
    for (const std::size_t place : model.classes) row.classes.push_back(topics[place]);
  }
  return models;
}

Result<LearnedTopics> learn_topics(std::span<const TopicToLearn> topics) {
  std::map<model::TopicMethod, std::vector<LearnedClass>> by_method;
  for (std::size_t i = 0; i < topics.size(); ++i) {
    if (topics[i].examples.empty()) {
      return Error{ErrorKind::kUsage,
                   fmt::format("the topic {} has no examples", topics[i].topic.name)};
    }
    by_method[topics[i].topic.method].push_back({&topics[i], i});
  }
  const text::Analyzer analyzer;
  LearnedTopics learned;
  learned.topics.resize(topics.size());
  for (const auto& [method, classes] : by_method) {
    const auto examples = examples_for(topics, method, analyzer);
    Result<std::unique_ptr<classify::TopicModel>> model =
        method == model::TopicMethod::kThesis
            ? learn_thesis(examples, classes, learned)
            : learn_shared(examples, classes, method, learned);
    if (!model.ok()) return in_words(model.error(), method);
    LearnedTopics::Model& row = learned.models.emplace_back();
    row.method = method;
    row.model = classify::encode_topic_model(**model);
    for (const LearnedClass& each : classes) row.classes.push_back(each.place);
  }
  return learned;
}

Result<void> change_topics(store::Store& store, Time now, const TopicChange& change) {
  CHECK(!store.database().in_transaction());
  for (int tries = 1;; ++tries) {
    const bool must_end = tries == kMostTries;
    std::int64_t revision = 0;
    std::vector<TopicToLearn> topics;
    std::optional<store::Transaction> transaction;
    const auto begin = [&]() -> Result<void> {
      transaction.reset();
      TRY_ASSIGN(auto begun, store.begin());
      transaction.emplace(std::move(begun));
      return {};
    };
    TRY(begin());
    TRY_ASSIGN(revision, store.topics().revision());
    TRY(change.write());
    TRY_ASSIGN(topics, read_topics_to_learn(store));
    if (!must_end) transaction.reset();  // Only to see what there will be.
    TRY_ASSIGN(const LearnedTopics learned, learn_topics(topics));
    if (!must_end) {
      TRY(begin());
      TRY_ASSIGN(const std::int64_t now_revision, store.topics().revision());
      if (now_revision != revision) continue;
      TRY(change.write());
    }
    TRY(write_learned(store, learned, now));
    if (change.note) TRY(change.note());
    return transaction->commit();
  }
}

}  // namespace curlew::control
