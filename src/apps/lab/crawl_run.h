// One crawl of a site in one order, phase by phase, through the frontier that the
// controller uses, with everything counted against the truth.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/lab/crawl_judge.h"
#include "apps/lab/crawl_site.h"
#include "frontier/topic_crawl.h"

namespace curlew::apps {

struct CrawlPlan {
  frontier::CrawlOrder order = frontier::CrawlOrder::kCurlew;
  std::uint32_t phases = 8;
  // Visits of the first phase, and of each later one, all topics together.
  std::uint32_t first_phase = 10'000;
  std::uint32_t later_phase = 2'000;
  // The phase whose queue is kept, from 1; 0: none.
  std::uint32_t queue_of = 0;
};

// A topic in a phase.
struct CrawledPhase {
  std::uint32_t topic = 0;
  frontier::PhaseReport report;
  // Of the pages that were downloaded: really of a topic, and not a copy of one that
  // was downloaded before.
  std::uint32_t truly_relevant = 0;
  // Kept when the phase ended, by host, the most first.
  std::vector<std::pair<std::string, std::uint32_t>> sites;
};

// One of the five most dynamic pages of a topic, and its places in other orders of the
// topic's pages: tables 5.2 to 5.7 of the paper DYN.
struct DynamicPage {
  std::uint32_t topic = 0;
  std::string address;
  std::uint32_t changes = 0;
  // From 1. By IC; by what is expected of a visit now; by importance.
  std::uint32_t dynamicity = 0;
  std::uint32_t curlew = 0;
  std::uint32_t pagerank = 0;
  std::uint32_t backlinks = 0;
  std::uint32_t forward_links = 0;
};

// A visit as it left the frontier.
struct QueuedVisit {
  std::uint32_t topic = 0;
  std::string address;
  // "seed", "dynamic", "static" or "link".
  std::string_view frontier;
  double priority = 0;
};

// What all topics together did, up to a moment or in a phase.
struct CrawlCounts {
  // First visits, and those to pages that are really of a topic.
  std::uint32_t downloaded = 0;
  std::uint32_t relevant = 0;
  // Accepted at a first visit, and rightly: the page is of that topic.
  std::uint32_t accepted = 0;
  std::uint32_t rightly_accepted = 0;
  std::uint32_t revisits = 0;
  // Revisits that found a change.
  std::uint32_t changes = 0;
  // Revisits that would have found one, had the order known when pages change.
  std::uint32_t possible_changes = 0;
};

struct CrawlResult {
  frontier::CrawlOrder order = frontier::CrawlOrder::kCurlew;
  classify::TopicMethod method = classify::TopicMethod::kLinear;
  CrawlCounts all;
  // At a tenth of the site's pages, or at the end of a crawl that stopped before.
  CrawlCounts at_tenth;
  // By phase.
  std::vector<CrawlCounts> by_phase;
  // Downloaded and relevant, a few hundred times over the crawl.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> curve;
  std::vector<CrawledPhase> rows;
  std::vector<DynamicPage> most_dynamic;
  std::vector<QueuedVisit> queue;
  // To score and order everything anew at the beginning of the last phase.
  double reorder_ms = 0;

  double harvest_ratio() const;
  double changes_per_fetch() const;
  // The most that this could have been, with the same visits (crawl_oracle.h).
  double possible_changes_per_fetch() const;
  double topic_precision() const;
};

CrawlResult run_crawl(CrawlSite& site, CrawlJudge& judge, const CrawlPlan& plan);

}  // namespace curlew::apps
