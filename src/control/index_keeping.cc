#include "control/index_keeping.h"

#include <vector>

#include "base/log.h"
#include "control/stored_text.h"

namespace curlew::control {
namespace {

// Their text is read and broken into terms, which takes some 10 ms.
constexpr std::size_t kOlderAtOnce = 20;
constexpr Milliseconds kLookForRemoved = std::chrono::minutes(10);

}  // namespace

Result<void> IndexKeeping::step() {
  if (clock_.steady() >= look_at_) {
    look_at_ = clock_.steady() + kLookForRemoved;
    TRY(store_.index().look_for_removed());
  }
  TRY_ASSIGN(const bool was_busy, store_.index().tidy());
  if (was_busy || !has_older_) return {};
  TRY_ASSIGN(has_older_, add_older());
  return {};
}

Result<bool> IndexKeeping::add_older() {
  TRY_ASSIGN(const model::ArticleId below, store_.index().unindexed_below());
  if (!below) return false;
  TRY_ASSIGN(const std::vector<model::ArticleId> articles,
             store_.articles().ids_below(below, kOlderAtOnce));
  if (!has_told_) {
    log_info("search index: adding the articles of before there was one, newest first");
    has_told_ = true;
  }
  TRY_ASSIGN(const auto stored, stored_texts(store_, articles));
  TRY_ASSIGN(const auto topics, store_.topics().of_articles(articles));
  std::vector<std::string> documents;
  for (const StoredText& each : stored) {
    query::make_terms(each.text.text(), analyzer_, cache_, terms_);
    documents.push_back(document_of(terms_, each.row.source, each.text.topic,
                                    scores_in(topics, each.row.id)));
  }
  TRY_ASSIGN(auto transaction, store_.begin());
  for (std::size_t i = 0; i < stored.size(); ++i) {
    TRY(store_.index().replace(stored[i].row.id, documents[i]));
  }
  TRY(store_.index().set_unindexed_below(articles.empty() ? model::ArticleId{}
                                                          : articles.back()));
  TRY(transaction.commit());
  if (articles.empty()) log_info("search index: all articles are in it");
  return !articles.empty();
}

}  // namespace curlew::control
