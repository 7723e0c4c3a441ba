// What the report of a page of a focused crawl changes: the pages of the crawl, how far
// it has come, and the article that is made of the page, with its page, in one commit.

#include <utility>

#include "control/batch.h"
#include "control/crawl_change.h"
#include "store/passed_on_pages.h"

namespace curlew::control {

Result<void> write_crawl_progress(store::Store& store, const CrawlProgress& progress) {
  TRY(store.crawl_pages().save_state(progress.topic, progress.state));
  TRY(store.topics().save_phase(progress.topic, progress.phase));
  return store.topics().save_progress(progress.topic, progress.phase.number,
                                      progress.threshold, progress.learned);
}

namespace {

using model::VisitReport;

Result<void> write_crawl_pages(store::Store& store, const CrawlChange& change) {
  for (const store::NewCrawlPage& page : change.added) {
    TRY(store.crawl_pages().add(page));
  }
  for (const store::CrawlPageRow& row : change.saved) {
    TRY(store.crawl_pages().save(row));
  }
  if (change.memory) {
    TRY(store.crawl_pages().save_memory(change.page, *change.memory));
  }
  if (change.trouble) {
    TRY(store.crawl_pages().set_trouble(change.page, *change.trouble));
  }
  if (change.sketch) {
    TRY(store.crawl_pages().set_sketch(change.sketch->first, change.sketch->second));
  }
  if (change.wanted_by) {
    TRY(store::note_wanted_by(store.database(), change.wanted_by, change.page));
  }
  if (!change.led_to.empty()) {
    TRY(store::note_led_to(store.database(), change.ordered_for, change.led_to));
  }
  TRY(store::leave_out_links(store.database(), change.ordered_for, change.left_out));
  for (const store::CrawlSite& site : change.sites) TRY(store.crawl_pages().save(site));
  for (const CrawlProgress& progress : change.progress) {
    TRY(write_crawl_progress(store, progress));
  }
  for (const model::KeptAt& place : change.let_go) {
    TRY(store.versions().drop_record(place));
  }
  return {};
}

// Its page as it came.
Result<void> add_crawled_version(Batch& batch, const PreparedReport& prepared,
                                 model::ArticleId article) {
  if (!prepared.page_version) return {};
  model::Version version = *prepared.page_version;
  version.source = prepared.crawl->topic;
  version.article = article;
  return batch.store().versions().add(version);
}

// And as it says.
Result<void> keep_crawled_page(Batch& batch, const PreparedReport& prepared,
                               model::ArticleId article) {
  TRY(batch.store().pages().keep(article, *prepared.page,
                                 prepared.reported.report.started));
  return add_crawled_version(batch, prepared, article);
}

// The article of a page that is accepted for the first time.
Result<model::ArticleId> make_crawled_article(Batch& batch,
                                              const PreparedReport& prepared) {
  const store::NewArticle& article = prepared.articles.front();
  // Found before, under another address, or forgotten since.
  if (batch.known().find(article.source, article.key) ||
      batch.known().has_otherwise(article)) {
    return model::ArticleId();
  }
  TRY_ASSIGN(const model::ArticleId id, batch.insert(article));
  TRY(keep_crawled_page(batch, prepared, id));
  batch.add_wanted(id, article.source, prepared.page_article, prepared.page_wanted);
  return id;
}

// A page that was found changed makes its article say so.
Result<void> renew_crawled_article(Batch& batch, const PreparedReport& prepared,
                                   model::ArticleId article) {
  const VisitReport& report = prepared.reported.report;
  TRY(batch.store().article_versions().keep_page(article, report.started));
  if (!prepared.page_document.empty()) {
    TRY(batch.store().index().replace(article, prepared.page_document));
  }
  if (prepared.page_topics) {
    TRY(batch.store().topics().set_of_article(article, *prepared.page_topics));
  }
  TRY(keep_crawled_page(batch, prepared, article));
  batch.add_wanted(article, prepared.crawl->topic, prepared.page_article,
                   prepared.page_wanted);
  return {};
}

}  // namespace

Result<void> write_crawl_report(Batch& batch, PreparedReport& prepared,
                                const model::CrawlPageFindings& found) {
  const VisitReport& report = prepared.reported.report;
  // Its topic may be gone, and all of its pages with it.
  if (!batch.is_first_report(report.id) || !batch.find_source(report.source)) return {};
  store::Store& store = batch.store();
  model::ArticleId made;
  const bool has_topic = prepared.crawl && batch.find_source(prepared.crawl->topic);
  model::ArticleId taken_over;
  if (prepared.crawl && prepared.crawl->in_place_of) {
    TRY_ASSIGN(taken_over, store::take_place_of(store.database(),
                                                prepared.crawl->in_place_of, found.id));
  }
  if (has_topic && !taken_over && !prepared.articles.empty() && prepared.page) {
    TRY_ASSIGN(made, make_crawled_article(batch, prepared));
  }
  TRY(store.visits().record(report, prepared.headers,
                            {.new_articles = made ? 1u : 0u}));
  batch.add_judgement(report.source, found.judgement);
  if (!prepared.crawl) return {};
  TRY(write_crawl_pages(store, *prepared.crawl));
  if (made) return store.crawl_pages().set_article(found.id, made);
  if (taken_over) return add_crawled_version(batch, prepared, taken_over);
  const model::ArticleId article = prepared.crawl->article;
  if (!has_topic || !article || !batch.pages().articles.contains(article)) return {};
  if (prepared.page) return renew_crawled_article(batch, prepared, article);
  return add_crawled_version(batch, prepared, article);
}

}  // namespace curlew::control
