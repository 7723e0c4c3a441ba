#include "control/topic_judge.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/log.h"

namespace curlew::control {

classify::TopicMethod to_classify(model::TopicMethod method) {
  switch (method) {
    case model::TopicMethod::kLinear:
      return classify::TopicMethod::kLinear;
    case model::TopicMethod::kCentroid:
      return classify::TopicMethod::kCentroid;
    case model::TopicMethod::kThesis:
      return classify::TopicMethod::kThesis;
  }
  return classify::TopicMethod::kLinear;
}

Result<void> TopicJudge::follow_changes() {
  TRY_ASSIGN(const std::int64_t now, store_.topics().revision());
  if (now == revision_) return {};
  TRY_ASSIGN(auto snapshot, store_.snapshot());
  TRY_ASSIGN(const std::int64_t revision, store_.topics().revision());
  TRY_ASSIGN(auto rows, store_.topics().all());
  TRY_ASSIGN(auto stored, store_.topics().models());
  take(std::move(rows), std::move(stored));
  revision_ = revision;
  log_debug("controller: {} topics, {} models of them", topics_.size(), models_.size());
  return {};
}

void TopicJudge::take(std::vector<store::TopicRow> topics,
                      std::vector<store::TopicModelRow> models) {
  topics_.clear();
  for (store::TopicRow& row : topics) {
    const model::SourceId id = row.topic.source;
    topics_.emplace(id, std::move(row));
  }
  models_.clear();
  for (store::TopicModelRow& row : models) {
    auto model = classify::decode_topic_model(row.model);
    if (!model.ok() || (*model)->topic_count() < row.classes.size()) {
      log_error("what was learned of topics of method {} cannot be read: {}",
                to_string(row.method),
                model.ok() ? "it has other topics" : model.error().text);
      continue;
    }
    const auto rules = (*model)->stem_rules();
    models_.push_back({std::move(row.classes),
                       *std::move(model),
                       std::make_unique<classify::TopicReader>(analyzer_, rules),
                       {}});
  }
}

namespace {

std::string text_of_blocks(const ReadableArticle& article) {
  std::string text;
  for (const model::Block& block : article.blocks) {
    text.append(block.text) += '\n';
  }
  return text;
}

}  // namespace

std::vector<model::TopicScore> TopicJudge::judge(const ReadableArticle& article,
                                                 text::Language language) {
  if (is_idle()) return {};
  const std::string text = text_of_blocks(article);
  return judge({article.title, text, language});
}

std::optional<TopicJudge::Fit> TopicJudge::fit(model::SourceId topic,
                                               const ReadableArticle& article,
                                               text::Language language) {
  for (Model& model : models_) {
    const auto known = std::ranges::find(model.classes, topic);
    if (known == model.classes.end()) continue;
    const std::string text = text_of_blocks(article);
    model.reader->read({article.title, text, language}, words_);
    if (words_.words().empty()) return Fit();
    scores_.assign(model.model->topic_count(), 0);
    const double background = model.model->score(words_, model.scratch, scores_);
    const double score = scores_[std::size_t(known - model.classes.begin())];
    return Fit{score,
               score >= background && score >= *std::ranges::max_element(scores_)};
  }
  return std::nullopt;
}

std::vector<model::TopicScore> TopicJudge::judge(const classify::TopicText& text) {
  std::vector<model::TopicScore> found;
  for (Model& model : models_) {
    if (const auto topic = judge(model, text)) found.push_back(*topic);
  }
  return found;
}

// Where a user has removed a topic, its class goes on to draw what is not of the
// others until they are learned anew.
std::optional<model::TopicScore> TopicJudge::judge(Model& model,
                                                   const classify::TopicText& text) {
  model.reader->read(text, words_);
  // A text of no words is like nothing, and some scores of nothing are not 0.
  if (words_.words().empty()) return std::nullopt;
  scores_.assign(model.model->topic_count(), 0);
  const double background = model.model->score(words_, model.scratch, scores_);
  const auto best = std::ranges::max_element(scores_);
  const auto number = static_cast<std::size_t>(best - scores_.begin());
  if (number >= model.classes.size() || *best < background) return std::nullopt;
  // Nor does a text belong to a topic that it has nothing of, whose examples may have
  // taught nothing, and no threshold either.
  if (*best <= 0) return std::nullopt;
  const auto topic = topics_.find(model.classes[number]);
  if (topic == topics_.end() || *best < topic->second.topic.threshold ||
      topic->second.state != model::SourceState::kActive) {
    return std::nullopt;
  }
  return model::TopicScore{topic->first, *best};
}

}  // namespace curlew::control
