#include "control/ledger.h"

#include <exception>
#include <utility>
#include <variant>

#include "base/log.h"
#include "base/overloaded.h"

namespace curlew::control {
namespace {

// Is it the store that is in trouble, whatever is written?
bool is_store_trouble(const Error& error) {
  switch (error.kind) {
    case ErrorKind::kBusy:
    case ErrorKind::kDiskFull:
    case ErrorKind::kDisconnected:
    case ErrorKind::kCorrupt:
    case ErrorKind::kUnsupported:
      return true;
    default:
      return false;
  }
}

Result<void> write_one(Batch& batch, PreparedReport& prepared) {
  if (prepared.set_aside) TRY(batch.store().set_aside().add(*prepared.set_aside));
  return std::visit(
      Overloaded{[&](const model::FeedFindings&) {
                   return write_source_report(batch, prepared, std::nullopt);
                 },
                 [&](const model::FollowedPageFindings& page) {
                   return write_source_report(batch, prepared, page.judgement);
                 },
                 [&](const model::ArticlePageFindings& page) {
                   return write_page_report(batch, prepared, page);
                 },
                 [&](const model::NamedFeeds& named) {
                   return write_named_feed(batch, prepared, named.urls.front());
                 },
                 [&](const model::DataFindings&) {
                   return write_source_report(batch, prepared, std::nullopt);
                 },
                 [&](const model::CrawlPageFindings& crawl) {
                   return write_crawl_report(batch, prepared, crawl);
                 }},
      prepared.reported.report.findings);
}

}  // namespace

Result<Committed> Ledger::commit(std::span<PreparedReport> reports,
                                 std::span<const store::Population> populations) {
  auto committed = write(reports, populations, End::kCommit);
  if (committed.ok() || is_store_trouble(committed.error())) return committed;
  TRY_ASSIGN(const bool is_any_set_aside, set_aside_unwritable(reports));
  // Or all can be written now, or what remains is not the fault of a report.
  if (!is_any_set_aside) {
    log_warning("reports are written one more time: {}", committed.error().text);
  }
  return write(reports, populations, End::kCommit);
}

// Reads as a list: load, decide and enqueue, finish, commit.
Result<Committed> Ledger::write(std::span<PreparedReport> reports,
                                std::span<const store::Population> populations,
                                End end) try {
  TRY_ASSIGN(auto transaction, store_.begin());
  Batch batch(options_, store_, rows_, planners_, clock_.now());
  TRY(batch.load(reports));
  for (PreparedReport& prepared : reports) TRY(write_one(batch, prepared));
  TRY(batch.finish());
  for (const store::Population& population : populations) {
    TRY(store_.schedule().save(population));
  }
  TRY(store_.database().flush());
  if (end == End::kRollBack) return Committed();
  TRY(transaction.commit());
  return batch.take();
} catch (const std::exception& error) {
  // Deciding may run out of memory.
  return Error{ErrorKind::kFailed, error.what()};
}

// Whether there was one among them.
Result<bool> Ledger::set_aside_unwritable(std::span<PreparedReport> reports) {
  const auto tried = write(reports, {}, End::kRollBack);
  if (tried.ok()) return false;
  if (is_store_trouble(tried.error())) return Error(tried.error());
  if (reports.size() > 1) {
    const std::size_t half = reports.size() / 2;
    TRY_ASSIGN(const bool is_in_first, set_aside_unwritable(reports.first(half)));
    TRY_ASSIGN(const bool is_in_rest, set_aside_unwritable(reports.subspan(half)));
    if (is_in_first || is_in_rest) return true;
    // Each half can be written alone, and not both together: the last one goes.
  }
  PreparedReport& refused = reports.back();
  // As a failure it cannot be written either: it is not the report's fault.
  if (refused.set_aside) return Error(tried.error());
  const model::VisitReport& report = refused.reported.report;
  log_about(LogLevel::kError,
            {{"visit", std::to_string(report.id.value)},
             {"source", std::to_string(report.source.value)}},
            "visit {} of source {} cannot be stored and is set aside: {}",
            report.id.value, report.source.value, tried.error().text);
  refused = prepare_instead(std::move(refused), tried.error().text, clock_.now());
  return true;
}

}  // namespace curlew::control
