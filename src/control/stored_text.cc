#include "control/stored_text.h"

#include <utility>

#include "text/fold.h"

namespace curlew::control {

std::string document_of(const query::ArticleTerms& terms, model::SourceId source,
                        std::string_view topic,
                        std::span<const model::TopicScore> own_topics) {
  return store::pack_document(
      terms, {.source = source, .topic = text::fold(topic), .own_topics = own_topics});
}

Result<std::vector<StoredText>> stored_texts(
    store::Store& store, std::span<const model::ArticleId> articles) {
  std::vector<StoredText> all;
  if (articles.empty()) return all;
  TRY_ASSIGN(auto pages, store.pages().contents(articles));
  TRY_ASSIGN(const auto entries, store.articles().stored(articles));
  TRY_ASSIGN(auto found, store.articles().rows_without_topics(articles));
  std::unordered_map<model::ArticleId, store::ArticleRow*> rows;
  for (store::ArticleRow& each : found) rows.emplace(each.id, &each);
  for (const model::ArticleId article : articles) {
    const auto row = rows.find(article);
    const auto stored = entries.find(article);
    if (row == rows.end() || stored == entries.end()) continue;
    const store::StoredArticle& entry = stored->second;
    const FeedWords words{.title = entry.title,
                          .author = entry.author,
                          .language = entry.language,
                          .category = entry.category,
                          .html = entry.html};
    StoredText& one = all.emplace_back();
    if (const auto content = pages.find(article); content != pages.end()) {
      model::Page page;
      page.language = row->second->language;
      page.category = row->second->category;
      page.content = std::move(content->second);
      one.text = readable_page(page, words);
    } else {
      one.text = readable_entry(words);
    }
    one.row = std::move(*row->second);
  }
  return all;
}

std::vector<model::TopicScore> scores_in(
    const std::unordered_map<model::ArticleId, std::vector<store::ArticleTopic>>&
        topics,
    model::ArticleId article) {
  std::vector<model::TopicScore> scores;
  const auto known = topics.find(article);
  if (known == topics.end()) return scores;
  for (const store::ArticleTopic& each : known->second) scores.push_back(each.score);
  return scores;
}

}  // namespace curlew::control
