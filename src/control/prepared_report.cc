#include "control/prepared_report.h"

#include <exception>
#include <string_view>
#include <utility>
#include <variant>

#include "base/overloaded.h"
#include "model/visit_failure.h"
#include "model/visit_wire.h"
#include "store/visits.h"

namespace curlew::control {
namespace {

constexpr std::size_t kLongestReason = 1'000;

// The link of an entry that has no page of its own is that of its enclosure, which is a
// recording or a picture.
bool has_page(const model::Entry& entry) {
  return !entry.link.empty() &&
         (entry.enclosures.empty() || entry.enclosures.front().url != entry.link);
}

// A change of a watched document has no page but that one. Whoever waits for a page of
// it would wait for good.
bool is_change(const model::VisitReport& report, const model::Entry& entry) {
  const model::DocumentFindings* const document = model::document_of(report.findings);
  return document != nullptr && document->version &&
         std::string_view(entry.link).substr(0, entry.link.find('#')) ==
             document->version->url;
}

store::NewArticle to_article(const model::VisitReport& report,
                             const model::FeedHead& head,
                             const model::NewEntry& found) {
  const model::Entry& entry = found.entry;
  store::NewArticle article{
      .source = report.source,
      .key = found.key,
      .likeness = found.likeness == 0 ? std::nullopt : std::optional(found.likeness),
      .entry = &entry,
      .found = report.started,
      .language = entry.language.empty() ? head.language : entry.language,
      .category = entry.categories.empty() ? head.category : entry.categories.front(),
      .wants_page = has_page(entry) && !is_change(report, entry)};
  store::pack(article);
  return article;
}

// The page that is to be stored; nullptr: none.
const model::Page* page_in(const model::VisitFindings& findings) {
  const model::Page* const none = nullptr;
  return std::visit(Overloaded{[&](const model::FeedFindings&) { return none; },
                               [&](const model::FollowedPageFindings&) { return none; },
                               [&](const model::ArticlePageFindings& found) {
                                 return found.page ? &*found.page : none;
                               },
                               [&](const model::NamedFeeds&) { return none; },
                               [&](const model::DataFindings&) { return none; },
                               // Only when it is known to be an article.
                               [&](const model::CrawlPageFindings&) { return none; }},
                    findings);
}

// The same visit, of which nothing that it found can be kept. What the controller knew
// stays: without the number of tries its page would be tried for ever.
Reported without_findings(const Reported& reported, std::string why) {
  return {.report = model::as_failure(reported.report, std::move(why)),
          .page_tries = reported.page_tries,
          .page_found = reported.page_found,
          .is_lost = true,
          .is_deadly = reported.is_deadly};
}

void pack(PreparedReport& prepared) {
  const model::VisitReport& report = prepared.reported.report;
  prepared.headers = store::pack_headers(report.headers);
  if (const model::Listing* const listing = model::listing_of(report.findings)) {
    prepared.articles.reserve(listing->new_entries.size());
    for (const model::NewEntry& found : listing->new_entries) {
      prepared.articles.push_back(to_article(report, listing->head, found));
    }
  }
  if (const model::Page* const page = page_in(report.findings)) {
    prepared.page = store::pack(*page);
  }
  if (const auto* found = std::get_if<model::ArticlePageFindings>(&report.findings)) {
    prepared.page_version = found->version;
  }
}

// The database may repeat what it refuses: that would be refused again.
std::string printable(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, kLongestReason)) {
    const bool is_plain = c >= ' ' && c <= '~';
    out += is_plain ? c : '?';
  }
  return out;
}

}  // namespace

PreparedReport prepare(Reported reported) {
  PreparedReport prepared;
  prepared.reported = std::move(reported);
  try {
    pack(prepared);
  } catch (const std::exception& error) {
    Reported failure = without_findings(prepared.reported, error.what());
    prepared = {};
    prepared.reported = std::move(failure);
    pack(prepared);
  }
  return prepared;
}

PreparedReport prepare_instead(PreparedReport refused, std::string reason, Time now) {
  reason = printable(reason);
  model::VisitReport& report = refused.reported.report;
  Reported failure = without_findings(refused.reported, "cannot be stored: " + reason);
  failure.report.terminal = printable(failure.report.terminal);
  PreparedReport prepared = prepare(std::move(failure));
  prepared.set_aside = {.visit = report.id,
                        .source = report.source,
                        .at = now,
                        .reason = std::move(reason),
                        .report = model::encode(std::move(report))};
  return prepared;
}

}  // namespace curlew::control
