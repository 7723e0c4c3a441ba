// Reads the page of an article. However little can be read, it is reported as it came.

#include <fmt/format.h>

#include <utility>

#include "base/utf8.h"
#include "pipeline/read_page.h"
#include "pipeline/stages.h"

namespace curlew::pipeline {

namespace {

// Longer ones are not worth their place in the store.
constexpr std::size_t kLongestValidator = 500;

model::PageValidators validators_of(const Visit& visit) {
  const fetch::Validators& said = visit.result.validators;
  const auto bounded = [](const std::string& text) {
    return text.size() > kLongestValidator ? std::string() : text;
  };
  return {.etag = bounded(said.etag),
          .last_modified = bounded(said.last_modified),
          .url = said.url};
}

}  // namespace

void read(Visit& visit, const model::ArticlePageTask& task) {
  model::Page page;
  page.url = visit.result.final_url;
  page.content_type = header_or_empty(visit.result.headers, "Content-Type");
  if (is_pdf_type(page.content_type)) {
    if (!read_pdf(visit)) return;
  } else if (!is_page_type(page.content_type)) {
    return conclude_unreadable(
        visit, fmt::format("{} is {}, not a page", page.url, page.content_type));
  }
  const bool is_cut = is_cut_page(visit.result);
  page.html =
      visit.made_page ? *std::move(visit.made_page) : std::move(visit.result.body);
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
  findings.validators = validators_of(visit);
  visit.end.report.findings = std::move(findings);
}

}  // namespace curlew::pipeline
