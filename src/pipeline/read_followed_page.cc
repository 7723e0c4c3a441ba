// Reads a page that is followed like a feed.

#include <fmt/format.h>

#include <utility>
#include <variant>

#include "pipeline/hub_page.h"
#include "pipeline/page_tree.h"
#include "pipeline/stages.h"

namespace curlew::pipeline {

Result<HubPage> read_links(Visit& visit, const model::PageReading& reading,
                           ShortLists short_lists) {
  const std::string content_type =
      header_or_empty(visit.result.headers, "Content-Type");
  if (!is_page_type(content_type)) {
    return Error{
        ErrorKind::kMalformed,
        fmt::format("{} is {}, not a page", visit.result.final_url, content_type)};
  }
  const extract::Rules rules = rules_of(visit, reading);
  return read_hub_page(page_tree(visit), page_text(visit),
                       {visit.result.final_url, content_type, rules, reading.rendering,
                        short_lists, reading.averages},
                       visit.options.page, visit.time);
}

void conclude_links(Visit& visit, HubPage page) {
  visit.end.report.remark = page.remark;
  visit.end.report.findings = model::FollowedPageFindings{
      model::Listing{.head = std::move(page.head)}, page.judgement};
  if (is_cut_page(visit.result)) {
    visit.is_partial = true;
    const auto* const task = std::get_if<model::FollowedPageTask>(&visit.order.task);
    add_note(visit, task && task->watch ? kCutWatched : kCutPage);
  }
  visit.entries = std::move(page.entries);
}

namespace {

bool is_pdf(const Visit& visit) {
  return is_pdf_type(header_or_empty(visit.result.headers, "Content-Type"));
}

// Of a page whose content alone is watched, or a document that has no links.
void read_watched(Visit& visit, const model::DocumentWatch& watch) {
  const std::string content_type =
      header_or_empty(visit.result.headers, "Content-Type");
  if (is_pdf_type(content_type)) {
    if (!read_pdf(visit)) return;
  } else if (!is_page_type(content_type)) {
    return conclude_unreadable(
        visit,
        fmt::format("{} is {}, not a page", visit.result.final_url, content_type),
        model::Remark::kNotPage);
  }
  model::FeedHead head = head_of_page(page_tree(visit).document(),
                                      visit.result.final_url, visit.options.page);
  const std::string title = head.title;
  visit.end.report.findings =
      model::FollowedPageFindings{.listing = model::Listing{.head = std::move(head)}};
  if (is_cut_page(visit.result)) {
    visit.is_partial = true;
    return add_note(visit, kCutWatched);
  }
  watch_page(visit, watch, title);
}

}  // namespace

// One without links today may have some tomorrow.
void read(Visit& visit, const model::FollowedPageTask& task) {
  if (task.watch && (!task.watch->watching.links || is_pdf(visit))) {
    return read_watched(visit, *task.watch);
  }
  Result<HubPage> page = read_links(visit, task.reading, ShortLists::kFollowed);
  if (!page.ok()) {
    const bool is_page =
        is_page_type(header_or_empty(visit.result.headers, "Content-Type"));
    return conclude_unreadable(
        visit, page.error().text,
        is_page ? model::Remark::kNone : model::Remark::kNotPage);
  }
  if (!page->note.empty()) add_note(visit, page->note);
  const std::string title = page->head.title;
  conclude_links(visit, std::move(page).value());
  if (task.watch && !is_cut_page(visit.result)) watch_page(visit, *task.watch, title);
}

}  // namespace curlew::pipeline
