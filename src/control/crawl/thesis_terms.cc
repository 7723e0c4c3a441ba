#include "control/crawl/thesis_terms.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "classify/topic_model.h"

namespace curlew::control {

void ThesisTerms::take(const model::Topic& topic) {
  if (topic.method != model::TopicMethod::kThesis) {
    topics_.erase(topic.source);
    return;
  }
  auto stored = classify::decode_thesis_topic(topic.learned);
  if (topic.learned.empty() || !stored.ok()) return;
  const auto [known, is_new] = topics_.try_emplace(topic.source);
  if (is_new || known->second.terms != stored->terms) {
    known->second = *std::move(stored);
  }
}

void ThesisTerms::reject(model::SourceId topic, const classify::TermCounts& page) {
  const auto known = topics_.find(topic);
  if (known != topics_.end()) known->second.reject(page);
}

std::size_t ThesisTerms::end_phase(model::SourceId topic) {
  const auto known = topics_.find(topic);
  return known == topics_.end() ? 0 : known->second.end_phase();
}

std::string ThesisTerms::stored_form(const model::Topic& topic) const {
  const auto known = topics_.find(topic.source);
  return known == topics_.end() ? topic.learned
                                : classify::encode_thesis_topic(known->second);
}

Result<void> store_thesis_model(store::Store& store) {
  TRY_ASSIGN(auto models, store.topics().models());
  const auto model = std::ranges::find(models, model::TopicMethod::kThesis,
                                       &store::TopicModelRow::method);
  if (model == models.end()) return {};
  std::vector<classify::ThesisTopic> topics;
  for (const model::SourceId source : model->classes) {
    // Nothing is like a topic that was removed.
    classify::ThesisTopic& topic = topics.emplace_back();
    TRY_ASSIGN(const auto row, store.topics().find(source));
    if (!row) continue;
    TRY_ASSIGN(topic, classify::decode_thesis_topic(row->topic.learned));
    if (row->topic.own_threshold) topic.threshold = *row->topic.own_threshold;
  }
  model->model = classify::encode_topic_model(*classify::make_thesis_model(topics));
  return store.topics().set_models(models);
}

}  // namespace curlew::control
