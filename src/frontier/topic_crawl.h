// A focused crawl as a state machine: which page is fetched next and for which topic,
// and what becomes of it. The real controller and the lab run this very code. It knows
// pages by number, and texts by their similarity to a topic: no clock, no disk, no
// addresses.
//
//   TopicCrawl crawl(options, topics, change_model);
//   crawl.add_seed({...});
//   crawl.begin_phase(topic, now);
//   while (auto visit = crawl.next(now)) {
//     ... fetch, read, classify ...
//     const CrawlDecision decision = crawl.report(*visit, now, seen);
//     if (decision.links != LinksWanted::kNone) for (...) crawl.add_link({...});
//   }
//
// The mechanisms are those of the thesis DYN (ch. 3-4): a phase of a topic visits the
// pages that it keeps and the links that it finds, until it has tried so many pages or
// none is left. The order `thesis` serves a dynamic frontier first and a static one
// after it; `curlew` serves whatever promises most. What happened is asked for as rows
// (crawl_page.h) after each call that changes them, stored by the caller in a
// transaction of his own, and given back by restore().
//
// Memory is about 130 bytes a page; add_link, next and report take O(log n). Not
// thread-safe.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/time.h"
#include "frontier/change_model.h"
#include "frontier/crawl_page.h"

namespace curlew::frontier {

enum class CrawlOrder : std::uint8_t {
  // By expected gain: for a known page its similarity times the probability that it
  // has changed, for a link the probability that it will be accepted, learned while
  // crawling, times the usual similarity of accepted pages. Seeds come first in each
  // phase. A link can be followed whenever it was found, while what a page said is gone
  // when it says something else: so of each five visits one goes to a known page,
  // whatever links promise.
  kCurlew,
  // Pages that ever changed first, by IC = IS + ID as it was when the phase began; then
  // the others and the links by similarity.
  kThesis,
  // By depth, then in the order of their numbers.
  kBreadthFirst,
  // By what set_importance said of the page (frontier/link_graph.h computes it).
  kPageRank,
  kBacklinks,
  kForwardLinks,
};

// "curlew", "thesis", "breadth-first", "pagerank", "backlinks", "forward-links".
std::string_view to_text(CrawlOrder order);
std::optional<CrawlOrder> parse_crawl_order(std::string_view text);

enum class ThresholdRule : std::uint8_t {
  // As given: a calibrated model knows its own threshold.
  kFixed,
  // As given in the first phase (the mean similarity of the examples), then the mean
  // similarity of all pages accepted in earlier phases.
  kMeanOfAccepted,
};

struct CrawlTopic {
  CrawlOrder order = CrawlOrder::kCurlew;
  ThresholdRule threshold_rule = ThresholdRule::kFixed;
  double threshold = 0.5;
  // The weight of the anchor text in IS: the thesis has ½, a calibrated model needs
  // none.
  double anchor_share = 0;
  // Visits tried in a phase.
  std::uint32_t pages_a_phase = 2000;
  // Distinct pages of a site that are visited at all. Seeds are not counted.
  std::uint32_t pages_a_site = 2000;
  std::uint16_t depth = 20;
  // Links are followed through so many consecutive pages that were not accepted.
  std::uint8_t off_topic = 1;
  // A page is given up after so many visits in vain in a row. After each of them it
  // waits twice as many phases as after the one before: 127 phases in all, so that an
  // outage of a day or a night loses no pages. A seed is never given up.
  std::uint8_t failures = 8;
  // Of `curlew` only: a phase also ends when nothing promises more than this.
  double least_gain = 0;
  // Seeds are visited in every phase, not only in the first.
  bool revisits_seeds = true;
  // The IS of a kept page follows its text. The thesis keeps that of the first visit
  // (its figure 5.6 has the same five digits in phases 4 and 8).
  bool follows_similarity = true;
};

// A topic as the thesis has it; its examples' mean similarity is the first threshold.
CrawlTopic thesis_topic(double threshold);

enum class CrawlPacing : std::uint8_t {
  // All topics at once, each getting the same share of its pages a phase.
  kTurns,
  // All topics at once, the best page first, whichever topic it is of. For topics of
  // one order: numbers of different orders do not compare.
  kBestFirst,
  // As the thesis: one phase of one topic at a time, in which only links of that topic
  // are kept. The first phases of all topics may run together, best page first: theirs
  // did, since all topics have the same seeds.
  kTopicByTopic,
};

struct TopicCrawlOptions {
  CrawlPacing pacing = CrawlPacing::kTurns;
  // Pages of one owner that may be out at once, where set_room says nothing else.
  std::uint32_t room_of_an_owner = 2;
  // Room for so many pages is asked for at once; it grows by itself.
  std::size_t expected_pages = 0;
};

struct CrawlSeed {
  PageId page = kNoPage;
  TopicIndex topic = kNoTopic;
  OwnerNumber owner{};
  SiteNumber site{};
};

struct CrawlLink {
  // On which it was found; kNoPage for a sitemap.
  PageId from = kNoPage;
  PageId page = kNoPage;
  // The topic that the anchor text is most similar to, or the page's where it is to
  // none.
  TopicIndex topic = kNoTopic;
  double anchor_similarity = 0;
  LinkArea area = LinkArea::kInformational;
  OwnerNumber owner{};
  SiteNumber site{};
  double importance = 0;
};

enum class LinkFate : std::uint8_t {
  // It is in the frontier now: a new row.
  kAdded,
  // Known and waiting, and this mention made it more promising: its row changed.
  kImproved,
  kKnown,
  kTooDeep,
  kSiteFull,
  // A link of another topic in the phase of one.
  kOtherTopic,
};

// Which page to fetch. To be given back with the report; of it, `page`, `topic` and
// `phase` count.
struct CrawlVisit {
  PageId page = kNoPage;
  TopicIndex topic = kNoTopic;
  std::uint32_t phase = 0;
  OwnerNumber owner{};
  SiteNumber site{};
  PageStanding standing = PageStanding::kWaiting;
  bool is_revisit = false;
  // It came from the dynamic frontier (ID ≥ 1 when the phase began).
  bool is_dynamic = false;
  // The number by which its order chose it: the thesis' "priority value", or the gain.
  double priority = 0;
};

enum class FetchEnd : std::uint8_t {
  // A page came, and was read and classified.
  kRead,
  // The server says, or the bytes do, that it is what it was. No verdict is needed.
  kUnchanged,
  // Came not, but may another time.
  kFailed,
  // Does not exist, is not a page, or may not be asked for (robots.txt, noindex). Of
  // one
  // that was there before it must be said twice in a row.
  kGone,
};

// What a visit saw.
struct PageSeen {
  FetchEnd end = FetchEnd::kRead;
  // The topic that its text is most similar to, kNoTopic when to none.
  TopicIndex topic = kNoTopic;
  // Of the text, to that topic.
  double similarity = 0;
  // Of the anchor text, to that topic. Not given: that of the link, when it was found
  // under this topic, else 0.
  std::optional<double> anchor_similarity;
  // A verdict from elsewhere; not given: IS ≥ the topic's threshold.
  std::optional<bool> is_accepted;
  // Against the last visit; ignored at the first one and when the topic is another.
  bool has_structural_change = false;
  bool has_textual_change = false;
  // A kept page whose text is nearly this one's.
  PageId near_duplicate_of = kNoPage;
  // And that page calls this one its own address: this one is kept in its place.
  bool takes_its_place = false;
};

enum class PageFate : std::uint8_t {
  // The report was applied before, or belongs to no visit that is out: nothing changed.
  kIgnored,
  // A seed was read.
  kSeedRead,
  // Accepted at its first visit: to be stored.
  kAccepted,
  // Kept as before.
  kKept,
  // Its topic changed, and it goes on there with its counters.
  kMoved,
  kRejected,
  kDropped,
  kDuplicate,
  kFailed,
  kGone,
};

enum class LinksWanted : std::uint8_t { kNone, kOfTopic, kOfAllTopics };

struct CrawlDecision {
  PageFate fate = PageFate::kIgnored;
  // To which the page belongs now; kNoTopic when to none.
  TopicIndex topic = kNoTopic;
  // IS, as it is now.
  double similarity = 0;
  // The page's counters went up.
  bool counted_structural = false;
  bool counted_textual = false;
  // Which of its links to hand to add_link. kOfTopic: those of the visit's topic.
  LinksWanted links = LinksWanted::kNone;
  // Of one that was accepted: the page that it stands for from now on, which is a
  // duplicate now. Both together count once.
  PageId in_place_of = kNoPage;
};

// Everything, to begin again where another one stopped.
struct CrawlSnapshot {
  std::vector<CrawlTopicState> topics;
  std::vector<CrawlSiteState> sites;
  std::vector<CrawlPageState> pages;
};

class TopicCrawl {
 public:
  // `changes` must outlive the crawl. Topics may be added later, never removed: a
  // removed topic's phases are no longer begun.
  TopicCrawl(TopicCrawlOptions options, std::span<const CrawlTopic> topics,
             const ChangeModel& changes);
  ~TopicCrawl();
  TopicCrawl(TopicCrawl&&) noexcept;
  TopicCrawl& operator=(TopicCrawl&&) noexcept;

  TopicIndex add_topic(const CrawlTopic& topic);
  std::size_t topic_count() const;
  const CrawlTopic& topic(TopicIndex topic) const;
  // Caps, threshold and the like, for what comes. The order changes at the next
  // begin_phase.
  void set_topic(TopicIndex topic, const CrawlTopic& rules);

  // The rows of another crawl with the same topics, into one that is empty. Pages that
  // were out wait again: nothing is lost, and what was reported is not fetched again in
  // its phase. Rows may come in any order and in several calls of restore_pages.
  void restore(const CrawlSnapshot& snapshot, Time now);
  void restore_topics(std::span<const CrawlTopicState> topics,
                      std::span<const CrawlSiteState> sites);
  void restore_pages(std::span<const CrawlPageState> pages, Time now);

  // False when the page is known already.
  bool add_seed(const CrawlSeed& seed);
  // Each address once of each page. A link that waits already is improved by another
  // mention under `curlew` only: the thesis keeps what it found first.
  LinkFate add_link(const CrawlLink& link);
  // Its site says that a kept page changed at that time (lastmod of a sitemap). Nothing
  // when it was visited since, or when that time is still to come. Who orders by
  // expected gain asks the ChangeModel what such a word is worth.
  void hint_change(PageId page, Time modified, Time now);
  // Of a topic that has let go of it: a link of another one now, of which nothing is
  // known but its place. False, and nothing, while it is out.
  bool hand_over(PageId page, TopicIndex to);
  // A page that is not to be visited any more, whatever it was: it stays known, as one
  // that is gone. False, and nothing, while it is out.
  bool give_up(PageId page);
  // For the orders by importance: moves the page in its frontier. Nothing for a page
  // that is not known.
  void set_importance(PageId page, double importance);

  // For what begins from now on: phases that go on are not ended by it.
  void set_pacing(CrawlPacing pacing);
  // Orders the frontiers of the topic anew and takes the threshold for the phase. False
  // when a phase of it goes on, or one of another topic that must end first.
  bool begin_phase(TopicIndex topic, Time now);
  bool is_active(TopicIndex topic) const;
  // Ends it now, whatever waits; pages that are out may still be reported.
  void end_phase(TopicIndex topic, Time now);

  // The best page whose owner has room, which is out from then on. Nothing when there
  // is none: all phases have ended, or owners are busy. Here, and only here, a phase
  // ends by itself: when none of its pages is out, and it has tried as many as it may
  // or none waits. Where topics share one order (kBestFirst, first phases together),
  // one for which none waits goes on as long as others do, which may bring it links.
  std::optional<CrawlVisit> next(Time now);
  // The visit was never made: the page waits as before.
  void give_back(const CrawlVisit& visit, Time now);
  // Nor will it be in this phase: the page waits for the next one.
  void put_off(const CrawlVisit& visit);
  CrawlDecision report(const CrawlVisit& visit, Time now, const PageSeen& seen);

  // How many pages of the owner may be out at once, instead of room_of_an_owner. 0: it
  // is busy, or not to be asked now.
  void set_room(OwnerNumber owner, std::uint32_t pages);

  bool is_known(PageId page) const;
  bool is_out(PageId page) const;
  // Nothing for a page that is not known.
  std::optional<CrawlPageState> page_state(PageId page) const;
  CrawlTopicState topic_state(TopicIndex topic) const;
  CrawlSiteState site_state(TopicIndex topic, SiteNumber site) const;
  CrawlSnapshot snapshot() const;

  // Of the phase that goes on, or of the last one.
  const PhaseReport& phase(TopicIndex topic) const;
  // Of the phase that goes on; between phases, what the next one would have now.
  double threshold(TopicIndex topic) const;
  // Pages kept, by site; sites without are left out.
  std::vector<std::pair<SiteNumber, std::uint32_t>> kept_by_site(
      TopicIndex topic) const;
  // The topic's kept pages by IC, the highest first: what tables 5.2-5.7 rank. At most
  // `most`.
  std::vector<CrawlPageState> most_dynamic(TopicIndex topic, std::size_t most) const;

  // Pages known, waiting for a visit in this phase of the topic, and out.
  std::size_t page_count() const;
  std::size_t waiting_count(TopicIndex topic) const;
  std::size_t out_count() const;
  // What all of it takes, as far as it is the crawl's own.
  std::size_t memory_bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace curlew::frontier
