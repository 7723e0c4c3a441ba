#include <algorithm>
#include <utility>

#include "control/learn_topics.h"
#include "control/stored_text.h"
#include "control/topic_judge.h"
#include "query/terms.h"
#include "service/topic_edit.h"
#include "service/topics.h"
#include "store/article_slice.h"
#include "text/analyzer.h"

namespace curlew::service {
namespace {

const text::Analyzer& preview_analyzer() {
  static const text::Analyzer analyzer;
  return analyzer;
}

// The newest articles, by how well they fit.
Result<TopicPreview> preview_by(store::Store& store, control::TopicJudge& judge,
                                model::SourceId topic, std::optional<double> threshold,
                                std::size_t limit, Viewer viewer) {
  TRY_ASSIGN(const auto newest,
             store::slice_articles(store.database(),
                                   {.user = viewer.value_or(model::UserId{})}, {},
                                   kMostJudged));
  std::vector<model::ArticleId> ids;
  for (const store::ArticleRow& each : newest.rows) ids.push_back(each.id);
  TRY_ASSIGN(auto texts, control::stored_texts(store, ids));
  TopicPreview preview;
  preview.threshold = threshold;
  query::TermCache cache;
  query::ArticleTerms terms;
  for (control::StoredText& each : texts) {
    query::make_terms(each.text.text(), preview_analyzer(), cache, terms);
    const auto fit = judge.fit(topic, each.text, terms.language());
    if (!fit) continue;
    ++preview.judged;
    const bool is_accepted =
        fit->is_best && threshold && fit->score >= *threshold && fit->score > 0;
    preview.accepted += is_accepted;
    preview.articles.push_back(
        {std::move(each.row), fit->score, fit->is_best, is_accepted});
  }
  std::ranges::stable_sort(preview.articles, std::greater<>(), &FittingArticle::score);
  if (preview.articles.size() > limit) preview.articles.resize(limit);
  return preview;
}

}  // namespace

std::optional<double> known_threshold(double learned, std::optional<double> own) {
  if (own) return own;
  return learned > 0 ? std::optional(learned) : std::nullopt;
}

Result<TopicPreview> preview_topic(store::Store& store, std::string_view word,
                                   std::optional<double> threshold, std::size_t limit,
                                   Viewer viewer) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(const store::TopicRow topic, find_topic_row(store, word, viewer));
  control::TopicJudge judge(preview_analyzer(), store);
  TRY(judge.follow_changes());
  if (!threshold) {
    threshold = known_threshold(topic.topic.threshold, topic.topic.own_threshold);
  }
  return preview_by(store, judge, topic.topic.source, threshold, limit, viewer);
}

Result<TopicPreview> preview_new_topic(store::Store& store, const TopicEdit& edit,
                                       std::size_t limit, Viewer viewer) {
  // No source has this number.
  constexpr model::SourceId kNotThereYet{-1};
  TRY_ASSIGN(auto topics, control::read_topics_to_learn(store));
  control::TopicToLearn& own = topics.emplace_back();
  TRY(apply(edit, own.topic));
  own.topic.source = kNotThereYet;
  own.examples = edit.examples;
  if (own.examples.empty()) {
    return Error{ErrorKind::kUsage, "--examples: a topic is learned from at least one"};
  }
  TRY_ASSIGN(const control::LearnedTopics learned, control::learn_topics(topics));
  const auto threshold =
      known_threshold(learned.topics.back().threshold, own.topic.own_threshold);
  std::vector<store::TopicRow> rows;
  std::vector<model::SourceId> sources;
  for (control::TopicToLearn& each : topics) {
    sources.push_back(each.topic.source);
    rows.emplace_back().topic = std::move(each.topic);
  }
  control::TopicJudge judge(preview_analyzer(), store);
  judge.take(std::move(rows), control::model_rows(learned, sources, Time()));
  TRY_ASSIGN(auto snapshot, store.snapshot());
  return preview_by(store, judge, kNotThereYet, threshold, limit, viewer);
}

Result<store::CrawlCounts> read_frontier(store::Store& store, std::string_view word,
                                         Viewer viewer) {
  TRY_ASSIGN(const store::TopicRow topic, find_topic_row(store, word, viewer));
  return store.crawl_pages().count(topic.topic.source);
}

}  // namespace curlew::service
