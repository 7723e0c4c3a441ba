// Watches the content of a page: what became of the version that is kept, and is this
// one to be kept, too?

#include <fmt/format.h>

#include <utility>

#include "base/markup_escape.h"
#include "detect/diff/words.h"
#include "detect/page/detect.h"
#include "detect/page/thesis.h"
#include "parse/html/page.h"
#include "pipeline/keep_version.h"
#include "pipeline/stages.h"
#include "pipeline/to_capture.h"
#include "pipeline/version_shelf.h"

namespace curlew::pipeline {
namespace {

// <del> and <ins> around what went and came, and a space between the two: without tags,
// what went and what came must not be one word.
void append_words(std::string& html, std::string_view before, std::string_view after) {
  for (const detect::WordRun& run : detect::compare_words(before, after)) {
    const char* const tag = run.fate == detect::WordFate::kRemoved ? "del"
                            : run.fate == detect::WordFate::kAdded ? "ins"
                                                                   : nullptr;
    if (tag && html.ends_with('>') && !html.ends_with("<p>")) html += ' ';
    if (tag) html += fmt::format("<{}>", tag);
    append_escaped_markup(html, run.text);
    if (tag) html += fmt::format("</{}>", tag);
  }
}

std::string to_html(const std::vector<detect::Part>& parts) {
  std::string html;
  std::size_t told = 0;
  for (const detect::Part& part : parts) {
    if (part.noise != detect::Noise::kNone) continue;
    if (++told > kMostParts) {
      html += "<p>…</p>\n";
      break;
    }
    html += "<p>";
    append_words(html, part.before, part.after);
    html += "</p>\n";
  }
  return html;
}

// Of a page and its version before.
struct Pages {
  const dom::Document& old;
  const dom::Document& now;
};

// Of a page that is none of an error any more, by the notes before: the error page was
// a version, and so is this one, whatever else became of the page.
void tell_return(const detect::PageNotes& before, std::string_view change,
                 Compared& compared) {
  if (before.error_run() < detect::kErrorsUntilChange) return;
  compared.is_told = compared.is_kept = true;
  compared.kinds.add(model::ChangeKind::kErrorPage);
  compared.summary = change.empty() ? "is back, as it was before the error"
                                    : fmt::format("is back from the error; {}", change);
}

Result<Compared> compare_by_rules(Visit& visit, const model::DocumentWatch& watch,
                                  Pages pages) {
  TRY_ASSIGN(const detect::Rules rules,
             detect::make_rules(detect::to_rule_options(watch.watching)));
  detect::PageNotes notes;
  if (!watch.notes.empty()) {
    auto known = detect::parse_notes(watch.notes);
    if (known.ok()) {
      notes = *std::move(known);
    } else {
      add_note(visit, "what was learned of its noise is lost: " + known.error().text);
    }
  }
  const detect::PageBlocks old_blocks = rules.read(pages.old);
  const detect::PageBlocks blocks = rules.read(pages.now);
  detect::Detection found =
      detect::detect_change({pages.old, old_blocks}, {pages.now, blocks}, notes, rules);
  Compared compared{.is_told = found.change.changed,
                    .is_kept = found.change.changed,
                    .is_error = found.change.kinds.has(model::ChangeKind::kErrorPage) &&
                                found.notes.error_run() > 0,
                    .kinds = found.change.kinds,
                    .score = found.change.score,
                    .summary = std::move(found.change.summary),
                    .html = to_html(found.change.parts),
                    .notes = detect::to_bytes(found.notes)};
  // The same error again must be counted, and not be taken for a page that stayed.
  visit.is_partial |= found.notes.error_run() > 0 &&
                      found.notes.error_run() < detect::kErrorsUntilChange;
  if (found.notes.error_run() == 0) {
    tell_return(notes, compared.is_told ? compared.summary : "", compared);
  }
  return compared;
}

Result<Compared> compare_as_in_thesis(const model::DocumentWatch& watch, Pages pages) {
  auto known = detect::parse_thesis_notes(watch.notes);
  detect::ThesisNotes notes = known.ok() ? *std::move(known) : detect::ThesisNotes{};
  const detect::ThesisChange change =
      detect::detect_as_in_thesis(pages.old, pages.now, notes);
  const bool is_changed = change.is_structural || change.is_textual;
  Compared compared{
      .is_told = is_changed, .is_kept = is_changed, .notes = detect::to_bytes(notes)};
  if (change.is_structural) {
    compared.kinds.add(model::ChangeKind::kStructure);
    compared.summary = "its structure changed";
  }
  if (change.is_textual) {
    compared.kinds.add(model::ChangeKind::kText);
    compared.summary = fmt::format("{} part{} changed", change.parts.size(),
                                   change.parts.size() == 1 ? "" : "s");
  }
  for (std::size_t i = 0; i < std::min(change.parts.size(), kMostParts); ++i) {
    compared.html += "<p>";
    append_words(compared.html, change.parts[i].before, change.parts[i].after);
    compared.html += "</p>\n";
  }
  return compared;
}

Compared compare_pages(Visit& visit, const model::DocumentWatch& watch,
                       VersionShelf& shelf) {
  const auto last = shelf.read(watch.last);
  if (!last.ok()) return not_compared(visit, watch, last.error().text);
  std::optional<std::string> made_of_last;
  if (is_pdf_type(header_or_empty(last->headers, "Content-Type"))) {
    auto made = page_of_pdf(visit, last->body);
    if (!made.ok()) return not_compared(visit, watch, made.error().text);
    made_of_last = *std::move(made);
  }
  dom::Document old;
  dom::Document now;
  const auto is_read = [&](std::string_view html, const http::Headers& headers,
                           dom::Document& page) {
    return parse::parse_html_page(html, header_or_empty(headers, "Content-Type"), page,
                                  visit.time)
               .cut == parse::PageCut::kNone;
  };
  const auto page_in = [](const std::optional<std::string>& made,
                          const std::string& body) -> std::string_view {
    return made ? *made : body;
  };
  if (!is_read(page_in(visit.made_page, visit.result.body), visit.result.headers,
               now) ||
      !is_read(page_in(made_of_last, last->body), last->headers, old)) {
    return not_compared(visit, watch, "it is too large");
  }
  auto compared = watch.watching.detector == model::Detector::kThesis
                      ? compare_as_in_thesis(watch, {old, now})
                      : compare_by_rules(visit, watch, {old, now});
  if (!compared.ok()) return not_compared(visit, watch, compared.error().text);
  return *std::move(compared);
}

// It is the version that was kept last. Between them it may have been an error page.
Compared compare_same(const model::DocumentWatch& watch) {
  Compared compared{.notes = watch.notes};
  auto notes = detect::parse_notes(watch.notes);
  if (watch.watching.detector == model::Detector::kThesis || !notes.ok() ||
      notes->error_run() == 0) {
    return compared;
  }
  tell_return(*notes, "", compared);
  notes->count_error(false);
  compared.notes = detect::to_bytes(*notes);
  return compared;
}

Compared compare(Visit& visit, const model::DocumentWatch& watch,
                 std::string_view digest, VersionShelf& shelf) {
  if (watch.last_digest.empty()) {
    return {.is_kept = true, .summary = "the first version", .notes = watch.notes};
  }
  if (digest == watch.last_digest) return compare_same(watch);
  Compared compared = compare_pages(visit, watch, shelf);
  compared.is_kept |= watch.keeps_all;
  return compared;
}

}  // namespace

void watch_page(Visit& visit, const model::DocumentWatch& watch,
                const std::string& title) {
  VersionShelf* const shelf = visit.options.shelf;
  const auto findings =
      std::get_if<model::FollowedPageFindings>(&visit.end.report.findings);
  if (shelf == nullptr || findings == nullptr) return;
  std::string digest = digest_of(visit.result.body);
  Compared compared = compare(visit, watch, digest, *shelf);
  keep_version(visit, watch, std::move(compared), std::move(digest), title,
               findings->document);
}

}  // namespace curlew::pipeline
