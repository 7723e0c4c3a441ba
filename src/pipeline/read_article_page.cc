// Reads the page of an article. However little can be read, it is reported as it came.

#include <fmt/format.h>

#include <utility>

#include "base/utf8.h"
#include "pipeline/read_page.h"
#include "pipeline/stages.h"

namespace curlew::pipeline {

void read(Visit& visit, const model::ArticlePageTask& task) {
  model::Page page;
  page.url = visit.result.final_url;
  page.content_type = header_or_empty(visit.result.headers, "Content-Type");
  if (!is_page_type(page.content_type)) {
    return conclude_unreadable(
        visit, fmt::format("{} is {}, not a page", page.url, page.content_type));
  }
  const bool is_cut = is_cut_page(visit.result);
  page.html = std::move(visit.result.body);
  model::ArticlePageFindings findings{.article = task.article};
  findings.judgement =
      read_page(page, rules_of(visit, task.reading), visit.options.page,
                task.reading.rendering, task.reading.averages, visit.time);
  if (page.language.empty()) {
    page.language = header_or_empty(visit.result.headers, "Content-Language");
    cut_utf8(page.language, visit.options.page.line);
  }
  if (is_cut) {
    // Not a success: it is tried again, and kept as it is only when that does not help.
    page.note = kCutPage;
    visit.end.report.outcome = model::FetchOutcome::kUnreachable;
    visit.end.report.error = kCutPage;
  } else if (!page.note.empty()) {
    add_note(visit, page.note);
  }
  findings.page = std::move(page);
  visit.end.report.findings = std::move(findings);
}

}  // namespace curlew::pipeline
