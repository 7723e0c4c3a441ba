#include "pipeline/keep_version.h"

#include <fmt/format.h>

#include <utility>

#include "base/markup_escape.h"
#include "base/utf8.h"
#include "model/visit_failure.h"
#include "pipeline/to_capture.h"
#include "pipeline/version_shelf.h"

namespace curlew::pipeline {
namespace {

constexpr std::size_t kLongestTitle = 300;

// The change as those hear of it who are subscribed to the document.
model::Entry to_entry(const Visit& visit, const Compared& compared,
                      const std::string& title) {
  model::Entry entry;
  entry.id = fmt::format("version {}", to_iso8601(visit.result.started));
  entry.link = visit.order.url;
  entry.title =
      fmt::format("{}: {}", title.empty() ? visit.order.url : title, compared.summary);
  cut_utf8(entry.title, kLongestTitle);
  entry.summary = fmt::format("<p>{}</p>", escaped_markup(compared.summary));
  entry.content = compared.html.empty() ? entry.summary : compared.html;
  return entry;
}

// Our disk is to blame, and not the document: it is fetched again, and not remembered.
void conclude_unkept(Visit& visit, const Error& why) {
  visit.entries.clear();
  visit.end.report = model::as_failure(
      visit.end.report, fmt::format("its new version cannot be kept: {}", why.text));
}

}  // namespace

Compared not_compared(Visit& visit, const model::DocumentWatch& watch,
                      std::string_view why) {
  add_note(visit, fmt::format("its new version is not compared: {}", why));
  return {.is_kept = true,
          .summary = fmt::format("not compared: {}", why),
          .notes = watch.notes};
}

void keep_version(Visit& visit, const model::DocumentWatch& watch, Compared compared,
                  std::string digest, const std::string& title,
                  std::optional<model::DocumentFindings>& document) {
  if (compared.is_told) visit.entries.push_back(to_entry(visit, compared, title));
  if (!compared.is_kept && compared.notes == watch.notes) return;
  document.emplace();
  if (compared.notes != watch.notes) document->notes = std::move(compared.notes);
  if (!compared.is_kept) return;
  const auto place = visit.options.shelf->keep(to_capture(visit));
  if (!place.ok()) return conclude_unkept(visit, place.error());
  document->version = model::Version{.url = document_url(visit.order.url),
                                     .seen = visit.result.started,
                                     .digest = std::move(digest),
                                     .media_type = media_type_of(visit.result),
                                     .bytes = visit.result.body.size(),
                                     .place = *place,
                                     .kinds = compared.kinds,
                                     .score = compared.score,
                                     .summary = std::move(compared.summary),
                                     .is_error = compared.is_error};
}

}  // namespace curlew::pipeline
