#include "store/batch.h"

#include <optional>
#include <utility>

#include "store/articles.h"
#include "store/counters.h"
#include "store/page_contents.h"
#include "store/pages.h"
#include "store/schedule.h"
#include "store/sources.h"
#include "store/visits.h"

namespace curlew::store {
namespace {

class SqlBatch final : public Batch {
 public:
  SqlBatch(Database& db, Transaction transaction)
      : db_(db), transaction_(std::move(transaction)) {}

  Result<bool> record_visit(const model::VisitReport& report,
                            std::uint32_t new_articles) override {
    asked_ = {};
    TRY_ASSIGN(const bool exists, is_watched(report.source));
    if (!exists) return false;
    return insert_visit(db_, report, new_articles);
  }

  Result<void> record_median(model::VisitId visit, std::int64_t median_milli) override {
    return update_median(db_, visit, median_milli);
  }

  Result<std::optional<model::ArticleId>> add_article(
      const NewArticle& article) override {
    std::optional<model::ArticleId> none;
    TRY_ASSIGN(const bool exists, is_watched(article.source));
    if (!exists) return none;
    TRY_ASSIGN(const bool is_known, has_already(article));
    if (is_known) return none;
    if (last_id_ == 0) {
      TRY_ASSIGN(last_id_, read_counter(db_, kArticleIdCounter));
    }
    const model::ArticleId id{last_id_ + 1};
    TRY_ASSIGN(const bool added, insert_article(db_, id, article));
    if (!added) return none;
    ++last_id_;
    ++added_;
    if (article.wants_page) TRY(want_page(db_, id, article.found));
    return std::optional(id);
  }

  Result<std::optional<StoredEntry>> find_entry(model::SourceId source,
                                                std::uint64_t key) override {
    return stored_entry(db_, source, key);
  }
  Result<void> edit_article(model::ArticleId article, const NewArticle& edit) override {
    return update_article(db_, article, edit);
  }

  Result<void> save_schedule(const ScheduleRow& row) override {
    return update_schedule(db_, row);
  }
  Result<void> save_population(const Population& population) override {
    return write_population(db_, population);
  }
  Result<void> set_state(model::SourceId source, model::SourceState state) override {
    return note_state(db_, source, state);
  }
  Result<void> save_feed_head(model::SourceId source,
                              const model::FeedHead& head) override {
    return note_feed_head(db_, source, head);
  }
  Result<void> move_source(model::SourceId source, std::string_view url,
                           model::SourceKind kind) override {
    return note_move(db_, source, url, kind);
  }
  Result<void> merge_source(model::SourceId duplicate, std::string_view url) override {
    TRY_ASSIGN(const auto source, source_with_url(db_, url));
    if (!source || *source == duplicate) return {};
    asked_ = {};  // What was known of it may not hold any more.
    return store::merge_source(db_, duplicate, *source);
  }
  Result<void> save_page(model::ArticleId article, const model::Page& page,
                         Time fetched) override {
    return keep_page(db_, article, page, fetched);
  }
  Result<void> save_page_averages(model::SourceId source,
                                  const model::PageAverages& averages) override {
    return keep_averages(db_, source, averages);
  }
  Result<void> page_failed(model::ArticleId article, std::string_view error,
                           std::optional<Time> retry) override {
    return note_page_failure(db_, article, error, retry);
  }
  Result<void> postpone_page(model::ArticleId article, std::string_view error,
                             Time retry) override {
    return store::postpone_page(db_, article, error, retry);
  }

  Result<void> commit() override {
    if (added_ > 0) {
      TRY(add_to_counter(db_, kArticleIdCounter, added_));
      TRY(add_to_counter(db_, kArticlesCounter, added_));
    }
    return transaction_.commit();
  }

 private:
  // Its user may have removed the source while the visit was under way. Reports name
  // one source many times in a row, and within the transaction the answer stands.
  Result<bool> is_watched(model::SourceId source) {
    if (source != asked_) {
      TRY_ASSIGN(is_watched_, source_exists(db_, source));
      had_articles_.reset();
      asked_ = source;
    }
    return is_watched_;
  }

  // Most articles come with a source's first report, which has no two that are alike:
  // there one question stands for all.
  Result<bool> has_already(const NewArticle& article) {
    if (!had_articles_) {
      TRY_ASSIGN(had_articles_, ever_had_articles(db_, article.source));
    }
    if (!*had_articles_) return false;
    return is_known_otherwise(db_, article);
  }

  Database& db_;
  Transaction transaction_;
  model::SourceId asked_;
  bool is_watched_ = false;
  std::optional<bool> had_articles_;  // Before the report that is being written.
  std::int64_t last_id_ = 0;          // Of an article; 0: not read yet, or none ever.
  std::int64_t added_ = 0;
};

}  // namespace

Result<std::unique_ptr<Batch>> begin_batch(Database& db) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db, Access::kWrite));
  return std::unique_ptr<Batch>(std::make_unique<SqlBatch>(db, std::move(transaction)));
}

}  // namespace curlew::store
