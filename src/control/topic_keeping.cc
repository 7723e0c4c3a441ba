#include "control/topic_keeping.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/log.h"
#include "control/stored_text.h"

namespace curlew::control {
namespace {

// As of index_keeping.cc: some 10 ms.
constexpr std::size_t kJudgedAtOnce = 20;

}  // namespace

Result<void> TopicKeeping::step() {
  TRY_ASSIGN(const std::int64_t revision, store_.topics().revision());
  if (revision_ != revision) {
    TRY(look_for_new_models());
    revision_ = revision;
  }
  if (!judging_.below) return {};
  return judge_some();
}

Result<void> TopicKeeping::look_for_new_models() {
  TRY(judge_.follow_changes());
  TRY_ASSIGN(judging_, store_.topics().judging());
  TRY_ASSIGN(const auto models, store_.topics().models());
  Time learned;
  for (const store::TopicModelRow& model : models) {
    learned = std::max(learned, model.learned);
  }
  if (learned == judging_.learned) return {};
  TRY_ASSIGN(const model::ArticleId last, store_.articles().last_id());
  judging_ = {learned, {last.value + 1}};
  return store_.topics().set_judging(judging_);
}

// What a paused topic has stays: it takes nothing new.
Result<void> TopicKeeping::judge_some() {
  TRY_ASSIGN(const auto articles,
             store_.articles().ids_below(judging_.below, kJudgedAtOnce));
  TRY_ASSIGN(const auto stored, stored_texts(store_, articles));
  TRY_ASSIGN(const auto before, store_.topics().of_articles(articles));
  struct Judged {
    model::ArticleId article;
    std::vector<model::TopicScore> topics;
    std::string document;
  };
  std::vector<Judged> changed;
  for (const StoredText& each : stored) {
    query::make_terms(each.text.text(), analyzer_, cache_, terms_);
    auto topics = judge_.judge(each.text, terms_.language());
    const auto had = scores_in(before, each.row.id);
    for (const model::TopicScore& old : had) {
      const auto topic = judge_.topics().find(old.topic);
      if (topic == judge_.topics().end()) continue;
      // Its crawl knows of more than the text: the link that led there.
      const bool is_kept = topic->second.state == model::SourceState::kPaused ||
                           each.row.source == old.topic;
      if (is_kept && std::ranges::find(topics, old.topic, &model::TopicScore::topic) ==
                         topics.end()) {
        topics.push_back(old);
      }
    }
    if (topics == had) continue;
    std::string document =
        document_of(terms_, each.row.source, each.text.topic, topics);
    changed.push_back({each.row.id, std::move(topics), std::move(document)});
  }
  store::Topics::Judging next = judging_;
  next.below = articles.empty() ? model::ArticleId{} : articles.back();
  TRY_ASSIGN(auto transaction, store_.begin());
  for (const Judged& each : changed) {
    TRY(store_.topics().set_of_article(each.article, each.topics));
    TRY(store_.index().replace(each.article, each.document));
  }
  TRY(store_.topics().set_judging(next));
  TRY(transaction.commit());
  judging_ = next;
  if (!judging_.below) log_info("topics: all stored articles are judged");
  return {};
}

}  // namespace curlew::control
