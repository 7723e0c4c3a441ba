#include "pipeline/keep_version.h"

#include <fmt/format.h>

#include <utility>
#include <variant>

#include "base/markup_escape.h"
#include "base/utf8.h"
#include "model/visit_failure.h"
#include "pipeline/kept_part.h"
#include "pipeline/looks.h"
#include "pipeline/to_capture.h"
#include "pipeline/version_shelf.h"

namespace curlew::pipeline {
namespace {

constexpr std::size_t kLongestTitle = 300;
constexpr std::size_t kLongestSummary = 1'000;

// The change as those hear of it who are subscribed to the document.
model::Entry to_entry(const Visit& visit, const Compared& compared,
                      const std::string& title) {
  model::Entry entry;
  entry.id = fmt::format("version {}", to_iso8601(visit.result.started));
  entry.link = visit.order.url;
  // An error page is not what the document is called.
  const bool is_named = !title.empty() && !compared.is_error;
  entry.title =
      fmt::format("{}: {}", is_named ? title : visit.order.url, compared.summary);
  cut_utf8(entry.title, kLongestTitle);
  entry.summary = fmt::format("<p>{}</p>", escaped_markup(compared.summary));
  entry.content = compared.html.empty() ? entry.summary : compared.html;
  return entry;
}

// The way to the version, so that it is found under the address that was asked for. Not
// of pages of a crawl: of these the store knows the version alone, and would never let
// the others go.
Result<void> keep_redirects(const Visit& visit, archive::Capture& version) {
  if (std::holds_alternative<model::CrawlPageTask>(visit.order.task)) return {};
  for (const fetch::Redirect& hop : visit.result.redirects) {
    archive::Capture capture;
    capture.url = document_url(hop.url);
    capture.time = version.time;
    capture.status_line = fmt::format("HTTP/1.1 {} ", hop.status);
    capture.headers = hop.headers;
    TRY_ASSIGN(const Kept kept, visit.shelf->keep(capture));
    version.facts.emplace_back(kRedirectFact, to_fact({kept.place, capture.url}));
  }
  return {};
}

}  // namespace

void conclude_unkept(Visit& visit, const Error& why) {
  visit.entries.clear();
  visit.end.report = model::as_unkept(visit.end.report, why);
}

Result<model::Version> keep_response(Visit& visit, std::string digest) {
  archive::Capture capture = to_capture(visit);
  capture.digest = digest;
  TRY(keep_contexts(visit.used_contexts, *visit.shelf, capture));
  TRY(keep_picture(visit, *visit.shelf, capture));
  TRY(keep_redirects(visit, capture));
  TRY_ASSIGN(Kept kept, visit.shelf->keep(capture));
  auto parts = kept_parts(capture.facts, kept.place.terminal);
  return model::Version{.url = document_url(visit.order.url),
                        .seen = visit.result.started,
                        .digest = std::move(digest),
                        .media_type = media_type_of(visit.result.headers),
                        .bytes = visit.result.body.size(),
                        .place = std::move(kept.place),
                        .parts = std::move(parts)};
}

Compared not_compared(Visit& visit, const model::DocumentWatch& watch,
                      model::ChangeKind kind, std::string_view why) {
  add_note(visit, fmt::format("its new version is not compared: {}", why));
  return {.is_told = true,
          .is_kept = true,
          .kinds = {kind},
          .summary = fmt::format("changed, but not compared: {}", why),
          .notes = watch.notes};
}

Compared without_version_before(Visit& visit, const model::DocumentWatch& watch,
                                model::ChangeKind kind, const Error& why) {
  Compared compared = not_compared(visit, watch, kind, why.text);
  compared.summary =
      "changed, but not compared: what it said before cannot be read now";
  return compared;
}

void keep_version(Visit& visit, const model::DocumentWatch& watch, Compared compared,
                  std::string digest, const std::string& title,
                  std::optional<model::DocumentFindings>& document) {
  cut_utf8(compared.summary, kLongestSummary);
  if (compared.is_told) {
    visit.entries.push_back(to_entry(visit, compared, title));
    visit.change_id = visit.entries.back().id;
  }
  if (!compared.is_kept && compared.notes == watch.notes) return;
  document.emplace();
  if (compared.notes != watch.notes) document->notes = std::move(compared.notes);
  if (!compared.is_kept) return;
  auto version = keep_response(visit, std::move(digest));
  if (!version.ok()) return conclude_unkept(visit, version.error());
  version->kinds = compared.kinds;
  version->score = compared.score;
  version->summary = std::move(compared.summary);
  version->is_error = compared.is_error;
  version->data = compared.data;
  document->version = *std::move(version);
}

}  // namespace curlew::pipeline
