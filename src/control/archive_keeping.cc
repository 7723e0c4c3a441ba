#include "control/archive_keeping.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "pipeline/stages.h"
#include "pipeline/to_capture.h"

namespace curlew::control {
namespace {

// Of records that wait for their pack to be written anew.
constexpr std::size_t kMostGoing = 10'000;
// Pages of the database that are moved at once.
constexpr std::size_t kPagesAtOnce = 20;

// As much of the answer as was kept.
archive::Capture to_capture(const store::PageInDatabase& page) {
  archive::Capture capture;
  capture.url = pipeline::document_url(page.url);
  capture.time = page.fetched;
  capture.status_line = "HTTP/1.1 200 OK";
  // Of a PDF its text was kept, as a page.
  const bool is_pdf = pipeline::is_pdf_type(page.content_type);
  capture.headers = {
      {"Content-Type", is_pdf ? "text/html; charset=utf-8" : page.content_type}};
  capture.body = *page.html;
  const std::string asked = pipeline::document_url(page.asked);
  if (asked != capture.url) capture.facts.emplace_back("via", asked);
  return capture;
}

model::Version to_version(const store::PageInDatabase& page,
                          const archive::Capture& capture, model::KeptAt place) {
  return {.source = page.source,
          .article = page.article,
          .url = pipeline::document_url(page.asked),
          .seen = page.fetched,
          .digest = pipeline::digest_of(capture.body),
          .media_type = pipeline::media_type_of(capture.headers),
          .bytes = capture.body.size(),
          .place = std::move(place)};
}

}  // namespace

ArchiveKeeping::ArchiveKeeping(ArchiveKeepingOptions options, Archives& archives,
                               store::Store& store, const Clock& clock)
    : options_(std::move(options)),
      archives_(archives),
      store_(store),
      dropped_(store),
      archive_chores_(options_.bytes_at_once, archives, dropped_),
      chores_(options_.every, clock) {}

Result<bool> ArchiveKeeping::step() {
  return chores_.step([this] { begin_round(); });
}

void ArchiveKeeping::begin_round() {
  terminals_ = archives_.open_terminals();
  for (const std::string& each : terminals_) {
    chores_.add([this, each] { return archive_chores_.pack(each); });
  }
  thinned_ = {};
  if (!options_.keep.empty()) chores_.add([this] { return thin(); });
  archive_chores_.begin_round();
  for (const std::string& each : terminals_) {
    chores_.add([this, each] { return archive_chores_.let_go(each); });
  }
  if (!terminals_.empty()) chores_.add([this] { return move_pages(); });
}

// First to the archive, then out of the database: a crash in between leaves a record
// that no version names. What is damaged is given up, what it said is not.
Result<bool> ArchiveKeeping::move_pages() {
  TRY_ASSIGN(const auto pages, store_.pages().in_database(kPagesAtOnce));
  if (pages.empty()) return true;
  std::vector<model::Version> versions;
  const auto keep_all = [&](archive::Archive& archive) -> Result<void> {
    for (const store::PageInDatabase& page : pages) {
      if (!page.html) continue;
      const archive::Capture capture = to_capture(page);
      TRY_ASSIGN(archive::Location at, archive.append(capture));
      versions.push_back(to_version(
          page, capture,
          {terminals_.front(), std::move(at.segment), at.offset, at.length}));
    }
    return archive.commit();
  };
  TRY(archives_.with(terminals_.front(), keep_all));
  TRY_ASSIGN(auto transaction, store_.begin());
  for (const model::Version& version : versions) {
    // Its article may have been forgotten meanwhile, or its page fetched again.
    TRY_ASSIGN(const bool is_there, store_.pages().forget_html(version.article));
    TRY(is_there ? store_.versions().add(version)
                 : store_.versions().drop_record(version.place));
  }
  for (const store::PageInDatabase& page : pages) {
    if (page.html) continue;
    log_warning("archive: the page of article {} is damaged in the database",
                page.article.value);
    TRY(store_.pages().forget_html(page.article));
  }
  TRY(transaction.commit());
  log_info("archive: pages of articles moved from the database: {}", versions.size());
  return false;
}

Result<bool> ArchiveKeeping::thin() {
  TRY_ASSIGN(const auto documents, store_.versions().documents(thinned_, 1));
  if (documents.empty()) return true;
  TRY_ASSIGN(const Time now, store_.retention().age_clock());
  TRY_ASSIGN(const bool is_thin, thin(documents.front(), now));
  if (is_thin) thinned_ = documents.front();
  return false;
}

Result<bool> ArchiveKeeping::thin(store::Document document, Time now) {
  TRY_ASSIGN(const auto versions, store_.versions().kept_of(document));
  std::vector<Time> times;
  for (const store::KeptVersion& each : versions) times.push_back(each.seen);
  std::vector<bool> kept = archive::is_kept(times, now, options_.keep);
  // The next visit compares with it.
  const auto last = std::ranges::find_if(versions.rbegin(), versions.rend(),
                                         &store::KeptVersion::is_comparable);
  if (last != versions.rend()) {
    kept[static_cast<std::size_t>(versions.rend() - last) - 1] = true;
  }
  std::vector<store::KeptVersion> going;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    if (kept[i]) continue;
    TRY_ASSIGN(const auto goes, may_go(versions[i].place));
    if (!goes) return false;
    if (*goes) going.push_back(versions[i]);
    if (going.size() == options_.versions_at_once) break;
  }
  if (going.empty()) return true;
  TRY(store_.versions().drop(document, going));
  log_info("archive: source {}: versions thinned out: {}", document.source.value,
           going.size());
  return going.size() < options_.versions_at_once;
}

// What lies elsewhere, or cannot be read, is not ours to judge.
Result<std::optional<bool>> ArchiveKeeping::may_go(const model::KeptAt& place) {
  if (std::ranges::find(terminals_, place.terminal) == terminals_.end()) {
    if (!options_.is_referred_elsewhere) return std::optional(false);
    const auto referred = options_.is_referred_elsewhere(place);
    if (!referred.ok()) return std::optional(false);
    return *referred ? std::optional(!**referred) : std::nullopt;
  }
  std::optional<bool> is_referred;
  const auto asked =
      archives_.with(place.terminal, [&](archive::Archive& archive) -> Result<void> {
        TRY_ASSIGN(is_referred, archive.is_referred(location_of(place)));
        return {};
      });
  if (!asked.ok()) return std::optional(false);
  if (!is_referred) return is_referred;
  return std::optional(!*is_referred);
}

Result<std::vector<model::KeptAt>> DroppedInStore::dropped(
    const std::string& terminal) {
  return store_.versions().dropped(terminal, kMostGoing);
}

Result<void> DroppedInStore::forget(const std::vector<model::KeptAt>& places) {
  return store_.versions().forget_dropped(places);
}

}  // namespace curlew::control
