#include "pipeline/hub_page.h"

#include <fmt/format.h>

#include <string>
#include <unordered_set>
#include <utility>

#include "base/utf8.h"
#include "dom/document.h"
#include "extract/page_type/needs_rendering.h"
#include "extract/rules/ruled_page.h"
#include "parse/html/head.h"
#include "pipeline/page_tree.h"
#include "url/domain.h"
#include "url/url.h"

namespace curlew::pipeline {
namespace {

// Chooses among the links of a page those that are its entries.
class EntryFinder {
 public:
  explicit EntryFinder(const url::Url& page)
      : site_(url::registrable_domain(page.host())) {
    known_.insert(url::canonical_form(page));
  }

  void add(std::vector<model::FoundLink> links) {
    for (model::FoundLink& link : links) add(std::move(link));
  }

  bool empty() const { return entries_.empty(); }
  std::vector<model::Entry> take() { return std::move(entries_); }

 private:
  void add(model::FoundLink&& link) {
    if (link.place != model::LinkPlace::kHub) return;
    const auto url = url::parse_url(link.url);
    if (!url.ok() || !is_of_this_site(*url) || url->path_and_query() == "/") return;
    const auto [id, is_new] = known_.insert(url::canonical_form(*url));
    if (!is_new) return;
    model::Entry& entry = entries_.emplace_back();
    entry.id = *id;
    entry.link = std::move(link.url);
    entry.title = std::move(link.text);
  }

  bool is_of_this_site(const url::Url& url) const {
    return url.is_http() && url::registrable_domain(url.host()) == site_;
  }

  const std::string site_;
  std::unordered_set<std::string> known_;
  std::vector<model::Entry> entries_;
};

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
  TRY_ASSIGN(const url::Url url, url::parse_url(source.url));
  PageTree tree(html, source.content_type);
  if (!tree.is_whole()) {
    return Error{ErrorKind::kMalformed,
                 fmt::format("the page cannot be read: {}", tree.why_cut())};
  }
  HubPage hub;
  hub.head =
      head_of(parse::read_html_head(tree.document(), source.url), source.url, limits);
  EntryFinder entries(url);
  const extract::RuledPage ruled(tree.document(), source.rules);
  entries.add(bounded(ruled.parts(source.url), limits).links);
  if (entries.empty() && source.short_lists == ShortLists::kFollowed) {
    entries.add(
        bounded({.blocks = {}, .links = ruled.headlines(source.url)}, limits).links);
  }
  hub.entries = entries.take();
  if (hub.entries.empty()) hub.note = why_empty(html, source, tree.document());
  return hub;
}

}  // namespace curlew::pipeline
