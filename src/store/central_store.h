// The central database in the words of the domain. One writer (the controller) and any
// number of readers, in this process or another; a CentralStore is one connection and
// belongs to one thread.
//
// All that a controller learns goes in through a Batch: one transaction for many visit
// reports. Committing the same report twice changes nothing.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/entry.h"
#include "model/ids.h"
#include "model/source.h"
#include "model/visit.h"

namespace curlew::store {

// What is known about visiting a source; written back in batches.
struct ScheduleRow {
  model::SourceId source;
  Time next_due;
  std::optional<Time> last_visit;
  std::optional<Time> last_success;
  std::optional<Time> last_new;    // When a visit last found something new.
  std::optional<Time> not_before;  // The publisher's wish.
  std::uint32_t failures = 0;      // In a row.
  // How the last visit ended; model/problem.h says it in words.
  model::FetchOutcome last_outcome = model::FetchOutcome::kFetched;
  int last_status = 0;  // Of HTTP; 0: no answer.
  model::Remark last_remark = model::Remark::kNone;
  std::string last_error;
  std::string moved_to;  // A permanent redirect seen, not yet believed.
  std::uint32_t moved_seen = 0;
  std::string policy_state;  // Opaque: schedule/ writes and reads it.
  std::string due_reason;    // One of its words, too; empty before the first visit.
  // Its user wants a visit, and asked for it then; cleared by the first that began
  // later.
  std::optional<Time> asked;

  bool operator==(const ScheduleRow&) const = default;
};

struct WatchedSource {
  model::Source source;
  ScheduleRow schedule;
};

// Grows with every change of a source by anybody but the controller's own batches.
using Revision = std::int64_t;

// As much of a source as planning its visits needs: a controller reads it of all of
// them when it starts.
struct PlannedSource {
  model::SourceId id;
  model::SourceState state = model::SourceState::kActive;
  model::Objective objective = model::Objective::kDelay;
  model::OwnWishes wishes;
  model::Audience audience;
  Time added;
  std::string url;
  Time next_due;
  std::optional<Time> last_visit;
  std::optional<Time> last_success;
  std::optional<Time> not_before;
  std::uint32_t failures = 0;
  std::string policy_state;
  std::optional<Time> asked;
};

struct SourceAddress {
  model::SourceId id;
  std::string url;
};

// How a source, and the pages of its articles, are fetched.
struct VisitSettings {
  model::SourceState state = model::SourceState::kActive;
  model::SourceKind kind = model::SourceKind::kAuto;
  std::string url;  // Its origin is the one that `request` was given for.
  model::RequestSettings request;
  model::Rendering rendering = model::Rendering::kNever;
  std::string rules;
  std::optional<Time> last_success;
};

// Stands for all sources together where averages are kept. No source has this id.
inline constexpr model::SourceId kAllSources{0};

struct SourceChanges {
  Revision revision = 0;               // Ask for what came after it next.
  std::vector<PlannedSource> changed;  // Added or edited since.
  std::vector<model::SourceId> removed;
  bool has_more = false;
};

// What the scheduler learned of all sources together; opaque, too.
struct Population {
  std::string name;
  Time saved;
  std::string state;
};

struct NewArticle {
  model::SourceId source;
  // What names the entry within its source, and what it shows: detect/new_entries.h.
  std::uint64_t key = 0;
  std::optional<std::uint64_t> likeness;
  const model::Entry* entry = nullptr;
  Time found;
  std::string language;
  std::string category;
  bool wants_page = false;
};

// What is stored of an entry: enough to tell an edit from another item.
struct StoredEntry {
  model::ArticleId article;
  std::optional<std::uint64_t> likeness;
  model::Entry entry;  // Only title, link and published.
};

struct WantedPage {
  model::ArticleId article;
  model::SourceId source;
  std::string url;
  std::uint32_t tries = 0;
  Time found;  // Its article.
};

// What a feed leaves open its page may fill in: author, language, category, time.
struct ArticleRow {
  model::ArticleId id;
  model::SourceId source;
  std::string source_title;
  // The feed's; of an article found as a link on a page, its page's own.
  std::string title;
  std::string url;
  std::string author;
  std::string language;
  std::string category;
  std::optional<Time> published;
  Time found;
  std::optional<Time> edited;  // When a visit last found its entry edited.
  std::optional<Time> page_fetched;
  bool is_page_wanted = false;  // It is still to be fetched.
  std::string page_error;       // Why there is no page, or why it was not read.
  // What its page says; nullopt and empty where it was not read.
  std::optional<model::PageType> page_type;
  std::optional<Time> modified;
  std::string page_title;
  std::string canonical_url;
  std::string image;
  std::string excerpt;  // The beginning of its text, on one line.
  // Where there is none: the beginning of what its feed says of it, HTML not made safe.
  std::string feed_excerpt;
};

// Which articles; without a word, all of them.
struct ArticleFilter {
  model::SourceId source;     // 0: of any.
  std::string folder;         // Of sources filed there or below it; empty: of any.
  std::optional<Time> since;  // Found then or later.
};

// What its feed itself says of an article: HTML as the publisher wrote it, not made
// safe.
struct FeedText {
  std::string summary;
  std::string content;
  std::vector<model::Enclosure> enclosures;
};

// How long after its publication an article was found.
struct DelayRow {
  model::SourceId source;
  Time found;
  Milliseconds delay{0};
};

struct FolderRow {
  std::string name;  // "News/Greece"; empty: of sources that are not filed.
  std::int64_t sources = 0;
};

// When an article came, in its own words and in ours.
struct ArticleTimes {
  model::ArticleId id;
  model::SourceId source;
  Time found;
  std::optional<Time> published;
};

struct VisitRow {
  model::VisitId id;
  model::SourceId source;
  std::string source_title;
  std::string source_url;
  model::VisitKind kind = model::VisitKind::kSource;
  model::ArticleId article;
  Time started;
  Milliseconds took{0};
  model::FetchOutcome outcome = model::FetchOutcome::kFetched;
  int http_status = 0;
  std::uint64_t wire_bytes = 0;
  std::uint64_t body_bytes = 0;
  std::uint32_t new_entries = 0;
  std::string headers;
  std::string error;
  // M of advaRSS after the visit, in thousandths; nullopt outside its training phase.
  std::optional<std::int64_t> median_milli;
};

// How long a visit of a source was on the wire.
struct DownloadRow {
  model::SourceId source;
  Milliseconds took{0};
};

struct StatusCounts {
  std::int64_t sources = 0, active = 0, paused = 0, failing = 0, gone = 0, stopped = 0;
  std::int64_t problems = 0;  // Of SourceFilter::kProblem.
  std::int64_t due = 0;       // Active or failing, and next_due has passed.
  std::int64_t late = 0;      // Due for longer than the grace.
  std::int64_t articles = 0, pages_wanted = 0;
  std::int64_t visits_last_hour = 0, new_last_hour = 0;
};

enum class SourceFilter {
  kAll,
  kDue,
  kLate,
  kComing,   // Active or failing, and not due yet.
  kProblem,  // Not paused, and the last visit failed or found nothing of use.
  kFailing,  // In that state: several visits in a row failed.
  kPaused,
  kGone,
  kStopped,
};

// What is not kept any longer: of all sources what was found, or fetched, before a
// time; or of one source what is beyond its newest articles.
struct OlderThan {
  Time time;
};
struct BeyondNewest {
  model::SourceId source;
  std::size_t count = 0;
};
using Surplus = std::variant<OlderThan, BeyondNewest>;

// One transaction; dropped without commit() it changes nothing, nor after an error
// (other than kExists). Holds the write lock: keep it short.
class Batch {
 public:
  virtual ~Batch() = default;

  // Writes the crawl-log row. False when this visit is recorded already, or its source
  // was removed meanwhile: then nothing else of that report may be written.
  virtual Result<bool> record_visit(const model::VisitReport& report,
                                    std::uint32_t new_articles) = 0;
  // M of advaRSS as that visit left it: its history is kept in the crawl log.
  virtual Result<void> record_median(model::VisitId visit,
                                     std::int64_t median_milli) = 0;
  // nullopt when the source has an article with that key or that likeness already, or
  // had one that was not kept, or was itself removed.
  virtual Result<std::optional<model::ArticleId>> add_article(
      const NewArticle& article) = 0;
  // The article that has that key.
  virtual Result<std::optional<StoredEntry>> find_entry(model::SourceId source,
                                                        std::uint64_t key) = 0;
  // Its entry says something else now, as found at `edit.found`; when and under which
  // key it was found first stays.
  virtual Result<void> edit_article(model::ArticleId article,
                                    const NewArticle& edit) = 0;
  virtual Result<void> save_schedule(const ScheduleRow& row) = 0;
  virtual Result<void> save_population(const Population& population) = 0;
  // A source that its user paused stays paused.
  virtual Result<void> set_state(model::SourceId source, model::SourceState state) = 0;
  // Fills in what the feed says of itself; a title given by the user stays.
  virtual Result<void> save_feed_head(model::SourceId source,
                                      const model::FeedHead& head) = 0;
  // kExists when another source has that address. The one it had stays an alias of it.
  virtual Result<void> move_source(model::SourceId source, std::string_view url,
                                   model::SourceKind kind) = 0;
  // The source turned out to be the one that has, or had, the address `url`: it is
  // removed, and its own address is an alias of that one.
  virtual Result<void> merge_source(model::SourceId duplicate,
                                    std::string_view url) = 0;
  virtual Result<void> save_page(model::ArticleId article, const model::Page& page,
                                 Time fetched) = 0;
  virtual Result<void> save_page_averages(model::SourceId source,
                                          const model::PageAverages& averages) = 0;
  // Tries again at `retry`, or never.
  virtual Result<void> page_failed(model::ArticleId article, std::string_view error,
                                   std::optional<Time> retry) = 0;
  // It was not asked for at all: tries again at `retry`, and no try is counted.
  virtual Result<void> postpone_page(model::ArticleId article, std::string_view error,
                                     Time retry) = 0;
  virtual Result<void> commit() = 0;
};

class Snapshot {
 public:
  virtual ~Snapshot() = default;
};

class CentralStore {
 public:
  virtual ~CentralStore() = default;

  // Sources, as users change them. kExists names the source that has the address.
  virtual Result<model::SourceId> add_source(const model::Source& source, Time due) = 0;
  // Many at once (OPML): one transaction. nullopt where the address is watched already.
  virtual Result<std::vector<std::optional<model::SourceId>>> add_sources(
      std::span<const model::Source> sources, Time due) = 0;
  // All that users decide of it, as in `source`; its state stays. kExists when another
  // source has its address. The address that it had stays an alias of it; what visits
  // there taught of failures and redirects is forgotten.
  virtual Result<void> change_source(const model::Source& source) = 0;
  // With its articles, pages and visits.
  virtual Result<void> remove_source(model::SourceId source) = 0;
  virtual Result<void> set_state(model::SourceId source, model::SourceState state) = 0;
  // Their user wants them visited now; a controller that runs does it at once, one that
  // does not when it starts.
  virtual Result<void> ask_visits(std::span<const model::SourceId> sources,
                                  Time now) = 0;
  // What a visit finds depends on settings as well: when they are not those of the last
  // call, all sources with a problem are asked for. Returns how many.
  virtual Result<std::int64_t> note_fetch_settings(std::int64_t fingerprint,
                                                   Time now) = 0;
  // By its address, or by one that it had before (a page that named it, a redirect).
  virtual Result<std::optional<WatchedSource>> find_source(std::string_view url) = 0;
  // On the host `word`, or with it in their title; in any case of its ASCII letters.
  virtual Result<std::vector<WatchedSource>> sources_like(std::string_view word,
                                                          std::size_t limit) = 0;
  virtual Result<std::optional<WatchedSource>> source_by_id(model::SourceId id) = 0;
  // In the order of their titles; kDue, kLate and kComing, which `now` and `late_after`
  // matter to, by the time they are due.
  virtual Result<std::vector<WatchedSource>> list_sources(SourceFilter filter, Time now,
                                                          Milliseconds late_after,
                                                          std::size_t limit) = 0;
  // Those filed in `folder` or below it (empty: all), in the order of their folders and
  // titles, without the first `skip`.
  virtual Result<std::vector<WatchedSource>> sources_in(std::string_view folder,
                                                        std::size_t skip,
                                                        std::size_t limit) = 0;
  // In the order of their names.
  virtual Result<std::vector<FolderRow>> folders() = 0;

  // For the controller: what changed since `revision` (0: everything), at most `limit`
  // sources at a time.
  virtual Result<SourceChanges> changes_since(Revision revision, std::size_t limit) = 0;
  virtual Result<std::vector<Population>> populations() = 0;
  // What pages of a source, or of kAllSources, have been like; nullopt: none was read.
  virtual Result<std::optional<model::PageAverages>> page_averages(
      model::SourceId source) = 0;
  // nullopt when it is gone.
  virtual Result<std::optional<VisitSettings>> visit_settings_of(
      model::SourceId id) = 0;
  // Of those that are still there, in no order.
  virtual Result<std::vector<SourceAddress>> addresses_of(
      std::span<const model::SourceId> ids) = 0;
  // Pages to fetch whose time has come, oldest first, with ids above `after`; none of
  // paused or stopped sources.
  virtual Result<std::vector<WantedPage>> wanted_pages(Time now, model::ArticleId after,
                                                       std::size_t limit) = 0;
  virtual Result<std::unique_ptr<Batch>> begin() = 0;
  // While it lives everything is read as of one moment, and the database is locked once
  // instead of for each question. Nothing can be written meanwhile.
  virtual Result<std::unique_ptr<Snapshot>> take_snapshot() = 0;

  // For people.
  virtual Result<StatusCounts> status(Time now, Milliseconds late_after) = 0;
  // Newest first.
  virtual Result<std::vector<ArticleRow>> articles(const ArticleFilter& filter,
                                                   std::size_t limit) = 0;
  Result<std::vector<ArticleRow>> latest_articles(std::size_t limit) {
    return articles({}, limit);
  }
  Result<std::vector<ArticleRow>> articles_of(model::SourceId source,
                                              std::size_t limit) {
    return articles({.source = source, .folder = "", .since = {}}, limit);
  }
  // Of the newest `limit` articles (of `source`; 0: of any) that were found from `from`
  // to before `to`, in no order. Left out are those without a date, and those published
  // before their source was added: nobody was late for them.
  virtual Result<std::vector<DelayRow>> delays_between(Time from, Time to,
                                                       model::SourceId source,
                                                       std::size_t limit) = 0;
  // Of all sources, by id, with ids above `after`.
  virtual Result<std::vector<ArticleTimes>> article_times(model::ArticleId after,
                                                          std::size_t limit) = 0;
  virtual Result<std::vector<VisitRow>> visits_of(model::SourceId source,
                                                  std::size_t limit) = 0;
  // Of all sources, ordered since then, the newest first.
  virtual Result<std::vector<VisitRow>> latest_visits(Time since,
                                                      std::size_t limit) = 0;
  // The visits of sources begun since then that sent anything, newest first.
  virtual Result<std::vector<DownloadRow>> recent_downloads(Time since,
                                                            std::size_t limit) = 0;
  virtual Result<std::optional<ArticleRow>> article_by_id(model::ArticleId id) = 0;
  // Empty when there is no such article.
  virtual Result<FeedText> feed_text(model::ArticleId article) = 0;
  // What an article's page says; nullopt when it was not fetched or not read.
  virtual Result<std::optional<model::PageContent>> page_content(
      model::ArticleId article) = 0;
  // The stored HTML of an article's page; nullopt when it has none.
  virtual Result<std::optional<std::string>> page_html(model::ArticleId article) = 0;

  // Housekeeping: forgets crawl-log rows that are older, but those of the newest
  // `visit_days` days on which there were visits: a clock that is years ahead must not
  // empty the log. At most a thousand, in one short transaction; returns how many.
  virtual Result<std::int64_t> prune_visits(Time before, std::size_t visit_days) = 0;
  // Forget at most `limit` articles, with their pages, in one short transaction; drop
  // the HTML of as many pages. Both return how many: fewer than `limit`, and all is
  // done. A forgotten article is not new when its feed shows it again.
  virtual Result<std::int64_t> forget_articles(const Surplus& surplus,
                                               std::size_t limit) = 0;
  virtual Result<std::int64_t> drop_pages(const Surplus& surplus,
                                          std::size_t limit) = 0;
  // The sources that have more articles than that and found one since then.
  virtual Result<std::vector<model::SourceId>> sources_with_more_than(
      std::size_t articles, Time found_since) = 0;
  // How far the clock that ages are counted by has come (control/housekeeping.h). Never
  // saved, it stands at the newest visit; the epoch without one.
  virtual Result<Time> age_clock() = 0;
  virtual Result<void> save_age_clock(Time time) = 0;
  // Full integrity check; an error names what is damaged.
  virtual Result<void> verify() = 0;
};

enum class OpenMode { kReadWrite, kReadOnly };

// Opens, creating and migrating as needed. Errors are kBusy, kCorrupt, kDiskFull,
// kNotFound (read-only and absent), or kUnsupported (written by a newer Curlew). A
// write that another program holds up is kBusy after `patience`.
Result<std::unique_ptr<CentralStore>> open_sqlite_store(
    const std::string& path, OpenMode mode,
    Milliseconds patience = Milliseconds(10'000));

}  // namespace curlew::store
