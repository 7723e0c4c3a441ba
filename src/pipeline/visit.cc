#include "pipeline/visit.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>
#include <variant>

#include "base/ascii.h"
#include "base/overloaded.h"
#include "base/plain_text.h"
#include "base/utf8.h"
#include "http/message.h"
#include "model/visit_failure.h"
#include "parse/html/feed_links.h"
#include "pipeline/next_welcome.h"
#include "pipeline/report_bounds.h"
#include "pipeline/stages.h"
#include "pipeline/version_shelf.h"

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

// Notes in which opening of a shelf a visit has kept something, the earliest of
// several.
class NotedShelf final : public VersionShelf {
 public:
  NotedShelf(VersionShelf& shelf, std::optional<std::uint64_t>& kept_in)
      : shelf_(shelf), kept_in_(kept_in) {}

  Result<Kept> keep(const archive::Capture& capture) override {
    auto kept = shelf_.keep(capture);
    if (kept.ok()) note(*kept);
    return kept;
  }
  bool is_there(const Kept& kept) override {
    if (!shelf_.is_there(kept)) return false;
    note(kept);
    return true;
  }
  Result<std::uint64_t> commit() override { return shelf_.commit(); }
  Result<archive::Content> read(const model::KeptAt& place) override {
    return shelf_.read(place);
  }

 private:
  void note(const Kept& kept) {
    kept_in_ = std::min(kept_in_.value_or(kept.opening), kept.opening);
  }

  VersionShelf& shelf_;
  std::optional<std::uint64_t>& kept_in_;
};

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

// Of an article's page nothing is remembered, nor of a crawl's: what matters of the
// last visit comes with the order.
bool is_remembered(const model::VisitTask& task) {
  return std::visit(Overloaded{[](const model::FeedTask&) { return true; },
                               [](const model::FollowedPageTask&) { return true; },
                               [](const model::ArticlePageTask&) { return false; },
                               [](const model::DataTask&) { return true; },
                               [](const model::CrawlPageTask&) { return false; }},
                    task);
}

// Says its server so, or are these the bytes that were read the last time?
bool is_unchanged(Visit& visit) {
  if (!is_remembered(visit.order.task)) return false;
  if (visit.result.outcome == FetchOutcome::kNotModified) return true;
  if (visit.result.outcome != FetchOutcome::kFetched) return false;
  // A rendered page may look different though its DOM stays.
  visit.content = visit.result.picture.empty()
                      ? fingerprint_of(visit.result.body)
                      : fingerprint_of(visit.result.body + visit.result.picture);
  return visit.memory && visit.memory->content == visit.content &&
         visit.memory->reading == reading_of(visit.order.task) &&
         !has_new_context(visit.memory->contexts, visit.contexts);
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
  for (const auto& [url, answer] : visit.contexts) {
    if (answer.context) continue;
    add_note(visit, fmt::format("its context {} cannot be had: {}", url, answer.error));
  }
  report.remark = memory.remark;
  if (!visit.memory || memory != *visit.memory) visit.end.memory = std::move(memory);
}

// Why an endpoint does not answer a query it says in the body: the first line of it.
void add_words_of_endpoint(Visit& visit) {
  constexpr std::size_t kMostBytes = 300;
  const auto* const task = std::get_if<model::DataTask>(&visit.order.task);
  const std::string_view body = visit.result.body;
  if (task == nullptr || !task->is_sparql || parse::looks_like_html(body)) return;
  const std::string_view text = trimmed(body.substr(0, body.find('\0')));
  std::string line = plain_text(text.substr(0, text.find('\n')));
  cut_utf8(line, kMostBytes);
  if (!line.empty()) visit.end.report.error += ": " + line;
}

// A page of a crawl that leads to another domain has one link: there.
void note_where_it_leads(Visit& visit) {
  const auto* const task = std::get_if<model::CrawlPageTask>(&visit.order.task);
  auto* const found = std::get_if<model::CrawlPageFindings>(&visit.end.report.findings);
  if (task == nullptr || task->is_list || found == nullptr) return;
  if (visit.result.led_to.empty() ||
      visit.result.led_to.size() > visit.options.page.address)
    return;
  found->links.push_back({.url = visit.result.led_to, .text = {}});
}

// The stages of a visit, in their order. The report is made along the way.
void run_stages(Visit& visit) {
  begin(visit);
  if (visit.result.outcome == FetchOutcome::kHttpError) add_words_of_endpoint(visit);
  note_where_it_leads(visit);
  if (is_unchanged(visit)) return conclude_unchanged(visit);
  if (visit.result.outcome != FetchOutcome::kFetched) return;
  std::visit([&](const auto& task) { read(visit, task); }, visit.order.task);
  detect_new_entries(visit);
  // classify: topics of what is new are told here.
}

}  // namespace

VisitEnd conclude_visit(const model::VisitOrder& order, const SourceMemory* memory,
                        fetch::FetchResult result, const VisitOptions& options,
                        const ContextAnswers& contexts) {
  Visit visit{.order = order,
              .memory = memory,
              .result = std::move(result),
              .options = options,
              .contexts = contexts,
              .time = TimeBudget(options.page_time, options.cpu_clock)};
  std::optional<NotedShelf> shelf;
  if (options.shelf != nullptr) {
    visit.shelf = &shelf.emplace(*options.shelf, visit.end.kept_in);
  }
  try {
    run_stages(visit);
  } catch (const std::exception& error) {
    // The memory that reading it took is free again by now.
    visit.tree.reset();
    visit.end.memory.reset();
    visit.end.needs.reset();
    visit.end.report = model::as_failure(
        visit.end.report, fmt::format("reading its {} bytes failed: {}",
                                      visit.end.report.body_bytes, error.what()));
  }
  bound_outer_fields(visit.end.report);
  return std::move(visit.end);
}

}  // namespace curlew::pipeline
