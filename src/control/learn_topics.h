// Topics are learned together: one model for each method that a topic has, with the
// topics of that method as its classes. What does not belong to any is told by Curlew's
// own background, and by the examples of topics with another method.
//
// Whoever changes a topic does so here, so that what was learned and what it was
// learned from are written together. Learning takes seconds, during which the store is
// left alone: others write.

#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/topic.h"
#include "store/store.h"

namespace curlew::control {

struct TopicToLearn {
  model::Topic topic;
  std::vector<model::TopicExample> examples;
};

// Topics are named by their places among those that were learned.
struct LearnedTopics {
  struct Topic {
    double threshold = 0;
    // In place of Topic::learned; nullopt: that stays as it is.
    std::optional<std::string> learned;
  };
  struct Model {
    model::TopicMethod method = model::TopicMethod::kLinear;
    std::vector<std::size_t> classes;
    // As classify/ encodes it.
    std::string model;
  };
  std::vector<Topic> topics;
  std::vector<Model> models;
};

// Pure. kUsage, with the topic's name, when one cannot be learned.
Result<LearnedTopics> learn_topics(std::span<const TopicToLearn> topics);

// All topics with their examples, in the order in which the store gives them.
Result<std::vector<TopicToLearn>> read_topics_to_learn(store::Store& store);
// As the store would keep them.
std::vector<store::TopicModelRow> model_rows(const LearnedTopics& learned,
                                             std::span<const model::SourceId> topics,
                                             Time now);

struct TopicChange {
  // Writes what is new of topics. Called within a transaction, which may be rolled back
  // and begun again: each time it finds the store without its own work.
  std::function<Result<void>()> write;
  // In the transaction that is committed, when all are learned.
  std::function<Result<void>()> note = {};
};

// Makes the change and learns all topics anew. Others may change topics meanwhile: then
// it is learned again with what they did. Not within a transaction of the caller's.
Result<void> change_topics(store::Store& store, Time now, const TopicChange& change);

}  // namespace curlew::control
