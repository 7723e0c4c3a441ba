#include "pipeline/hub_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "base/markup_escape.h"
#include "base/utf8.h"
#include "dom/document.h"
#include "extract/metadata/metadata.h"
#include "extract/page_type/needs_rendering.h"
#include "extract/rules/ruled_page.h"
#include "pipeline/page_tree.h"
#include "url/url.h"

namespace curlew::pipeline {
namespace {

std::vector<model::Entry> to_entries(std::vector<extract::PageEntry> found,
                                     const PageLimits& limits) {
  std::vector<model::Entry> entries;
  for (extract::PageEntry& one : found) {
    const auto url = url::parse_url(one.url);
    if (!url.ok() || one.url.size() > limits.address) continue;
    if (entries.size() == limits.links) break;
    model::Entry& entry = entries.emplace_back();
    entry.id = url::canonical_form(*url);
    entry.link = std::move(one.url);
    entry.title = std::move(one.title);
    entry.summary = escaped_markup(one.summary);
  }
  return entries;
}

// Links inside of text alone do not make a list of a page that nobody calls one.
bool has_hub_area(const std::vector<extract::PageEntry>& entries) {
  return std::ranges::any_of(entries, [](const extract::PageEntry& entry) {
    return entry.place == model::LinkPlace::kHub;
  });
}

std::vector<extract::PageEntry> find_entries(const extract::RuledPage& page,
                                             const HubSource& source) {
  std::vector<extract::PageEntry> entries = page.entries(source.url);
  if (source.short_lists == ShortLists::kFollowed)
    return entries.empty() ? page.headlines(source.url) : entries;
  if (!has_hub_area(entries)) entries.clear();
  return entries;
}

std::string on_one_line(std::string text) {
  const auto is_double = [](char a, char b) {
    return is_ascii_space(a) && is_ascii_space(b);
  };
  text.erase(std::unique(text.begin(), text.end(), is_double), text.end());
  std::ranges::replace_if(text, is_ascii_space, ' ');
  return text;
}

void note_emptiness(HubPage& hub, std::string_view html, const HubSource& source,
                    const dom::Document& tree) {
  const bool needs_rendering = source.rendering == model::Rendering::kNever &&
                               extract::needs_rendering(tree, html);
  hub.remark = needs_rendering ? model::Remark::kNeedsScripts : model::Remark::kNoLinks;
  hub.note = needs_rendering ? kNeedsRendering : "the page has no list of links";
}

// What an article may be called: "Sign in", "Load more", "Sports" and "37 minutes ago"
// are shorter. One Chinese character says what a short word does.
bool looks_like_headline(std::string_view title) {
  constexpr std::size_t kShortest = 15;
  std::size_t length = 0;
  for (const char c : title) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0) == 0x80) continue;             // Within a character.
    length += byte >= 0xe3 && byte <= 0xed ? 2 : 1;  // From U+3000 to U+DFFF.
  }
  return length >= kShortest;
}

// A list of which hardly anything can be a headline is a menu.
void note_junk(HubPage& hub) {
  constexpr std::size_t kFewest = 4;  // Of fewer nothing can be said.
  constexpr std::size_t kOneOf = 4;
  const auto headlines = static_cast<std::size_t>(std::ranges::count_if(
      hub.entries,
      [](const model::Entry& entry) { return looks_like_headline(entry.title); }));
  if (hub.entries.size() < kFewest || headlines * kOneOf >= hub.entries.size()) return;
  hub.remark = model::Remark::kNoHeadlines;
  hub.note = fmt::format("of {} links on the page {} look like headlines",
                         hub.entries.size(), headlines);
}

}  // namespace

model::FeedHead head_of_page(const dom::Document& page, std::string_view url,
                             const PageLimits& limits) {
  const extract::Metadata facts = extract::read_metadata(page);
  const std::string title =
      on_one_line(facts.title.empty() ? facts.og_title : facts.title);
  model::FeedHead head;
  head.title = utf8_prefix(title, limits.line);
  head.site_url = url;
  head.language = utf8_prefix(facts.language, limits.line);
  return head;
}

Result<HubPage> read_hub_page(std::string_view html, const HubSource& source,
                              const PageLimits& limits, TimeBudget time) {
  const PageTree tree(html, source.content_type, time);
  return read_hub_page(tree, html, source, limits, std::move(time));
}

Result<HubPage> read_hub_page(const PageTree& tree, std::string_view html,
                              const HubSource& source, const PageLimits& limits,
                              TimeBudget time) {
  TRY(url::parse_url(source.url));
  const auto give_up = [](std::string_view why) {
    return Error{ErrorKind::kMalformed,
                 fmt::format("the page cannot be read: {}", why)};
  };
  if (!tree.is_whole()) return give_up(tree.why_cut());
  if (time.is_spent()) return give_up(kTooSlow);
  HubPage hub;
  hub.head = head_of_page(tree.document(), source.url, limits);
  const extract::RuledPage ruled(tree.document(), source.rules);
  hub.entries = to_entries(find_entries(ruled, source), limits);
  hub.judgement = judge(ruled, model::PageType::kListing, source.averages);
  if (time.is_spent()) return give_up(kTooSlow);
  if (hub.entries.empty()) {
    note_emptiness(hub, html, source, tree.document());
  } else {
    note_junk(hub);
  }
  return hub;
}

}  // namespace curlew::pipeline
