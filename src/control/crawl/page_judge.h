// What pages and links of a focused crawl are about, by the models that were learned of
// all topics. For one thread, with a store of its own.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "classify/near_duplicate.h"
#include "classify/thesis_topics.h"
#include "classify/topic_model.h"
#include "classify/topic_words.h"
#include "model/page.h"
#include "model/topic.h"
#include "store/store.h"
#include "text/analyzer.h"

namespace curlew::control {

// The text of a page; of one that leads to others, what it says around its links.
std::string crawled_text(const model::PageContent& content);

struct PageVerdict {
  // The topic that it is most like; none: there is no model.
  model::SourceId topic;
  double score = 0;
  // By the model; nullopt where the crawl's own threshold says so.
  std::optional<bool> is_accepted;
  // It belongs to no topic, whichever it is most like: the background is more like it,
  // or there is one topic alone, and it is far from that.
  bool is_of_none = false;
  // To each class of the model: what links of the page are weighed by.
  std::vector<double> scores;
  // By the thesis alone, whose topics take terms from pages.
  classify::TermCounts terms;
};

class PageJudge {
 public:
  // Both are borrowed.
  PageJudge(const text::Analyzer& analyzer, store::Store& store);

  // The models as they are now. One that cannot be read judges nothing.
  Result<void> load();

  // Is it among the classes of its method's model?
  bool knows(const model::Topic& topic) const;
  // Of the model: the least score with which a text is accepted.
  double threshold_of(const model::Topic& topic) const {
    return threshold_of(topic.method, topic.source);
  }
  double threshold_of(model::TopicMethod method, model::SourceId topic) const;
  // By the thesis, what is asked of pages that are found by links before any was
  // accepted: the mean IS of the examples, each found under its title.
  double first_threshold(const model::Topic& topic,
                         std::span<const model::TopicExample> examples);

  PageVerdict judge(model::TopicMethod method, const model::Page& page);
  // What a link promises: its likeness to each topic of the model, in the order of
  // classes(); empty where there is no model.
  const std::vector<double>& judge_link(model::TopicMethod method,
                                        std::string_view text,
                                        std::string_view language,
                                        const PageVerdict& found_on);
  const std::vector<model::SourceId>& classes(model::TopicMethod method) const;

  // What tells it from others.
  classify::Sketch sketch_of(const model::Page& page);

 private:
  struct Model {
    model::TopicMethod method = model::TopicMethod::kLinear;
    std::vector<model::SourceId> classes;
    std::unique_ptr<classify::TopicModel> model;
    std::unique_ptr<classify::TopicReader> reader;
    classify::TopicScratch scratch;
  };
  Model* find(model::TopicMethod method);
  const Model* find(model::TopicMethod method) const;

  const text::Analyzer& analyzer_;
  store::Store& store_;
  std::vector<Model> models_;
  classify::TopicReader sketch_reader_;
  classify::TopicWords words_;
  std::vector<double> link_scores_;
};

}  // namespace curlew::control
