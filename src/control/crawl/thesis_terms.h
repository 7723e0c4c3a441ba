// The terms of topics that are learned as the paper DYN has it (§3.1.1). With each
// phase of a crawl they become more: those that are most frequent on pages which belong
// to the topic and fell below its threshold, until the same ones come back.

#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

#include "base/result.h"
#include "classify/thesis_topics.h"
#include "model/topic.h"
#include "store/store.h"

namespace curlew::control {

// One thread.
class ThesisTerms {
 public:
  // What is stored of the topic. Where its terms are those known already, what was
  // counted since stays.
  void take(const model::Topic& topic);

  // A page that belongs to the topic and fell below its threshold. Nothing for a topic
  // that is learned in another way.
  void reject(model::SourceId topic, const classify::TermCounts& page);

  // How many terms are new.
  std::size_t end_phase(model::SourceId topic);

  // For the store: all that is known of the topic.
  std::string stored_form(const model::Topic& topic) const;

 private:
  std::unordered_map<model::SourceId, classify::ThesisTopic> topics_;
};

// Makes the model by which everybody judges of the terms that are stored, and gives
// topics a new revision. In the caller's transaction.
Result<void> store_thesis_model(store::Store& store);

}  // namespace curlew::control
