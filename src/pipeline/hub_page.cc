#include "pipeline/hub_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/markup_escape.h"
#include "base/utf8.h"
#include "dom/document.h"
#include "extract/page_type/needs_rendering.h"
#include "extract/rules/ruled_page.h"
#include "parse/html/head.h"
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
bool is_list(const std::vector<extract::PageEntry>& entries) {
  return std::ranges::any_of(entries, [](const extract::PageEntry& entry) {
    return entry.place == model::LinkPlace::kHub;
  });
}

std::vector<extract::PageEntry> find_entries(const extract::RuledPage& page,
                                             const HubSource& source) {
  std::vector<extract::PageEntry> entries = page.entries(source.url);
  if (source.short_lists == ShortLists::kFollowed)
    return entries.empty() ? page.headlines(source.url) : entries;
  if (!is_list(entries)) entries.clear();
  return entries;
}

model::FeedHead head_of(const parse::HtmlHead& page, std::string_view url,
                        const PageLimits& limits) {
  model::FeedHead head;
  head.title = utf8_prefix(page.title, limits.line);
  head.site_url = url;
  head.language = utf8_prefix(page.language, limits.line);
  return head;
}

std::string why_empty(std::string_view html, const HubSource& source,
                      const dom::Document& tree) {
  const bool needs_rendering = source.rendering == model::Rendering::kNever &&
                               extract::needs_rendering(tree, html);
  return std::string(needs_rendering ? kNeedsRendering
                                     : "the page has no list of links");
}

}  // namespace

Result<HubPage> read_hub_page(std::string_view html, const HubSource& source,
                              const PageLimits& limits) {
  TRY(url::parse_url(source.url));
  PageTree tree(html, source.content_type);
  if (!tree.is_whole()) {
    return Error{ErrorKind::kMalformed,
                 fmt::format("the page cannot be read: {}", tree.why_cut())};
  }
  HubPage hub;
  hub.head =
      head_of(parse::read_html_head(tree.document(), source.url), source.url, limits);
  const extract::RuledPage ruled(tree.document(), source.rules);
  hub.entries = to_entries(find_entries(ruled, source), limits);
  if (hub.entries.empty()) hub.note = why_empty(html, source, tree.document());
  return hub;
}

}  // namespace curlew::pipeline
