// The words of a focused crawl: numbers of pages, topics, owners and sites, and what is
// known of each as a row that its owner can store and give back.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/time.h"

namespace curlew::frontier {

// A page's number; the addresses belong to the caller. A page that is a seed of several
// topics has a number for each of them. 0: none.
enum class PageId : std::int64_t {};
inline constexpr PageId kNoPage{0};

// The topic's place in the list that the crawl was made with.
enum class TopicIndex : std::uint16_t {};
inline constexpr TopicIndex kNoTopic{0xffff};

// Who is asked politely: a registrable domain. Numbered by the caller.
enum class OwnerNumber : std::uint32_t {};
// Whose pages are counted and learned about together: a host, as a rule. Likewise. A
// site has one owner.
enum class SiteNumber : std::uint32_t {};

constexpr std::size_t index_of(TopicIndex topic) {
  return static_cast<std::size_t>(topic);
}
constexpr std::size_t index_of(OwnerNumber owner) {
  return static_cast<std::size_t>(owner);
}
constexpr std::size_t index_of(SiteNumber site) {
  return static_cast<std::size_t>(site);
}

// Which part of a page a link stands in (extract's areas).
enum class LinkArea : std::uint8_t { kInformational, kHub };

enum class PageStanding : std::uint8_t {
  // A link that was never visited, or only in vain.
  kWaiting,
  // A seed: visited for its links, never stored.
  kSeed,
  // Accepted, and visited again in every phase that has room for it.
  kKept,
  // These stay known, so that nobody finds them again:
  // not of any topic when it was first visited,
  kRejected,
  // accepted once, then of another topic and not good enough for it,
  kDropped,
  // nearly the same as a page that is kept,
  kDuplicate,
  // does not exist, or may not be asked for, or failed too often.
  kGone,
};

// Everything the crawl knows of one page: a row of the caller's table. A page that is
// out (handed to somebody to fetch) has the row that it had before.
struct CrawlPageState {
  PageId page = kNoPage;
  // To which it belongs, or whose anchor text it was found under.
  TopicIndex topic = kNoTopic;
  OwnerNumber owner{};
  SiteNumber site{};
  PageStanding standing = PageStanding::kWaiting;
  // Links from a seed; a seed has 0.
  std::uint16_t depth = 0;
  // Consecutive pages before it that were not accepted; 0 when it was found on an
  // accepted one or on a seed.
  std::uint8_t off_topic = 0;
  LinkArea area = LinkArea::kInformational;

  // IS of the thesis; what it was found with, while it waits.
  float similarity = 0;
  // Of the best link to it.
  float anchor_similarity = 0;
  // The IS of the best page that links to it.
  float parent_similarity = 0;
  // What set_importance said.
  float importance = 0;
  // How many accepted pages of its topic linked to it at their first visit, up to 255.
  std::uint8_t mentions = 0;
  // Among which links it counts when the crawl learns. To be kept as it is.
  std::uint8_t link_class = 0;

  // How often it was found changed in each way; together ID of the thesis.
  std::uint16_t structural = 0;
  std::uint16_t textual = 0;
  // Visits that brought a page, and those that found it changed in any way.
  std::uint16_t visits = 0;
  std::uint16_t changes = 0;
  // Visits in vain since the last that was not.
  std::uint8_t failures = 0;
  // Whole seconds; 1970 when never visited.
  Time first_visit{};
  Time last_visit{};
  // The phase of its topic in which it was last visited, or in which it came to the
  // topic; 0 when neither.
  std::uint32_t phase_visited = 0;
  // What hint_change said since the last visit; 1970: nothing. Need not be stored: who
  // said so will say it again.
  Time hinted{};

  bool operator==(const CrawlPageState&) const = default;

  std::uint32_t dynamicity() const { return std::uint32_t{structural} + textual; }
};

// What a phase of a topic did. Counts are of visits ordered for this topic.
struct PhaseReport {
  TopicIndex topic = kNoTopic;
  // From 1.
  std::uint32_t phase = 0;
  Time began{};
  // 1970 while it goes on.
  Time ended{};
  double threshold = 0;
  // At its beginning: kept pages that ever changed, and those that never did; and links
  // that waited, seeds among them.
  std::uint32_t dynamic_pages = 0;
  std::uint32_t static_pages = 0;
  std::uint32_t waiting_links = 0;
  // Visits handed out, whatever came of them: these are what the cap counts.
  std::uint32_t tried = 0;
  // Of them those of seeds and of pages that were kept.
  std::uint32_t known_tried = 0;
  // Visits that brought a page, without seeds; `revisited` of them not the first.
  std::uint32_t downloaded = 0;
  std::uint32_t revisited = 0;
  std::uint32_t failed = 0;
  // Downloaded pages that belong to this topic and are kept; `newly_relevant` of them
  // at their first visit.
  std::uint32_t relevant = 0;
  std::uint32_t newly_relevant = 0;
  // First visits that found a page of another topic, which keeps it.
  std::uint32_t for_other_topics = 0;
  // Pages that visits for other topics brought to this one, new or moved.
  std::uint32_t taken_over = 0;
  std::uint32_t duplicates = 0;
  // Revisited pages that changed, by what the page counts.
  std::uint32_t structural = 0;
  std::uint32_t textual = 0;
  // Revisited pages with another topic than before: some moved to it, others dropped.
  std::uint32_t moved = 0;
  std::uint32_t dropped = 0;
  // Links that entered the frontier for this topic.
  std::uint32_t links = 0;

  bool operator==(const PhaseReport&) const = default;

  // The share of the downloaded pages that were relevant; 0 before the first.
  double harvest_ratio() const {
    return downloaded == 0 ? 0 : double(relevant) / downloaded;
  }
};

// What the crawl knows of a topic besides its pages: a row, too.
struct CrawlTopicState {
  TopicIndex topic = kNoTopic;
  // Of the phase that goes on, or of the last one.
  PhaseReport phase;
  bool is_active = false;
  // Pages kept, and the sum of their IS: the mean becomes the threshold.
  std::uint32_t kept = 0;
  double similarity_sum = 0;
  // What was learned of links. To be kept as it is; empty when nothing was.
  std::vector<float> learned;

  bool operator==(const CrawlTopicState&) const = default;
};

// What the crawl knows of a topic's pages on one site: a row, too.
struct CrawlSiteState {
  TopicIndex topic = kNoTopic;
  SiteNumber site{};
  // Distinct pages tried; the cap counts these.
  std::uint32_t visited = 0;
  std::uint32_t kept = 0;
  // How much more its links keep than others do. To be kept as it is.
  float leaning = 0;

  bool operator==(const CrawlSiteState&) const = default;
};

}  // namespace curlew::frontier
