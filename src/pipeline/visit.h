// One visit of a terminal (advaRSS: RSS-A §III, RSS-B §3): what to ask for, and what to
// make of the answer. Pure: the terminal does the asking in between. The stages are
// listed in visit.cc, in their order.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/bytes.h"
#include "base/time_budget.h"
#include "fetch/fetcher.h"
#include "model/visit.h"
#include "parse/feed.h"
#include "parse/pdf/pdf_reader.h"
#include "pipeline/contexts.h"
#include "pipeline/read_page.h"
#include "store/terminal_cache.h"

namespace curlew::pipeline {

class VersionShelf;

struct VisitOptions {
  // Our name, in every report.
  std::string terminal;
  // What requests say of us, for the archive.
  std::string user_agent;
  // Where versions of watched documents are kept. Outlives all visits; nullptr: none
  // are.
  VersionShelf* shelf = nullptr;
  // Reads PDF documents where pages are expected; nullptr: they are not asked for.
  std::shared_ptr<parse::PdfReader> pdf;
  parse::FeedLimits feed;
  PageLimits page;
  http::Limits feed_transfer;
  http::Limits page_transfer{.body = 8_MiB};
  // Keys of earlier entries kept beside those that the feed shows now.
  std::size_t remembered_entries = 500;
  // Of a response, in the crawl log.
  Bytes report_headers = 8_KiB;
  // The new entries of one report together. More of them wait for the next visit.
  Bytes report_entries = 32_MiB;
  // How long a page may take a processor until it is given up, by this clock; without
  // a clock there is no limit.
  Milliseconds page_time{3'000};
  CpuClock cpu_clock;
};

// `settings` are those of the order, opened. `memory` is what the last committed visit
// left; nullptr for a first visit and for article pages. `contexts` are those that
// it was read by, as they are now.
fetch::FetchRequest make_request(const model::VisitOrder& order,
                                 model::RequestSettings settings,
                                 const store::SourceMemory* memory,
                                 const VisitOptions& options,
                                 const ContextAnswers& contexts = {});

// What reading an answer will take: a page costs a multiple of a feed of its size.
enum class ReadAs { kFeed, kPage };
ReadAs read_as(const model::VisitOrder& order, const fetch::FetchResult& result);

// A document that can be read once it is known what some contexts say.
struct NeededContexts {
  std::vector<std::string> urls;
  // To be read again, with them.
  fetch::FetchResult result;
};

struct VisitEnd {
  model::VisitReport report;
  // To be remembered once the report is committed, never before: a terminal that
  // remembers what nobody stored would lose it. Nullopt when nothing is to change.
  std::optional<store::SourceMemory> memory;
  // The report says that it is unreadable without them.
  std::optional<NeededContexts> needs;
  // Something was kept. The report may leave when this opening of the shelf was
  // committed (version_shelf.h); otherwise the visit is to be made again.
  std::optional<std::uint64_t> kept_in;
};

// However the reading fails, a report comes of it: what cannot be read for want of
// memory is unreadable, too.
VisitEnd conclude_visit(const model::VisitOrder& order,
                        const store::SourceMemory* memory, fetch::FetchResult result,
                        const VisitOptions& options,
                        const ContextAnswers& contexts = {});

}  // namespace curlew::pipeline
