// Watches the content of a page: what became of the version that is kept, and is this
// one to be kept, too?

#include <fmt/format.h>

#include <utility>
#include <variant>

#include "base/markup_escape.h"
#include "base/utf8.h"
#include "detect/diff/marked_words.h"
#include "detect/diff/markup_change.h"
#include "detect/page/detect.h"
#include "detect/page/thesis.h"
#include "dom/selector.h"
#include "pipeline/keep_version.h"
#include "pipeline/looks.h"
#include "pipeline/stages.h"
#include "pipeline/to_capture.h"
#include "pipeline/version_shelf.h"

namespace curlew::pipeline {
namespace {

constexpr std::size_t kLongestMoved = 200;
// Changes that no text tells of.
constexpr model::ChangeKinds kInMarkup{model::ChangeKind::kLinks,
                                       model::ChangeKind::kPresentation};

std::string to_html(const std::vector<detect::Part>& parts) {
  std::string html;
  std::size_t told = 0;
  for (const detect::Part& part : parts) {
    if (part.noise != detect::Noise::kNone) continue;
    if (++told > kMostParts) {
      html += "<p>…</p>\n";
      break;
    }
    if (part.fate == detect::BlockFate::kMoved) {
      html += fmt::format("<p>~ moved: {}</p>\n",
                          escaped_markup(utf8_prefix(part.after, kLongestMoved)));
    } else {
      detect::append_marked_words(html, part.before, part.after);
    }
  }
  return html;
}

// Of a page and its version before.
struct Pages {
  const dom::Document& old;
  const dom::Document& now;
  Time old_fetched;
  Time now_fetched;
};

// Of a page that is none of an error any more, by the notes before: the error page was
// a version, and so is this one, whatever else became of the page.
void tell_return(const detect::PageNotes& before, const detect::Rules& rules,
                 std::string_view change, Compared& compared) {
  if (before.error_run() < detect::errors_until_told(rules)) return;
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
      detect::detect_change({pages.old, old_blocks, pages.old_fetched},
                            {pages.now, blocks, pages.now_fetched}, notes, rules);
  if (found.notes.error_run() >= detect::kErrorsUntilKept) {
    found.notes.count_error(false);
    return Compared{.is_kept = true,
                    .kinds = found.change.kinds,
                    .summary = "has been an error page for long; its changes are told",
                    .notes = detect::to_bytes(found.notes)};
  }
  Compared compared{.is_told = found.change.changed,
                    .is_kept = found.change.changed,
                    .is_error = found.notes.error_run() > 0,
                    .has_noise = !found.change.parts.empty(),
                    .kinds = found.change.kinds,
                    .score = found.change.score,
                    .summary = std::move(found.change.summary),
                    .html = to_html(found.change.parts),
                    .notes = detect::to_bytes(found.notes)};
  if (compared.is_told && !(compared.kinds & kInMarkup).empty()) {
    compared.html += detect::to_html(detect::compare_markup(
        {pages.old, old_blocks}, {pages.now, blocks}, kMostParts));
  }
  // The same error again must be counted, and not be taken for a page that stayed.
  visit.is_partial |= found.notes.error_run() > 0;
  if (found.notes.error_run() == 0) {
    tell_return(notes, rules, compared.is_told ? compared.summary : "", compared);
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
    detect::append_marked_words(compared.html, change.parts[i].before,
                                change.parts[i].after);
  }
  return compared;
}

Compared compare_pages(Visit& visit, const model::DocumentWatch& watch,
                       VersionShelf& shelf) {
  const auto without = [&](std::string_view why) {
    return not_compared(visit, watch, model::ChangeKind::kText, why);
  };
  const auto last = shelf.read(watch.last);
  if (!last.ok()) {
    return without_version_before(visit, watch, model::ChangeKind::kText, last.error());
  }
  std::optional<std::string> made_of_last;
  if (is_pdf_type(header_or_empty(last->headers, "Content-Type"))) {
    auto made = page_of_pdf(visit, last->body);
    if (!made.ok()) return without(made.error().text);
    made_of_last = *std::move(made);
  }
  const PageTree& now = page_tree(visit);
  const PageTree old(made_of_last ? *made_of_last : last->body,
                     header_or_empty(last->headers, "Content-Type"), visit.time,
                     TreeOf::kVersionBefore);
  if (!now.is_whole()) return without(now.why_cut());
  if (!old.is_whole()) {
    return without(fmt::format("of the version before, {}", old.why_cut()));
  }
  const Pages pages{old.document(), now.document(), last->time, visit.result.started};
  auto compared = watch.watching.detector == model::Detector::kThesis
                      ? compare_as_in_thesis(watch, pages)
                      : compare_by_rules(visit, watch, pages);
  if (!compared.ok()) return without(compared.error().text);
  return *std::move(compared);
}

// It is the version that was kept last. Between them it may have been an error page.
Compared compare_same(const model::DocumentWatch& watch) {
  Compared compared{.notes = watch.notes};
  auto notes = detect::parse_notes(watch.notes);
  const auto rules = detect::make_rules(detect::to_rule_options(watch.watching));
  if (watch.watching.detector == model::Detector::kThesis || !notes.ok() ||
      !rules.ok() || notes->error_run() == 0) {
    return compared;
  }
  tell_return(*notes, *rules, "", compared);
  notes->count_error(false);
  compared.notes = detect::to_bytes(*notes);
  return compared;
}

// Nothing that is read has changed, or only classes and styles: what looks different?
// Of a part of a page, and as in the thesis, that is not looked at.
Result<void> add_looks(const Visit& visit, const model::DocumentWatch& watch,
                       VersionShelf& shelf, Compared& compared) {
  const model::ChangeKinds presentation{model::ChangeKind::kPresentation};
  const bool is_wanted = watch.watching.kinds.has(model::ChangeKind::kPresentation) &&
                         watch.watching.part.empty() &&
                         watch.watching.detector == model::Detector::kOwn;
  if (!is_wanted || visit.result.picture.empty() || compared.is_error) return {};
  // A clock would look different at every visit.
  if (compared.has_noise && !compared.is_told) return {};
  if (compared.is_told && compared.kinds != presentation) return {};
  TRY_ASSIGN(const auto last, shelf.read(watch.last));
  TRY_ASSIGN(const auto before,
             kept_picture(last, watch.last, [&](const model::KeptAt& place) {
               return shelf.read(place);
             }));
  if (!before) {
    // It was not rendered then. The next visit has something to compare with.
    if (!compared.is_kept) compared.summary = "its first picture";
    compared.is_kept = true;
    return {};
  }
  TRY_ASSIGN(const auto change, compare_looks(*before, visit.result.picture));
  if (change.count == 0) return {};
  compared.summary = compared.is_told
                         ? fmt::format("{}; {}", compared.summary, change.summary())
                         : change.summary();
  compared.is_told = compared.is_kept = true;
  compared.kinds.add(model::ChangeKind::kPresentation);
  compared.score = std::max(compared.score, change.share);
  compared.html += pipeline::to_html(change);
  return {};
}

// Nothing would ever be told of a part that is not there, and nobody would know why.
void note_missing_part(Visit& visit, const model::DocumentWatch& watch) {
  const model::Watching& watching = watch.watching;
  const auto part = dom::parse_selector(watching.part);
  if (watching.part.empty() || watching.detector == model::Detector::kThesis ||
      !part.ok() || !part->select(page_tree(visit).document().root()).empty())
    return;
  add_note(visit, fmt::format("nothing on the page is what --part '{}' looks for",
                              watching.part));
}

Compared compare(Visit& visit, const model::DocumentWatch& watch,
                 std::string_view digest, VersionShelf& shelf) {
  if (digest != watch.last_digest) note_missing_part(visit, watch);
  if (watch.last_digest.empty()) {
    return {.is_kept = true, .summary = "the first version", .notes = watch.notes};
  }
  const bool is_same = digest == watch.last_digest;
  Compared compared =
      is_same ? compare_same(watch) : compare_pages(visit, watch, shelf);
  if (const auto looked = add_looks(visit, watch, shelf, compared); !looked.ok()) {
    add_note(visit, "how it looks is not compared: " + looked.error().text);
  }
  compared.is_kept |= watch.keeps_all && !is_same;
  return compared;
}

}  // namespace

void watch_page(Visit& visit, const model::DocumentWatch& watch,
                const std::string& title) {
  VersionShelf* const shelf = visit.shelf;
  const auto findings =
      std::get_if<model::FollowedPageFindings>(&visit.end.report.findings);
  if (shelf == nullptr || findings == nullptr) return;
  std::string digest = digest_of(visit.result.body);
  Compared compared = compare(visit, watch, digest, *shelf);
  // "Just a moment…" is not what the page is called.
  if (compared.is_error && findings->listing) findings->listing->head.title.clear();
  keep_version(visit, watch, std::move(compared), std::move(digest), title,
               findings->document);
}

}  // namespace curlew::pipeline
