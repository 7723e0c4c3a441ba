#include "control/find_wanted.h"

#include <exception>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "base/log.h"
#include "base/overloaded.h"
#include "control/find_changes.h"
#include "control/stored_text.h"

namespace curlew::control {
namespace {

using StoredArticles = std::unordered_map<model::ArticleId, store::StoredArticle>;

FeedWords words_of(const store::NewArticle& article) {
  const model::Entry& entry = *article.entry;
  return {.title = entry.title,
          .author = entry.author,
          .language = article.language,
          .category = article.category,
          .html = entry.content.empty() ? entry.summary : entry.content};
}

FeedWords words_of(const store::StoredArticle& article) {
  return {.title = article.title,
          .author = article.author,
          .language = article.language,
          .category = article.category,
          .html = article.html};
}

void look_at_entries(PreparedReport& prepared, const LedgerOptions& options,
                     Watching& watching, TopicJudge& topics) {
  const model::SourceId source = prepared.reported.report.source;
  const bool are_pages_fetched = options.fetch_pages && watching.fetches_pages(source);
  prepared.wanted.resize(prepared.articles.size());
  for (std::size_t i = 0; i < prepared.articles.size(); ++i) {
    store::NewArticle& article = prepared.articles[i];
    const ReadableArticle readable = readable_entry(words_of(article));
    const query::ArticleTerms& terms = watching.read(readable);
    article.topics = topics.judge(readable, terms.language());
    article.document = document_of(terms, source, readable.topic, article.topics);
    if (article.wants_page && are_pages_fetched) continue;
    prepared.wanted[i] = watching.find(readable, source, article.topics);
  }
}

void look_at_page(PreparedReport& prepared, const model::ArticlePageFindings& found,
                  const StoredArticles& stored, Watching& watching,
                  TopicJudge& topics) {
  const auto article = stored.find(found.article);
  if (article == stored.end()) return;
  const model::SourceId source = prepared.reported.report.source;
  const model::Page* const page = found.page ? &*found.page : nullptr;
  prepared.page_article = {.url = article->second.url,
                           .published = article->second.published,
                           .found = article->second.found};
  if (!page || !page->content) {
    if (watching.is_idle()) return;
    const ReadableArticle readable = readable_entry(words_of(article->second));
    const query::ArticleTerms& terms = watching.read(readable);
    prepared.page_wanted =
        watching.find(readable, source, topics.judge(readable, terms.language()));
    return;
  }
  if (!prepared.page_article.published) {
    prepared.page_article.published = page->content->published;
  }
  const ReadableArticle readable = readable_page(*page, words_of(article->second));
  const query::ArticleTerms& terms = watching.read(readable);
  const auto judged = topics.judge(readable, terms.language());
  if (!topics.is_idle()) prepared.page_topics = judged;
  prepared.page_document = document_of(terms, source, readable.topic, judged);
  // A hub leads to what tells; that will be looked at itself.
  if (page->content->kind && !model::gives_clips(*page->content->kind)) return;
  prepared.page_wanted = watching.find(readable, source, judged);
}

// A page of a focused crawl that is an article, or becomes one: all of it is there.
void look_at_crawled(PreparedReport& prepared, const model::CrawlPageFindings& found,
                     Watching& watching, TopicJudge& topics) {
  if (!prepared.crawl || !prepared.page || !found.page || !found.page->content) return;
  const model::SourceId source = prepared.crawl->topic;
  const model::PageContent& content = *found.page->content;
  const ReadableArticle readable =
      readable_page(*found.page, {.title = content.title,
                                  .author = content.author,
                                  .language = found.page->language,
                                  .category = found.page->category,
                                  .html = {}});
  const query::ArticleTerms& terms = watching.read(readable);
  // The crawl has decided which one it belongs to; others may want it, too.
  auto judged = topics.judge(readable, terms.language());
  std::erase_if(judged, [&](const auto& each) { return each.topic == source; });
  judged.insert(judged.begin(), {source, prepared.crawl->score});
  std::string document = document_of(terms, source, readable.topic, judged);
  if (!content.kind || model::gives_clips(*content.kind)) {
    prepared.page_wanted = watching.find(readable, source, judged);
  }
  if (prepared.articles.empty()) {
    prepared.page_document = std::move(document);
    prepared.page_topics = std::move(judged);
  } else {
    prepared.articles.front().document = std::move(document);
    prepared.articles.front().topics = std::move(judged);
  }
}

void look_at(PreparedReport& prepared, const LedgerOptions& options,
             const StoredArticles& stored, Watching& watching, TopicJudge& topics) try {
  std::visit(Overloaded{[&](const model::FeedFindings&) {
                          look_at_entries(prepared, options, watching, topics);
                        },
                        [&](const model::FollowedPageFindings&) {
                          look_at_entries(prepared, options, watching, topics);
                        },
                        [&](const model::ArticlePageFindings& found) {
                          look_at_page(prepared, found, stored, watching, topics);
                          look_at_entries(prepared, options, watching, topics);
                        },
                        [&](const model::CrawlPageFindings& found) {
                          look_at_crawled(prepared, found, watching, topics);
                        },
                        [](const model::NamedFeeds&) {},
                        [&](const model::DataFindings&) {
                          look_at_entries(prepared, options, watching, topics);
                        }},
             prepared.reported.report.findings);
} catch (const std::exception& error) {
  // Out of memory: the report is stored all the same.
  log_error(
      "visit {} of source {} is not looked at for topics, watchlists and search: {}",
      prepared.reported.report.id.value, prepared.reported.report.source.value,
      error.what());
}

}  // namespace

Result<void> find_wanted(std::span<PreparedReport> reports,
                         const LedgerOptions& options, Watching& watching,
                         TopicJudge& topics, store::Store& store) {
  TRY(watching.follow_changes());
  TRY(topics.follow_changes());
  std::vector<model::SourceId> sources;
  // Who sees them, and what they are called.
  for (const auto& [topic, row] : topics.topics()) sources.push_back(topic);
  std::vector<model::ArticleId> articles;
  for (const PreparedReport& prepared : reports) {
    if (prepared.is_looked_at) continue;
    sources.push_back(prepared.reported.report.source);
    if (prepared.crawl) sources.push_back(prepared.crawl->topic);
    const auto article = model::article_of(prepared.reported.report.findings);
    if (article) articles.push_back(article);
  }
  TRY(watching.learn_sources(sources));
  StoredArticles stored;
  if (!articles.empty()) {
    TRY_ASSIGN(stored, store.articles().stored(articles));
  }
  TRY_ASSIGN(const KnownBefore before, read_known_before(reports, store));
  for (PreparedReport& prepared : reports) {
    if (std::exchange(prepared.is_looked_at, true)) continue;
    find_changes(prepared, before);
    look_at(prepared, options, stored, watching, topics);
  }
  return {};
}

}  // namespace curlew::control
