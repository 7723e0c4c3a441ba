// Topics: what users gave of each, their examples, what was learned of all together,
// which articles belong to them, and how their crawls go. Changes by users give all of
// them a new revision ("topic revision"), so that whoever has the models in memory can
// keep up.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/source.h"
#include "model/topic.h"
#include "store/database.h"

namespace curlew::store {

struct TopicRow {
  model::Topic topic;
  // Of its source.
  model::SourceState state = model::SourceState::kActive;
  bool is_shared = true;
  std::string folder;
  Time added;
  // How often it was resumed.
  std::int64_t resumes = 0;
};

// What one method learned of all topics together.
struct TopicModelRow {
  model::TopicMethod method = model::TopicMethod::kLinear;
  Time learned;
  // The topics in the order of the model's classes. A class behind the last is the
  // background. One that was removed since stands here all the same.
  std::vector<model::SourceId> classes;
  // As classify/ wrote it.
  std::string model;
};

struct TopicLogRow {
  Time at;
  // "learned", "edited", "phase": one word.
  std::string what;
  std::string detail;

  bool operator==(const TopicLogRow&) const = default;
};

// A topic of an article, by name.
struct ArticleTopic {
  model::TopicScore score;
  std::string name;

  bool operator==(const ArticleTopic&) const = default;
};

class Topics {
 public:
  explicit Topics(Database& db) : db_(db) {}

  // Of a source that is there. Name, state and folder are the source's.
  Result<void> add(const model::Topic& topic);
  // All that users decide; what its crawl has come to stays. kNotFound.
  Result<void> change(const model::Topic& topic);
  // In place of those it has.
  Result<void> set_examples(model::SourceId topic,
                            std::span<const model::TopicExample> examples);
  Result<std::vector<model::TopicExample>> examples(model::SourceId topic);

  Result<std::optional<TopicRow>> find(model::SourceId topic);
  // In the order of their names. Those that `viewer` sees; 0: all.
  Result<std::vector<TopicRow>> all(model::UserId viewer = {});

  // In place of all that there are; and everybody learns of it (revision()).
  Result<void> set_models(std::span<const TopicModelRow> models);
  Result<std::vector<TopicModelRow>> models();
  // Grows with each change of a topic by a user.
  Result<std::int64_t> revision();
  Result<void> note_changed();

  // Within the batch that writes the article, after it: in place of those it has. Where
  // it is the newest of a topic, that found something new then.
  Result<void> set_of_article(model::ArticleId article,
                              std::span<const model::TopicScore> topics);
  // Those that `viewer` sees (0: all), the surest first.
  Result<std::unordered_map<model::ArticleId, std::vector<ArticleTopic>>> of_articles(
      std::span<const model::ArticleId> articles, model::UserId viewer = {});
  Result<std::int64_t> count_articles(model::SourceId topic);

  // How far older articles are judged by what was learned at a time.
  struct Judging {
    Time learned;
    // Those with ids below it wait; 0: none.
    model::ArticleId below;

    bool operator==(const Judging&) const = default;
  };
  Result<Judging> judging();
  Result<void> set_judging(const Judging& judging);

  // Of its crawl. The threshold that its user gave stands, whoever writes another.
  Result<void> save_progress(model::SourceId topic, std::uint32_t phase,
                             double threshold, std::string_view learned);
  // In place of what was known of that phase.
  Result<void> save_phase(model::SourceId topic, const model::TopicPhase& phase);
  // In their order.
  Result<std::vector<model::TopicPhase>> phases(model::SourceId topic);

  // The newest thousand of a topic are kept.
  Result<void> log(model::SourceId topic, const TopicLogRow& row);
  // The newest first.
  Result<std::vector<TopicLogRow>> log_of(model::SourceId topic, std::size_t limit);

 private:
  Database& db_;
};

// Within Sources::remove(): what there is of a topic, and of the topics of a source's
// articles.
Result<void> remove_topics_of(Database& db, model::SourceId source);

}  // namespace curlew::store
