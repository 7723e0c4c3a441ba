// For tests: a store and an archive with versions of documents in both.

#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/temporary_folder_test.h"
#include "control/archives.h"
#include "pipeline/to_capture.h"
#include "store/clips_fixture.h"

namespace curlew::service {

class KeptVersionsTest : public store::UserStoreTest {
 protected:
  KeptVersionsTest() { store::must(archives_.open_to_write({"t1"})); }

  model::SourceId add_document(const std::string& url,
                               model::SourceKind kind = model::SourceKind::kPage,
                               model::Watching watching = {.changes = true}) {
    model::Source source = store::source_at(url, "The fees");
    source.kind = kind;
    source.watching = std::move(watching);
    return store::must(store_->sources().add(source, store::kNow));
  }

  // As a visit of it leaves it.
  model::Version keep(model::SourceId source, const std::string& url, Time seen,
                      const std::string& body, const std::string& type = "text/html",
                      std::optional<model::ChangeCounters> counters = {}) {
    archive::Capture capture{.url = url,
                             .time = seen,
                             .status_line = "HTTP/1.1 200 OK",
                             .headers = {{"Content-Type", type}},
                             .body = body};
    model::Version version{
        .source = source,
        .url = url,
        .seen = seen,
        .digest = pipeline::digest_of(body),
        .media_type = type,
        .bytes = body.size(),
        .place = store::must(archives_.shelf_of("t1").keep(capture)).place,
        .kinds = {model::ChangeKind::kText},
        .score = counters ? 0.5 : 0,
        .counters = counters};
    save(version);
    return version;
  }
  void save(const model::Version& version) {
    auto transaction = store::must(store_->begin());
    store::must(store_->versions().add(version));
    store::must(transaction.commit());
  }

  const TemporaryFolder folder_;
  control::Archives archives_{folder_.path().string()};
};

}  // namespace curlew::service
