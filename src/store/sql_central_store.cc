#include "store/sql_central_store.h"

#include <utility>

#include "store/articles.h"
#include "store/batch.h"
#include "store/page_contents.h"
#include "store/pages.h"
#include "store/retention.h"
#include "store/schedule.h"
#include "store/sources.h"
#include "store/status.h"
#include "store/visits.h"
#include "store/watched_sources.h"

namespace curlew::store {
namespace {

// Other writers get their turn between two of these.
constexpr std::int64_t kPrunedAtOnce = 1'000;

class SqlSnapshot final : public Snapshot {
 public:
  explicit SqlSnapshot(Transaction transaction)
      : transaction_(std::move(transaction)) {}

 private:
  Transaction transaction_;
};

class SqlCentralStore final : public CentralStore {
 public:
  explicit SqlCentralStore(std::unique_ptr<Database> database)
      : owner_(std::move(database)), db_(*owner_) {}

  Result<model::SourceId> add_source(const model::Source& source, Time due) override {
    TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
    TRY_ASSIGN(const auto id, insert_source(db_, source, due));
    TRY(transaction.commit());
    return id;
  }

  Result<std::vector<std::optional<model::SourceId>>> add_sources(
      std::span<const model::Source> sources, Time due) override {
    TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
    std::vector<std::optional<model::SourceId>> ids;
    ids.reserve(sources.size());
    for (const auto& source : sources) {
      auto id = insert_source(db_, source, due);
      if (!id.ok() && id.error().kind != ErrorKind::kExists) {
        return std::move(id).error();
      }
      ids.push_back(id.ok() ? std::optional(*id) : std::nullopt);
    }
    TRY(transaction.commit());
    return ids;
  }

  Result<void> change_source(const model::Source& source) override {
    TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
    TRY(update_source(db_, source));
    return transaction.commit();
  }

  Result<void> remove_source(model::SourceId source) override {
    TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
    TRY(delete_source(db_, source));
    return transaction.commit();
  }

  Result<void> set_state(model::SourceId source, model::SourceState state) override {
    TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
    TRY(change_state(db_, source, state));
    return transaction.commit();
  }

  Result<void> ask_visits(std::span<const model::SourceId> sources, Time now) override {
    TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
    for (const model::SourceId source : sources) TRY(ask_visit(db_, source, now));
    return transaction.commit();
  }

  Result<std::int64_t> note_fetch_settings(std::int64_t fingerprint,
                                           Time now) override {
    TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
    TRY_ASSIGN(const std::int64_t asked, note_settings(db_, fingerprint, now));
    TRY(transaction.commit());
    return asked;
  }

  Result<std::vector<WatchedSource>> sources_like(std::string_view word,
                                                  std::size_t limit) override {
    return sources_by_name(db_, word, limit);
  }
  Result<std::optional<WatchedSource>> find_source(std::string_view url) override {
    return watched_source(db_, url);
  }
  Result<std::optional<WatchedSource>> source_by_id(model::SourceId id) override {
    return watched_source(db_, id);
  }
  Result<std::vector<WatchedSource>> list_sources(SourceFilter filter, Time now,
                                                  Milliseconds late_after,
                                                  std::size_t limit) override {
    return watched_sources(db_, filter, now, late_after, limit);
  }
  Result<std::vector<WatchedSource>> sources_in(std::string_view folder,
                                                std::size_t skip,
                                                std::size_t limit) override {
    return watched_sources_in(db_, folder, skip, limit);
  }
  Result<std::vector<FolderRow>> folders() override { return count_folders(db_); }
  Result<SourceChanges> changes_since(Revision revision, std::size_t limit) override {
    return source_changes(db_, revision, limit);
  }
  Result<std::vector<Population>> populations() override {
    return read_populations(db_);
  }
  Result<std::optional<model::PageAverages>> page_averages(
      model::SourceId source) override {
    return stored_averages(db_, source);
  }
  Result<std::optional<VisitSettings>> visit_settings_of(model::SourceId id) override {
    return visit_settings(db_, id);
  }
  Result<std::vector<SourceAddress>> addresses_of(
      std::span<const model::SourceId> ids) override {
    return source_addresses(db_, ids);
  }
  Result<std::vector<WantedPage>> wanted_pages(Time now, model::ArticleId after,
                                               std::size_t limit) override {
    return pages_due(db_, now, after, limit);
  }
  Result<std::unique_ptr<Batch>> begin() override { return begin_batch(db_); }
  Result<std::unique_ptr<Snapshot>> take_snapshot() override {
    TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kRead));
    return std::unique_ptr<Snapshot>(
        std::make_unique<SqlSnapshot>(std::move(transaction)));
  }

  Result<StatusCounts> status(Time now, Milliseconds late_after) override {
    return count_status(db_, now, late_after);
  }
  Result<std::vector<ArticleRow>> articles(const ArticleFilter& filter,
                                           std::size_t limit) override {
    return newest_articles(db_, filter, limit);
  }
  Result<std::vector<DelayRow>> delays_between(Time from, Time to,
                                               model::SourceId source,
                                               std::size_t limit) override {
    return read_delays(db_, from, to, source, limit);
  }
  Result<std::vector<ArticleTimes>> article_times(model::ArticleId after,
                                                  std::size_t limit) override {
    return times_of_articles(db_, after, limit);
  }
  Result<std::vector<VisitRow>> visits_of(model::SourceId source,
                                          std::size_t limit) override {
    return newest_visits(db_, source, limit);
  }
  Result<std::vector<VisitRow>> latest_visits(Time since, std::size_t limit) override {
    return newest_visits(db_, since, limit);
  }
  Result<std::vector<DownloadRow>> recent_downloads(Time since,
                                                    std::size_t limit) override {
    return downloads_since(db_, since, limit);
  }
  Result<std::optional<ArticleRow>> article_by_id(model::ArticleId id) override {
    return find_article(db_, id);
  }
  Result<FeedText> feed_text(model::ArticleId article) override {
    return read_feed_text(db_, article);
  }
  Result<std::optional<model::PageContent>> page_content(
      model::ArticleId article) override {
    return stored_content(db_, article);
  }
  Result<std::optional<std::string>> page_html(model::ArticleId article) override {
    return stored_html(db_, article);
  }

  Result<std::int64_t> prune_visits(Time before, std::size_t visit_days) override {
    TRY_ASSIGN(const Time kept, oldest_visit_day(db_, visit_days));
    if (kept == Time::min()) return 0;
    before = std::min(before, kept);
    TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
    TRY_ASSIGN(const auto pruned, delete_visits(db_, before, kPrunedAtOnce));
    TRY(transaction.commit());
    return pruned;
  }

  Result<std::int64_t> forget_articles(const Surplus& surplus,
                                       std::size_t limit) override {
    TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
    TRY_ASSIGN(const auto forgotten, delete_articles(db_, surplus, limit));
    TRY(transaction.commit());
    return forgotten;
  }
  Result<std::int64_t> drop_pages(const Surplus& surplus, std::size_t limit) override {
    TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
    TRY_ASSIGN(const auto dropped, delete_html(db_, surplus, limit));
    TRY(transaction.commit());
    return dropped;
  }
  Result<std::vector<model::SourceId>> sources_with_more_than(
      std::size_t articles, Time found_since) override {
    return sources_beyond(db_, articles, found_since);
  }
  Result<Time> age_clock() override { return read_age_clock(db_); }
  Result<void> save_age_clock(Time time) override {
    TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
    TRY(write_age_clock(db_, time));
    return transaction.commit();
  }

  Result<void> verify() override { return db_.verify(); }

 private:
  std::unique_ptr<Database> owner_;
  Database& db_;
};

}  // namespace

std::unique_ptr<CentralStore> make_central_store(std::unique_ptr<Database> database) {
  return std::make_unique<SqlCentralStore>(std::move(database));
}

}  // namespace curlew::store
