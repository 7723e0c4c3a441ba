// A report made ready to be written: everything that needs no store (compressing,
// encoding) is done, so that the write lock is held for the
// writing alone.

#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "control/crawl_change.h"
#include "control/watching.h"
#include "model/visit.h"
#include "store/articles.h"
#include "store/pages.h"
#include "store/set_aside.h"

namespace curlew::control {

// A report with what the controller knew when it ordered the visit.
struct Reported {
  model::VisitReport report;
  // Earlier ones; only for article pages.
  std::uint32_t page_tries = 0;
  // When its article was; nullopt: unknown.
  std::optional<Time> page_found;
  // What it found is not stored: its terminal must not remember it.
  bool is_lost = false;
  // Its source is not to be visited again before its user says so.
  bool is_deadly = false;
};

// Can be moved; not copied, as its articles point at its report's entries.
struct PreparedReport {
  PreparedReport() = default;
  PreparedReport(PreparedReport&&) = default;
  PreparedReport& operator=(PreparedReport&&) = default;

  Reported reported;
  // Packed.
  std::string headers;
  // What it lists, packed.
  std::vector<store::NewArticle> articles;
  std::optional<store::PackedPage> page;
  // Where it lies as it came, until the version is written.
  std::optional<model::Version> page_version;
  // What the index takes of the page; empty: it was not read.
  std::string page_document;
  // The topics that the page belongs to; nullopt: it was not read, or there are none.
  std::optional<std::vector<model::TopicScore>> page_topics;
  // It was read before, and says something else now: find_changes().
  bool is_page_changed = false;
  // What tells of changes, and the page of a crawl as an entry; some of `articles`
  // point at these.
  std::deque<model::Entry> told_changes;

  // What find_wanted() makes of it. For each of `articles`, and for the article whose
  // page it is.
  bool is_looked_at = false;
  std::vector<WantedArticle> wanted;
  WantedArticle page_wanted;
  ClipArticle page_article;

  // Of a page of a focused crawl, when control/crawl has looked at it.
  std::optional<CrawlChange> crawl;

  // Where the report stands for one that could not be written: that one.
  std::optional<store::SetAsideReport> set_aside;
};

// On any thread. What there is no memory for is prepared as a failed visit.
PreparedReport prepare(Reported reported);

// In place of one that the store refuses with `reason`: its visit as failed, and its
// bytes to be set aside.
PreparedReport prepare_instead(PreparedReport refused, std::string reason, Time now);

}  // namespace curlew::control
