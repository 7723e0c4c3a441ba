// The pages of focused crawls: links that wait, pages that are kept and visited again,
// and those that are known so that nobody finds them again. What a crawl makes of the
// numbers is in frontier/crawl_page.h; they are only kept here.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/version.h"
#include "model/visit.h"
#include "store/database.h"

namespace curlew::store {

// As frontier::PageStanding has them, and kList: a sitemap, or the robots.txt that
// names some.
enum class CrawlStanding : std::uint8_t {
  kWaiting,
  kSeed,
  kKept,
  kRejected,
  kDropped,
  kDuplicate,
  kGone,
  kList,
};
// "waiting", "kept": stable names for the database and JSON.
std::string_view to_string(CrawlStanding standing);

struct CrawlPageRow {
  model::CrawlPageId id;
  // To which it belongs now, or whose link it was found by.
  model::SourceId topic;
  // Whose politeness it shares, and whose pages are counted together.
  std::string site;
  CrawlStanding standing = CrawlStanding::kWaiting;
  std::uint32_t depth = 0;
  std::uint32_t off_topic = 0;
  std::uint32_t area = 0;
  double similarity = 0;
  double anchor_similarity = 0;
  double parent_similarity = 0;
  std::uint32_t mentions = 0;
  std::uint32_t link_class = 0;
  std::uint32_t structural = 0;
  std::uint32_t textual = 0;
  std::uint32_t visits = 0;
  std::uint32_t changes = 0;
  std::uint32_t failures = 0;
  Time first_visit;
  Time last_visit;
  // In which it was ordered last.
  std::uint32_t phase = 0;

  bool operator==(const CrawlPageRow&) const = default;
};

struct NewCrawlPage {
  CrawlPageRow row;
  std::string url;
  // Names the address, whatever only says how a reader came.
  std::uint64_t key = 0;
  // Another topic, whose page has the link; 0: none.
  model::SourceId also_of = {};
};

// What the next visit of a page needs of the last one.
struct CrawlPageMemory {
  model::PageValidators validators;
  // Of the version that is kept; empty: none is.
  std::string digest;
  model::KeptAt last;
  // Its dynamic parts (detect/page/thesis.h).
  std::string notes;

  bool operator==(const CrawlPageMemory&) const = default;
};

struct CrawlPageToVisit {
  model::SourceId topic;
  CrawlStanding standing = CrawlStanding::kWaiting;
  std::string url;
  CrawlPageMemory memory;
  // That was made of it; none: it is no article.
  model::ArticleId article;
};

struct CrawlSketch {
  model::CrawlPageId page;
  std::string sketch;
  // Names the address that it calls its own (NewCrawlPage::key), where that is another
  // one; 0: it is not.
  std::uint64_t claims = 0;
};

struct CrawlSite {
  model::SourceId topic;
  std::string site;
  std::uint32_t visited = 0;
  std::uint32_t kept = 0;
  // As control/crawl writes it.
  std::int64_t learned = 0;

  bool operator==(const CrawlSite&) const = default;
};

// A seed whose last visit was in vain. For people.
struct SeedTrouble {
  std::string url;
  // "HTTP 404".
  std::string why;
  // Visits in vain in a row.
  std::uint32_t failures = 0;

  bool operator==(const SeedTrouble&) const = default;
};

// For people.
struct CrawlCounts {
  // Links that were never visited.
  std::uint64_t waiting = 0;
  // Pages of the topic, and those of them that were ever seen to change.
  std::uint64_t kept = 0;
  std::uint64_t dynamic = 0;
  std::uint64_t rejected = 0;
  std::uint64_t duplicates = 0;
  // Articles made of its pages.
  std::uint64_t articles = 0;

  bool operator==(const CrawlCounts&) const = default;
};

class CrawlPages {
 public:
  explicit CrawlPages(Database& db) : db_(db) {}

  // All of them, in no order.
  Result<void> each(const std::function<void(const CrawlPageRow&)>& take);
  Result<model::CrawlPageId> last_id();
  // Of those that are known: seeds and lists of `seed_of`, or with 0 all others.
  Result<std::unordered_map<std::uint64_t, model::CrawlPageId>> known(
      std::span<const std::uint64_t> keys, model::SourceId seed_of = {});
  // Of those that are there.
  Result<std::unordered_map<model::CrawlPageId, CrawlPageToVisit>> to_visit(
      std::span<const model::CrawlPageId> pages);
  // Pages that share a band, without `except`.
  Result<std::vector<CrawlSketch>> find_by_bands(std::span<const std::int64_t> bands,
                                                 model::CrawlPageId except);

  // By the controller, in its transactions. A page that is there stays as it is, and
  // nothing is written for a topic that is gone.
  Result<void> add(const NewCrawlPage& page);
  // It goes out in this phase: written before it is asked for.
  Result<void> note_ordered(model::CrawlPageId page, std::uint32_t phase);
  Result<void> save(const CrawlPageRow& row);
  Result<void> save_memory(model::CrawlPageId page, const CrawlPageMemory& memory);
  Result<void> set_article(model::CrawlPageId page, model::ArticleId article);
  // Why a seed's visit was in vain; empty: it was not.
  Result<void> set_trouble(model::CrawlPageId page, std::string_view why);
  // In place of the one it has; an empty one has no bands.
  Result<void> set_sketch(const CrawlSketch& sketch,
                          std::span<const std::int64_t> bands);

  Result<std::vector<CrawlSite>> sites();
  Result<void> save(const CrawlSite& site);
  // By topic; as control/crawl writes it.
  Result<std::unordered_map<model::SourceId, std::string>> states();
  Result<void> save_state(model::SourceId topic, std::string_view state);

  // None where nothing was crawled for it.
  Result<CrawlCounts> count(model::SourceId topic);
  // In the order in which the seeds came.
  Result<std::vector<SeedTrouble>> seed_troubles(model::SourceId topic);

 private:
  Database& db_;
};

// Within Sources::remove(): all of a topic's crawl. Pages that are another topic's,
// too, become links of that one. Records that are of no article's version may go.
Result<void> remove_crawl_of(Database& db, model::SourceId topic);

}  // namespace curlew::store
