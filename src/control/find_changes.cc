#include "control/find_changes.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/fingerprint.h"
#include "base/plain_text.h"
#include "base/utf8.h"
#include "detect/diff/marked_words.h"
#include "detect/diff/words.h"
#include "detect/new_entries.h"
#include "store/telling_sources.h"

namespace curlew::control {
namespace {

// Of a change as it is told.
constexpr std::size_t kMostParts = 20;
constexpr std::size_t kLongestTitle = 300;
constexpr std::size_t kLongestSummary = 1'000;

// A number alone is no change of a text: texts count views, comments and the hours
// since their publication.
std::string masked_text(std::string_view text) {
  return detect::masked(plain_text(text));
}

struct PageChange {
  bool is_title = false;
  bool is_text = false;
};

// What a wall or an error shows in place of the article is not a change of it.
PageChange compare(const model::PageContent& old, const model::Page& page) {
  if (!page.content || !page.note.empty()) return {};
  const model::PageContent& now = *page.content;
  return {
      .is_title = !old.title.empty() && !now.title.empty() &&
                  plain_text(old.title) != plain_text(now.title),
      .is_text = !now.text.empty() && masked_text(old.text) != masked_text(now.text)};
}

// An article of its own that tells of a change. The same headline is told once, though
// both feed and page show it.
void tell(PreparedReport& prepared, model::Entry entry, std::string language) {
  const model::VisitReport& report = prepared.reported.report;
  cut_utf8(entry.title, kLongestTitle);
  prepared.told_changes.push_back(std::move(entry));
  const model::Entry& told = prepared.told_changes.back();
  store::NewArticle article{.source = report.source,
                            .key = short_fingerprint_of("change: " + told.id),
                            .likeness = {},
                            .entry = &told,
                            .found = report.started,
                            .language = std::move(language),
                            .category = {}};
  store::pack(article);
  prepared.articles.push_back(std::move(article));
}

model::Entry headline_changed(model::ArticleId article, std::string_view before,
                              std::string_view after) {
  model::Entry entry;
  entry.id = fmt::format("headline of {}: {}", article.value, after);
  entry.title = fmt::format("{} (headline was: {})", after, before);
  detect::append_marked_words(entry.content, before, after);
  return entry;
}

void tell_of_page(PreparedReport& prepared, model::ArticleId article,
                  const model::PageContent& old, const model::Page& page,
                  PageChange change) {
  const model::PageContent& now = *page.content;
  model::Entry entry;
  if (change.is_title) {
    entry = headline_changed(article, old.title, now.title);
  } else {
    entry.id = fmt::format("text of {} at {}", article.value,
                           to_iso8601(prepared.reported.report.started));
    entry.title = fmt::format("{} (text changed)", now.title);
  }
  if (change.is_text) {
    entry.content += detect::marked_lines(old.text, now.text, kMostParts);
  }
  entry.link = page.url;
  entry.author = now.author;
  tell(prepared, std::move(entry), page.language);
}

// For the list of an article's versions.
std::string summary_of(const model::PageContent& old, const model::PageContent& now,
                       PageChange change) {
  std::string summary = change.is_title ? fmt::format("headline changed: “{}” was “{}”",
                                                      now.title, old.title)
                                        : std::string("text changed");
  if (change.is_title && change.is_text) summary += "; text changed";
  cut_utf8(summary, kLongestSummary);
  return summary;
}

void tell_of_entries(PreparedReport& prepared, const store::KnownEntries& known) {
  const std::size_t count = prepared.articles.size();
  for (std::size_t i = 0; i < count; ++i) {
    const store::NewArticle& article = prepared.articles[i];
    const store::StoredEntry* const stored = known.find(article.source, article.key);
    if (!stored || !article.likeness || stored->likeness == article.likeness ||
        !detect::is_edit(*stored->entry, *article.entry)) {
      continue;
    }
    const std::string before = plain_text(stored->entry->title);
    const std::string after = plain_text(article.entry->title);
    if (before == after || before.empty() || after.empty()) continue;
    model::Entry entry = headline_changed(stored->article, before, after);
    entry.link = article.entry->link;
    entry.author = article.entry->author;
    tell(prepared, std::move(entry), article.language);
  }
}

}  // namespace

Result<KnownBefore> read_known_before(std::span<const PreparedReport> reports,
                                      store::Store& store) {
  std::vector<model::SourceId> sources;
  std::vector<model::ArticleId> pages;
  for (const PreparedReport& prepared : reports) {
    if (prepared.is_looked_at) continue;
    const model::VisitReport& report = prepared.reported.report;
    if (prepared.page) pages.push_back(model::article_of(report.findings));
    if (prepared.page || !prepared.articles.empty()) sources.push_back(report.source);
  }
  KnownBefore before;
  if (!pages.empty()) {
    TRY_ASSIGN(const auto planned, store.revisits().of(pages));
    std::vector<model::ArticleId> again;
    for (const auto& [article, revisit] : planned) again.push_back(article);
    if (!again.empty()) {
      TRY_ASSIGN(before.pages, store.pages().contents(again));
    }
  }
  if (sources.empty()) return before;
  TRY_ASSIGN(before.telling, store::telling_sources(store.database(), sources));
  std::vector<const store::NewArticle*> entries;
  for (const PreparedReport& prepared : reports) {
    if (prepared.is_looked_at) continue;
    if (!before.telling.contains(prepared.reported.report.source)) continue;
    for (const store::NewArticle& article : prepared.articles) {
      entries.push_back(&article);
    }
  }
  if (!entries.empty()) {
    TRY_ASSIGN(before.entries, store.articles().known(entries));
  }
  return before;
}

void find_changes(PreparedReport& prepared, const KnownBefore& before) {
  const model::VisitReport& report = prepared.reported.report;
  const bool is_told = before.telling.contains(report.source);
  const auto found = std::get_if<model::ArticlePageFindings>(&report.findings);
  if (!found) {
    if (is_told) tell_of_entries(prepared, before.entries);
    return;
  }
  const auto old = before.pages.find(found->article);
  if (old == before.pages.end() || !found->page) return;
  const PageChange change = compare(old->second, *found->page);
  prepared.is_page_changed = change.is_title || change.is_text;
  if (prepared.is_page_changed && prepared.page_version) {
    prepared.page_version->kinds.add(model::ChangeKind::kMainText);
    prepared.page_version->summary =
        summary_of(old->second, *found->page->content, change);
  }
  if (prepared.is_page_changed && is_told) {
    tell_of_page(prepared, found->article, old->second, *found->page, change);
  }
}

}  // namespace curlew::control
