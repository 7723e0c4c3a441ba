#include "pipeline/visit.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "base/overloaded.h"
#include "http/message.h"
#include "model/visit_failure.h"
#include "pipeline/next_welcome.h"
#include "pipeline/report_bounds.h"
#include "pipeline/stages.h"

namespace curlew::pipeline {
namespace {

using model::FetchOutcome;
using model::VisitReport;
using store::SourceMemory;

std::string header_block(const http::Headers& headers, Bytes limit) {
  std::string block;
  for (const auto& [name, value] : headers) {
    if (block.size() + name.size() + value.size() + 4 > limit) break;
    block.append(name).append(": ").append(value).append("\r\n");
  }
  return block;
}

// What a report says of every visit, whatever was visited and however it ended.
void begin(Visit& visit) {
  fetch::FetchResult& result = visit.result;
  VisitReport& report = visit.end.report;
  report.id = visit.order.id;
  report.source = visit.order.source;
  report.terminal = visit.options.terminal;
  report.started = result.started;
  report.took = result.took;
  report.outcome = result.outcome;
  report.http_status = static_cast<std::uint16_t>(result.status);
  report.headers = header_block(result.headers, visit.options.report_headers);
  report.wire_bytes = result.wire_bytes;
  report.body_bytes = result.body.size();
  (model::is_success(result.outcome) ? report.note : report.error) =
      std::move(result.error);
  report.address = result.address;
  report.is_given_back = result.is_given_back;
  report.remark = result.remark;
  report.findings = model::nothing_found(visit.order.task);
  note_wishes(visit, visit.memory ? visit.memory->wishes : model::PublisherWishes{});
}

// Of an article's page nothing is remembered: it is asked for once.
bool is_remembered(const model::VisitTask& task) {
  return std::visit(Overloaded{[](const model::FeedTask&) { return true; },
                               [](const model::FollowedPageTask&) { return true; },
                               [](const model::ArticlePageTask&) { return false; },
                               [](const model::DataTask&) { return true; }},
                    task);
}

// Says its server so, or are these the bytes that were read the last time?
bool is_unchanged(Visit& visit) {
  if (!is_remembered(visit.order.task)) return false;
  if (visit.result.outcome == FetchOutcome::kNotModified) return true;
  if (visit.result.outcome != FetchOutcome::kFetched) return false;
  visit.content = fingerprint_of(visit.result.body);
  return visit.memory && visit.memory->content == visit.content &&
         visit.memory->reading == reading_of(visit.order.task);
}

// Nothing new: no parse, and no write unless the headers changed.
void conclude_unchanged(Visit& visit) {
  VisitReport& report = visit.end.report;
  report.outcome = FetchOutcome::kNotModified;
  keep_revisit(visit);
  note_move(visit);
  SourceMemory memory = refreshed_memory(visit);
  if (visit.result.status == 200 || visit.result.fresh_until) {
    memory.wishes.cache_lifetime = cache_lifetime(visit.result);
  }
  note_wishes(visit, memory.wishes);
  report.remark = memory.remark;
  if (!visit.memory || memory != *visit.memory) visit.end.memory = std::move(memory);
}

// The stages of a visit, in their order. The report is made along the way.
void run_stages(Visit& visit) {
  begin(visit);
  if (is_unchanged(visit)) return conclude_unchanged(visit);
  if (visit.result.outcome != FetchOutcome::kFetched) return;
  std::visit([&](const auto& task) { read(visit, task); }, visit.order.task);
  detect_new_entries(visit);
  // classify: topics of what is new are told here.
}

}  // namespace

VisitEnd conclude_visit(const model::VisitOrder& order, const SourceMemory* memory,
                        fetch::FetchResult result, const VisitOptions& options) {
  Visit visit{.order = order,
              .memory = memory,
              .result = std::move(result),
              .options = options,
              .time = TimeBudget(options.page_time, options.cpu_clock)};
  try {
    run_stages(visit);
  } catch (const std::exception& error) {
    // The memory that reading it took is free again by now.
    visit.end.memory.reset();
    visit.end.report = model::as_failure(
        visit.end.report, fmt::format("reading its {} bytes failed: {}",
                                      visit.end.report.body_bytes, error.what()));
  }
  bound_outer_fields(visit.end.report);
  return std::move(visit.end);
}

}  // namespace curlew::pipeline
