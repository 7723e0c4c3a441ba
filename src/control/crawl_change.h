// What the report of a page of a focused crawl changes: decided by control/crawl before
// the write lock is taken, written by crawl_report.cc with the report.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/topic.h"
#include "model/version.h"
#include "store/crawl_pages.h"
#include "store/left_out_links.h"
#include "store/store.h"

namespace curlew::control {

// How far a topic's crawl has come; absolute, so that writing it twice changes nothing.
struct CrawlProgress {
  model::SourceId topic;
  // As CrawlPages::save_state() takes it.
  std::string state;
  model::TopicPhase phase;
  double threshold = 0;
  std::string learned;
};

// In the caller's transaction.
Result<void> write_crawl_progress(store::Store& store, const CrawlProgress& progress);

struct CrawlChange {
  // New pages, most of them links that wait.
  std::vector<store::NewCrawlPage> added;
  // The page itself, and links that promise more now.
  std::vector<store::CrawlPageRow> saved;
  std::vector<store::CrawlSite> sites;
  std::vector<CrawlProgress> progress;

  // Of the page itself.
  model::CrawlPageId page;
  std::optional<store::CrawlPageMemory> memory;
  // Its sketch and the bands of that; an empty one takes the old one away.
  std::optional<std::pair<store::CrawlSketch, std::vector<std::int64_t>>> sketch;
  // Records that nothing needs any more.
  std::vector<model::KeptAt> let_go;
  // Of a seed: why its visit was in vain, or that it no longer is.
  std::optional<std::string> trouble;
  // The copy for which it stands from now on, with the article that was made of that.
  model::CrawlPageId in_place_of;
  // The topic that it is about, which does not crawl now.
  model::SourceId wanted_by;

  // The topic whose page it was when it was ordered, other topics' pages that it leads
  // to, and links that its rules keep it from.
  model::SourceId ordered_for;
  std::vector<model::CrawlPageId> led_to;
  std::vector<store::LeftOutLink> left_out;

  // The topic that it belongs to, where it is kept, and how surely.
  model::SourceId topic;
  double score = 0;
  // The one that was made of it before; none: the first of the report's articles is
  // made of it now, if there is one.
  model::ArticleId article;
};

}  // namespace curlew::control
