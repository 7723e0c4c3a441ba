// What a controller asks of a terminal, and what the terminal answers. These two cross
// the broker (model/visit_wire.h turns them into bytes and back), with the receipt that
// lets a terminal remember what it reported, and the beat that says it is alive.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
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
#include "model/version.h"

namespace curlew::model {

// How a page is read, as far as its source decides.
struct PageReading {
  Rendering rendering = Rendering::kNever;
  // The text of its rules file, as in Source.
  std::string rules;
  // What pages of the source have been like.
  PageAverages averages;

  bool operator==(const PageReading&) const = default;
};

// Visit a feed, or a source of which nobody knows yet what it is.
struct FeedTask {
  // Set when nobody knows what the source is: it may turn out to be a page that names
  // its feed, or a page to follow, which is then read like this.
  std::optional<PageReading> page_instead;
  // The last good visit that the database knows; nullopt: none. What a terminal
  // remembers of a later one belongs to another database (this one was restored from a
  // backup, or begun anew), and using it would lose what was found then.
  std::optional<Time> stored_until;
  // nullopt: its entries alone are wanted.
  std::optional<DocumentWatch> watch;
};

// Visit a page whose links are followed like the entries of a feed, or whose content is
// watched.
struct FollowedPageTask {
  PageReading reading;
  // As of FeedTask.
  std::optional<Time> stored_until;
  // nullopt: its links alone are wanted.
  std::optional<DocumentWatch> watch;
};

// Visit a data document.
struct DataTask {
  DocumentWatch watch;
  // It is the answer to a query, and asked for as such.
  bool is_sparql = false;
  // As of FeedTask.
  std::optional<Time> stored_until;
};

// What a server gave to ask later whether a page has changed (RFC 9110 §8.8).
struct PageValidators {
  std::string etag;
  std::string last_modified;
  // The address that gave them.
  std::string url;

  bool operator==(const PageValidators&) const = default;
};

// Fetch the page of one article that a feed or a followed page announced.
struct ArticlePageTask {
  ArticleId article;
  PageReading reading;
  // It was fetched before, and is wanted only if it has changed since.
  std::optional<PageValidators> revisit = {};
  // What it said then (ArticlePageFindings); 0: not known.
  std::uint64_t likeness = 0;
};

// Fetch a page of a focused crawl, or a list of pages that a site gives to crawlers.
struct CrawlPageTask {
  CrawlPageId page;
  // It is a sitemap, or the robots.txt that names some.
  bool is_list = false;
  PageReading reading = {};
  // It was fetched before, and is wanted only if it has changed since.
  std::optional<PageValidators> revisit = {};
  // As it was then: digest, place, and its dynamic parts (detect/page/thesis.h). An
  // empty digest: nothing is kept of it.
  std::string last_digest = {};
  KeptAt last = {};
  std::string notes = {};
  // A redirect to another domain is not followed, but reported as the one link of the
  // page: whoever ordered it knows whether the crawl may go there.
  bool stays_on_its_domain = false;
};

// What is to be done, one type for each kind of visit. Handle it by std::visit with one
// overload for each (base/overloaded.h): then a new kind does not compile before every
// place has decided.
using VisitTask =
    std::variant<FeedTask, FollowedPageTask, ArticlePageTask, DataTask, CrawlPageTask>;

struct VisitOrder {
  VisitId id;
  SourceId source;
  std::string url;
  // Opened for the origin of `url` alone.
  SealedSettings request;
  VisitTask task;
};

// What a feed, or a page that is followed like one, says of itself.
struct FeedHead {
  std::string title;
  std::string site_url;
  std::string language;
  std::string category;
  // WebSub: who tells of news, and under which address; absolute, or both empty.
  std::string hub = {};
  std::string topic = {};
};

// An entry that was not there, or not so, at the last visit.
struct NewEntry {
  Entry entry;
  // Names it within its source (detect/new_entries.h).
  std::uint64_t key = 0;
  // What it shows; 0: cannot be told.
  std::uint64_t likeness = 0;

  bool operator==(const NewEntry&) const = default;
};

// What a feed, or a page that is followed like one, showed.
struct Listing {
  FeedHead head;
  // All that it lists, also those known before.
  std::uint32_t entries_shown = 0;
  // New or edited, oldest first.
  std::vector<NewEntry> new_entries;
};

struct FeedFindings {
  // Nullopt: nothing was read.
  std::optional<Listing> listing;
  // Where it is archived.
  std::optional<DocumentFindings> document;
};

struct FollowedPageFindings {
  // New links; and a change that is told is an entry, too.
  std::optional<Listing> listing;
  std::optional<PageJudgement> judgement;
  // Where its content is watched.
  std::optional<DocumentFindings> document;
};

struct DataFindings {
  // A change that is told is an entry of it.
  std::optional<Listing> listing;
  std::optional<DocumentFindings> document;
};

struct ArticlePageFindings {
  ArticleId article;
  // Nullopt: it could not be had, or says what it said the last time.
  std::optional<Page> page;
  std::optional<PageJudgement> judgement;
  // As it came, in the archive. Its source and article are those of the visit.
  std::optional<Version> version = {};
  // For the next time: what the server gave, and a fingerprint of the headline and the
  // text, numbers aside; 0: it was not read.
  PageValidators validators = {};
  std::uint64_t likeness = 0;
};

// Where a crawl found an address.
enum class CrawlLinkPlace : std::uint8_t {
  // In a hub area or an informational area of a page, or elsewhere on it.
  kHub,
  kInformational,
  kElsewhere,
  // In a sitemap, as a page or as another sitemap.
  kListed,
  kSitemap,
};

struct CrawlLink {
  // Absolute, without a fragment.
  std::string url;
  // What a reader sees of the link, or the headline that a news sitemap gives.
  std::string text;
  CrawlLinkPlace place = CrawlLinkPlace::kHub;
  // As a sitemap states it.
  std::optional<Time> modified = {};

  bool operator==(const CrawlLink&) const = default;
};

struct CrawlPageFindings {
  CrawlPageId id;
  // Nullopt: it could not be had, is as it was, or is a list.
  std::optional<Page> page = {};
  std::optional<PageJudgement> judgement = {};
  // Each address once, those of hub areas first. Links that the page does not want
  // followed are left out.
  std::vector<CrawlLink> links = {};
  // It wants to be in no index.
  bool is_noindex = false;
  // Against the last version, as in the thesis.
  bool is_structural_change = false;
  bool is_textual_change = false;
  // Its dynamic parts, in place of those of the order, where they differ.
  std::optional<std::string> notes = {};
  // As it came, in the archive, where it is new or has changed.
  std::optional<Version> version = {};
  PageValidators validators = {};
  // As of ArticlePageFindings.
  std::uint64_t likeness = 0;
};

// The source of unknown kind is a page, and names its feeds, best first. Only with
// FetchOutcome::kNamesFeed, and never empty then.
struct NamedFeeds {
  std::vector<std::string> urls;
};

// What was found, one type for each kind of visit; empty ones when nothing was, because
// the visit failed or nothing has changed. A FeedTask of a source whose kind was not
// known may end in NamedFeeds or in FollowedPageFindings.
using VisitFindings =
    std::variant<FeedFindings, FollowedPageFindings, ArticlePageFindings, NamedFeeds,
                 DataFindings, CrawlPageFindings>;

struct VisitReport {
  VisitId id;
  SourceId source;
  std::string terminal;

  Time started;
  Milliseconds took{0};
  FetchOutcome outcome = FetchOutcome::kFetched;
  // 0 when no answer arrived.
  std::uint16_t http_status = 0;
  // "Name: value\r\n" lines of the last response.
  std::string headers;
  std::uint64_t wire_bytes = 0;
  // After decompression.
  std::uint64_t body_bytes = 0;
  // Why it failed, for people; empty on success.
  std::string error;
  // What is remarkable about a visit that went well, for people: "the feed ends too
  // early; 2 items were read".
  std::string note;
  Remark remark = Remark::kNone;

  // Where the source says it lives now (301 or 308 all the way), when not at its url.
  std::string moved_to;
  // The publisher asked not to be visited before: Retry-After, max-age, ttl.
  std::optional<Time> not_before;
  // When the publisher wants no visits, ever.
  QuietTimes quiet;

  // Network address of the host, or of the proxy; empty: unknown.
  std::string address;
  // No visit was made: too many wait for that network address in the terminal. The
  // order stands in line again; nothing else of this report counts.
  bool is_given_back = false;
  // What was read could not be passed on, and the outcome says nothing of the page: it
  // may be tried again, and its terminal must not remember it.
  bool is_lost = false;

  VisitFindings findings;
};

// How the crawl log tells visits apart.
enum class VisitKind {
  // The visit of a source, for what is new in it.
  kSource,
  // The visit of the page of one article.
  kArticlePage,
  // That of a page of a focused crawl.
  kCrawlPage,
};

// "source", "page", "crawl": stable names for the database, the command line and JSON.
std::string_view to_string(VisitKind kind);

VisitKind kind_of(const VisitTask& task);
VisitKind kind_of(const VisitFindings& findings);

// The article whose page it is about; without a value when it is about none.
ArticleId article_of(const VisitTask& task);
ArticleId article_of(const VisitFindings& findings);

// Likewise the page of a focused crawl.
CrawlPageId crawl_page_of(const VisitTask& task);
CrawlPageId crawl_page_of(const VisitFindings& findings);

// What is watched of a document; nullptr: nothing.
const DocumentWatch* watch_of(const VisitTask& task);

// What a feed or a followed page showed; nullptr: nothing was read, or it is about
// something else.
const Listing* listing_of(const VisitFindings& findings);

// What was found of the content of a watched document; nullptr: nothing.
const DocumentFindings* document_of(const VisitFindings& findings);

// The visit of a source of this kind. `watch` matters where its content is watched.
VisitTask source_task(SourceKind kind, PageReading reading = {},
                      std::optional<Time> stored_until = {},
                      std::optional<DocumentWatch> watch = {});

// The findings of such a visit when nothing was found.
VisitFindings nothing_found(const VisitTask& task);
VisitFindings nothing_found(const VisitFindings& findings);

// The report with this id is committed: the terminal may remember what it saw.
struct VisitReceipt {
  VisitId id;
};

// A terminal says every few seconds that it is there. One that falls silent is dead:
// its hosts move to the others.
struct TerminalBeat {
  std::string terminal;
  // Visits that it holds at a time.
  std::uint32_t capacity = 0;
};

}  // namespace curlew::model
