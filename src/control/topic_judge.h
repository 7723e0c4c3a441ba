// Which topics an article belongs to, by the models that were learned of them
// (learn_topics.h). Keeps up with the store: models are read again when users have
// changed a topic.
//
// For one thread, with a store of its own.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "classify/topic_model.h"
#include "classify/topic_words.h"
#include "control/article_text.h"
#include "model/topic.h"
#include "store/store.h"
#include "text/analyzer.h"

namespace curlew::control {

classify::TopicMethod to_classify(model::TopicMethod method);

class TopicJudge {
 public:
  // Both are borrowed.
  TopicJudge(const text::Analyzer& analyzer, store::Store& store)
      : analyzer_(analyzer), store_(store) {}

  // Reads what users have changed. Costs one number to read when nothing has. A model
  // that cannot be read is learned again from its examples by the next change of a
  // topic; until then its topics have no articles.
  Result<void> follow_changes();
  // Judges by these from now on, whatever is stored.
  void take(std::vector<store::TopicRow> topics,
            std::vector<store::TopicModelRow> models);
  // Are there no topics?
  bool is_idle() const { return models_.empty(); }

  // The best topic of each model, where the article is accepted; paused topics take
  // part and accept nothing.
  std::vector<model::TopicScore> judge(const ReadableArticle& article,
                                       text::Language language);
  std::vector<model::TopicScore> judge(const classify::TopicText& text);

  // How well an article fits one topic, whatever its threshold; nullopt where nothing
  // was learned of it.
  struct Fit {
    double score = 0;
    // No other topic of its model, nor the background, fits better.
    bool is_best = false;
  };
  std::optional<Fit> fit(model::SourceId topic, const ReadableArticle& article,
                         text::Language language);

  // As of the last follow_changes(); by the number of its source.
  const std::unordered_map<model::SourceId, store::TopicRow>& topics() const {
    return topics_;
  }

 private:
  struct Model {
    std::vector<model::SourceId> classes;
    std::unique_ptr<classify::TopicModel> model;
    std::unique_ptr<classify::TopicReader> reader;
    classify::TopicScratch scratch;
  };
  std::optional<model::TopicScore> judge(Model& model, const classify::TopicText& text);

  const text::Analyzer& analyzer_;
  store::Store& store_;
  std::int64_t revision_ = 0;
  std::vector<Model> models_;
  std::unordered_map<model::SourceId, store::TopicRow> topics_;
  classify::TopicWords words_;
  std::vector<double> scores_;
};

}  // namespace curlew::control
