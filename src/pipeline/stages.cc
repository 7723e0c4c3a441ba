#include "pipeline/stages.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "base/ascii.h"
#include "base/overloaded.h"
#include "http/message.h"
#include "pipeline/next_welcome.h"
#include "pipeline/to_capture.h"
#include "pipeline/version_shelf.h"

namespace curlew::pipeline {

std::string_view page_text(const Visit& visit) {
  return visit.made_page ? *visit.made_page : visit.result.body;
}

const PageTree& page_tree(Visit& visit) {
  if (!visit.tree) {
    visit.tree.emplace(page_text(visit),
                       header_or_empty(visit.result.headers, "Content-Type"),
                       visit.time);
  }
  return *visit.tree;
}

void note_move(Visit& visit) {
  if (visit.result.permanent_url != visit.order.url) {
    visit.end.report.moved_to = visit.result.permanent_url;
  }
}

void note_wishes(Visit& visit, const model::PublisherWishes& wishes) {
  visit.end.report.not_before = next_welcome(visit.result, wishes);
  visit.end.report.quiet = wishes.quiet;
}

store::SourceMemory refreshed_memory(const Visit& visit) {
  store::SourceMemory memory = visit.memory ? *visit.memory : store::SourceMemory{};
  memory.url = visit.result.validators.url;
  memory.etag = visit.result.validators.etag;
  memory.last_modified = visit.result.validators.last_modified;
  return memory;
}

Fingerprint reading_of(const model::VisitTask& task) {
  return std::visit(
      Overloaded{[](const model::FeedTask& feed) {
                   return feed.watch ? fingerprint_of("archived") : Fingerprint{};
                 },
                 [](const model::FollowedPageTask& page) {
                   const model::PageReading& reading = page.reading;
                   const bool is_rendered =
                       reading.rendering != model::Rendering::kNever;
                   const std::string watched =
                       page.watch ? model::to_lines(page.watch->watching) : "";
                   if (reading.rules.empty() && !is_rendered && watched.empty()) {
                     return Fingerprint{};
                   }
                   return fingerprint_of((is_rendered ? "rendered\n" : "plain\n") +
                                         watched + reading.rules);
                 },
                 [](const model::ArticlePageTask&) { return Fingerprint{}; },
                 [](const model::CrawlPageTask&) { return Fingerprint{}; },
                 [](const model::DataTask& data) {
                   return fingerprint_of(model::to_lines(data.watch.watching));
                 }},
      task);
}

void keep_revisit(Visit& visit) {
  const model::DocumentWatch* const watch = watch_of(visit.order.task);
  if (!watch || !watch->keeps_all || !visit.shelf) return;
  const auto kept = visit.shelf->keep(to_capture(visit));
  if (!kept.ok()) add_note(visit, "not archived: " + kept.error().text);
}

void conclude_unreadable(Visit& visit, std::string why, model::Remark remark) {
  visit.end.report.outcome = model::FetchOutcome::kUnreadable;
  visit.end.report.error = std::move(why);
  visit.end.report.remark = remark;
}

void add_note(Visit& visit, std::string_view note) {
  std::string& all = visit.end.report.note;
  if (!all.empty()) all += "; ";
  all += note;
}

extract::Rules rules_of(Visit& visit, const model::PageReading& reading) {
  if (reading.rules.empty()) return {};
  Result<extract::Rules> rules = extract::parse_rules(reading.rules, "rules");
  if (rules.ok()) return std::move(rules).value();
  add_note(visit, rules.error().text);
  return {};
}

std::string header_or_empty(const http::Headers& headers, std::string_view name) {
  return std::string(http::find_header(headers, name).value_or(""));
}

bool is_page_type(std::string_view content_type) {
  const std::string type = to_ascii_lower(content_type);
  return type.empty() || type.find("html") != type.npos || type.starts_with("text/");
}

bool is_cut_page(const fetch::FetchResult& result) {
  if (result.body_end != http::BodyEnd::kUnsure) {
    return result.body_end == http::BodyEnd::kCut;
  }
  constexpr std::size_t kTail = 4096;  // Behind the end stand comments and scripts.
  const std::string_view body = result.body;
  const std::string head = to_ascii_lower(body.substr(0, kTail));
  const std::string tail =
      to_ascii_lower(body.substr(body.size() - std::min(kTail, body.size())));
  return head.find("<html") != head.npos && tail.find("</html") == tail.npos &&
         tail.find("</body") == tail.npos;
}

}  // namespace curlew::pipeline
