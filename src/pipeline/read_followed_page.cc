// Reads a page that is followed like a feed.

#include <fmt/format.h>

#include <utility>

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
  return read_hub_page(visit.result.body,
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
    add_note(visit, kCutPage);
  }
  visit.entries = std::move(page.entries);
}

// One without links today may have some tomorrow.
void read(Visit& visit, const model::FollowedPageTask& task) {
  Result<HubPage> page = read_links(visit, task.reading, ShortLists::kFollowed);
  if (!page.ok()) {
    const bool is_page =
        is_page_type(header_or_empty(visit.result.headers, "Content-Type"));
    return conclude_unreadable(
        visit, page.error().text,
        is_page ? model::Remark::kNone : model::Remark::kNotPage);
  }
  if (!page->note.empty()) add_note(visit, page->note);
  conclude_links(visit, std::move(page).value());
}

}  // namespace curlew::pipeline
