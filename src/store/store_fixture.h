// What the tests of this module share: a folder that goes away, a store in it, and
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
#include "store/central_store.h"

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

class StoreTest : public testing::Test {
 protected:
  std::unique_ptr<CentralStore> open(OpenMode mode = OpenMode::kReadWrite) {
    return must(open_sqlite_store(path_, mode));
  }
  model::SourceId add(std::string url, std::string title = "") {
    return must(store_->add_source(source_at(std::move(url), std::move(title)), kNow));
  }
  // One article in a batch of its own.
  model::ArticleId add_article(model::SourceId source, std::uint64_t key,
                               std::string title, bool wants_page = false) {
    const auto entry = entry_titled(std::move(title));
    const auto batch = must(store_->begin());
    const auto id =
        must(batch->add_article(article_of(source, key, entry, wants_page)));
    must(batch->commit());
    return id.value();
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("curlew.db");
  std::unique_ptr<CentralStore> store_ = open();
};

}  // namespace curlew::store
