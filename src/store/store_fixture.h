// What the tests of this module share: a database that goes away, a store in it, and
// sources, entries and reports with little to say.

#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "base/temporary_folder_test.h"
#include "base/time.h"
#include "model/entry.h"
#include "model/source.h"
#include "model/visit.h"
#include "store/driver_test.h"
#include "store/status.h"
#include "store/store.h"

namespace curlew::store {

// The value, or the end of the test with the error's text.
template <typename T>
T must(Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().text);
  return std::move(result).value();
}
inline void must(Result<void> result) {
  if (!result.ok()) throw std::runtime_error(result.error().text);
}

inline constexpr Time kNow = from_unix_seconds(1'790'000'000);
inline constexpr Milliseconds kLateAfter = std::chrono::minutes(10);

inline model::Source source_at(std::string url, std::string title = "") {
  model::Source source;
  source.url = std::move(url);
  source.title = std::move(title);
  source.added = kNow;
  return source;
}

inline model::Entry entry_titled(std::string title) {
  model::Entry entry;
  entry.link = "https://example.org/" + title;
  entry.title = std::move(title);
  return entry;
}

// `counter` tells visits of one millisecond apart.
inline model::VisitReport report_of(model::SourceId source, std::int64_t counter,
                                    Time started = kNow) {
  model::VisitReport report;
  report.id = {model::first_visit_id(started).value + counter};
  report.source = source;
  report.started = started;
  return report;
}

inline NewArticle article_of(model::SourceId source, std::uint64_t key,
                             const model::Entry& entry, bool wants_page = false) {
  return {.source = source,
          .key = key,
          .entry = &entry,
          .found = kNow,
          .language = "",
          .category = "",
          .wants_page = wants_page};
}

// Writes one article as the ledger does; nullopt when its source has, or had, it.
inline Result<std::optional<model::ArticleId>> add_one(Store& store,
                                                       NewArticle article) {
  TRY_ASSIGN(auto transaction, store.begin());
  const NewArticle* const one = &article;
  TRY_ASSIGN(const KnownEntries known, store.articles().known({&one, 1}));
  std::optional<model::ArticleId> id;
  if (known.find(article.source, article.key) || known.has_otherwise(article))
    return id;
  pack(article);
  TRY_ASSIGN(const model::ArticleId last, store.articles().last_id());
  id = model::ArticleId{last.value + 1};
  TRY(store.articles().insert(*id, article));
  TRY(store.articles().note_inserted(1));
  TRY(transaction.commit());
  return id;
}

// A line of the crawl log.
inline Result<void> record(Store& store, const model::VisitReport& report,
                           std::uint32_t new_articles) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY(store.visits().record(report, pack_headers(report.headers), {new_articles}));
  return transaction.commit();
}

// Opens what a TestDatabase names.
inline Result<std::unique_ptr<Store>> open_at(
    const std::string& place, OpenMode mode = OpenMode::kReadWrite,
    Milliseconds patience = Milliseconds(10'000)) {
  StorePlace named;
  (is_postgres_url(place) ? named.url : named.file) = place;
  return open_store(named, mode, patience);
}

class StoreTest : public testing::Test {
 protected:
  std::unique_ptr<Store> open(OpenMode mode = OpenMode::kReadWrite) {
    return must(open_at(path_, mode));
  }
  model::SourceId add(std::string url, std::string title = "") {
    return must(
        store_->sources().add(source_at(std::move(url), std::move(title)), kNow));
  }
  model::ArticleId add_article(model::SourceId source, std::uint64_t key,
                               std::string title, bool wants_page = false) {
    const auto entry = entry_titled(std::move(title));
    return must(store::add_one(*store_, article_of(source, key, entry, wants_page)))
        .value();
  }

  TestDatabase database_;
  std::string path_ = database_.place();
  std::unique_ptr<Store> store_ = open();
};

}  // namespace curlew::store
