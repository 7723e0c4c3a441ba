// What a controller asks of a terminal, and what the terminal answers. These two cross
// the broker (model/visit_wire.h turns them into bytes and back), with the receipt that
// lets a terminal remember what it reported, and the beat that says it is alive.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "model/entry.h"
#include "model/ids.h"
#include "model/outcome.h"
#include "model/page.h"
#include "model/page_kind.h"
#include "model/problem.h"
#include "model/publisher_wishes.h"
#include "model/source.h"

namespace curlew::model {

enum class VisitKind {
  kSource,       // Visit a source; find what is new in it.
  kArticlePage,  // Fetch the page of one article that a feed announced.
};

// "source", "page": stable names for the command line and JSON.
std::string_view to_string(VisitKind kind);

struct VisitOrder {
  VisitId id;
  VisitKind kind = VisitKind::kSource;
  SourceId source;
  ArticleId article;  // Only with kArticlePage.
  SourceKind source_kind = SourceKind::kAuto;
  std::string url;
  RequestSettings request;
  Rendering rendering = Rendering::kNever;
  std::string rules;      // As of Source.
  PageAverages averages;  // What pages of the source have been like, if one is read.
  // The last good visit that the database knows; nullopt: none. What a terminal
  // remembers of a later one belongs to another database (this one was restored from a
  // backup, or begun anew), and using it would lose what was found then.
  std::optional<Time> stored_until;
};

// What a feed, or a page that is followed like one, says of itself.
struct FeedHead {
  std::string title;
  std::string site_url;
  std::string language;
  std::string category;
};

struct VisitReport {
  VisitId id;
  VisitKind kind = VisitKind::kSource;
  SourceId source;
  ArticleId article;
  std::string terminal;

  Time started;
  Milliseconds took{0};
  FetchOutcome outcome = FetchOutcome::kFetched;
  std::uint16_t http_status = 0;  // 0 when no answer arrived.
  std::string headers;            // "Name: value\r\n" lines of the last response.
  std::uint64_t wire_bytes = 0;
  std::uint64_t body_bytes = 0;  // After decompression.
  std::string error;             // For people; empty on success.
  Remark remark = Remark::kNone;

  // Where the source says it lives now (301 or 308 all the way), when not at its url.
  std::string moved_to;
  // The publisher asked not to be visited before: Retry-After, max-age, ttl,
  std::optional<Time> not_before;
  // nor at these times, ever.
  QuietTimes quiet;
  // Feeds that an HTML page names, best first, when the source turned out to be one.
  std::vector<std::string> discovered_feeds;

  // What a source whose kind was not known turned out to be; kAuto: still unknown.
  SourceKind found_kind = SourceKind::kAuto;

  std::optional<FeedHead> feed;     // Only when a feed, or a page with links, was
                                    // read.
  std::uint32_t entries_shown = 0;  // All that it lists, also those known before.
  // New or edited, oldest first; and of each what names it within its source, and what
  // it shows (detect/new_entries.h; 0: cannot be told).
  std::vector<Entry> new_entries;
  std::vector<std::uint64_t> new_keys;
  std::vector<std::uint64_t> new_likenesses;
  std::optional<Page> page;  // Only with kArticlePage.
  // Of an article's page, or of a page that is followed, that was read.
  std::optional<PageJudgement> judgement;

  std::string address;  // Network address of the host, or of the proxy; empty: unknown.
  // No visit was made: too many wait for that network address in the terminal. The
  // order stands in line again; nothing else of this report counts.
  bool is_given_back = false;
  // What was read could not be passed on, and the outcome says nothing of the page: it
  // may be tried again, and its terminal must not remember it.
  bool is_lost = false;
};

// The report with this id is committed: the terminal may remember what it saw.
struct VisitReceipt {
  VisitId id;
};

// A terminal says every few seconds that it is there. One that falls silent is dead:
// its hosts move to the others.
struct TerminalBeat {
  std::string terminal;
  std::uint32_t capacity = 0;  // Visits that it holds at a time.
};

}  // namespace curlew::model
