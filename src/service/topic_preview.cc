#include <algorithm>

#include "control/stored_text.h"
#include "control/topic_judge.h"
#include "query/terms.h"
#include "service/topics.h"
#include "store/article_slice.h"
#include "text/analyzer.h"

namespace curlew::service {

Result<TopicPreview> preview_topic(store::Store& store, std::string_view word,
                                   std::optional<double> threshold, std::size_t limit,
                                   Viewer viewer) {
  static const text::Analyzer analyzer;
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(const store::TopicRow topic, find_topic_row(store, word, viewer));
  control::TopicJudge judge(analyzer, store);
  TRY(judge.follow_changes());
  TRY_ASSIGN(const auto newest,
             store::slice_articles(store.database(),
                                   {.user = viewer.value_or(model::UserId{})}, {},
                                   kMostJudged));
  std::vector<model::ArticleId> ids;
  for (const store::ArticleRow& each : newest.rows) ids.push_back(each.id);
  TRY_ASSIGN(auto texts, control::stored_texts(store, ids));
  TopicPreview preview;
  preview.threshold = threshold.value_or(topic.topic.threshold);
  query::TermCache cache;
  query::ArticleTerms terms;
  for (control::StoredText& each : texts) {
    query::make_terms(each.text.text(), analyzer, cache, terms);
    const auto fit = judge.fit(topic.topic.source, each.text, terms.language());
    if (!fit) continue;
    ++preview.judged;
    const bool is_accepted = fit->is_best && fit->score >= preview.threshold;
    preview.accepted += is_accepted;
    preview.articles.push_back({std::move(each.row), fit->score, is_accepted});
  }
  std::ranges::stable_sort(preview.articles, std::greater<>(), &FittingArticle::score);
  if (preview.articles.size() > limit) preview.articles.resize(limit);
  return preview;
}

Result<store::CrawlCounts> read_frontier(store::Store& store, std::string_view word,
                                         Viewer viewer) {
  TRY_ASSIGN(const store::TopicRow topic, find_topic_row(store, word, viewer));
  return store.crawl_pages().count(topic.topic.source);
}

}  // namespace curlew::service
