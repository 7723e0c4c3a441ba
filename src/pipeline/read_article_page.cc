// Reads the page of an article, and keeps it as it came. However little can be read, it
// is kept and reported.

#include <fmt/format.h>

#include <utility>

#include "base/plain_text.h"
#include "base/utf8.h"
#include "detect/diff/words.h"
#include "pipeline/keep_version.h"
#include "pipeline/read_page.h"
#include "pipeline/stages.h"
#include "pipeline/to_capture.h"

namespace curlew::pipeline {
namespace {

// Longer ones are not worth their place in the store.
constexpr std::size_t kLongestValidator = 500;

}  // namespace

model::PageValidators page_validators(const Visit& visit) {
  const fetch::Validators& said = visit.result.validators;
  const auto bounded = [](const std::string& text) {
    return text.size() > kLongestValidator ? std::string() : text;
  };
  return {.etag = bounded(said.etag),
          .last_modified = bounded(said.last_modified),
          .url = said.url};
}

std::uint64_t likeness_of(const model::Page& page) {
  if (!page.content) return 0;
  return short_fingerprint_of(plain_text(page.content->title) + "\n" +
                              detect::masked(plain_text(page.content->text)));
}

namespace {

// What a wall or an error shows in place of the article says nothing of it.
bool is_said_before(const model::ArticlePageTask& task, const model::Page& page,
                    std::uint64_t likeness) {
  if (!task.revisit) return false;
  return !page.content || !page.note.empty() ||
         (likeness != 0 && likeness == task.likeness);
}

// False: our disk is to blame, and the visit says so. What is too large for the archive
// is not kept there.
bool keep_page(Visit& visit, model::ArticlePageFindings& findings) {
  if (visit.shelf == nullptr) return true;
  auto version = keep_response(visit, digest_of(visit.result.body));
  if (version.ok()) {
    version->summary =
        "the first version";  // Unless who knows an earlier one says more.
    findings.version = *std::move(version);
    return true;
  }
  if (version.error().kind == ErrorKind::kLimit) {
    add_note(visit, "not archived: " + version.error().text);
    return true;
  }
  conclude_unkept(visit, version.error());
  return false;
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
  model::ArticlePageFindings findings{.article = task.article};
  findings.judgement =
      read_page(visit.made_page ? *visit.made_page : visit.result.body, page,
                rules_of(visit, task.reading), visit.options.page,
                task.reading.rendering, task.reading.averages, visit.time);
  if (page.language.empty()) {
    page.language = header_or_empty(visit.result.headers, "Content-Language");
    cut_utf8(page.language, visit.options.page.line);
  }
  findings.validators = page_validators(visit);
  findings.likeness = likeness_of(page);
  const bool is_cut = is_cut_page(visit.result);
  if (is_cut) {
    // Not a success: it is tried again, and what it says is stored only when that does
    // not help. Half a page is no version.
    page.note = kCutPage;
    visit.end.report.outcome = model::FetchOutcome::kUnreachable;
    visit.end.report.error = kCutPage;
  } else if (!page.note.empty()) {
    add_note(visit, page.note);
  }
  if (!is_said_before(task, page, findings.likeness)) {
    if (!is_cut && !keep_page(visit, findings)) return;
    findings.page = std::move(page);
  }
  visit.end.report.findings = std::move(findings);
}

}  // namespace curlew::pipeline
