#include "pipeline/crawl_links.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "dom/text.h"
#include "extract/areas/found_links.h"
#include "extract/areas/link.h"
#include "url/url.h"

namespace curlew::pipeline {
namespace {

using dom::AttributeName;
using model::CrawlLinkPlace;

// Nobody reads more; a hostile page could make one link of all its text.
constexpr std::size_t kLongestAnchor = 500;
// Of all addresses together: a long <base> makes a long address of each.
constexpr std::size_t kMostAddressBytes = 1 << 20;

// What is no page by its name, so that asking for it would be in vain.
constexpr auto kNoPages = std::to_array<std::string_view>(
    {".jpg",   ".jpeg", ".png",  ".gif", ".webp", ".svg",  ".ico",  ".avif", ".css",
     ".js",    ".json", ".mp3",  ".mp4", ".m4a",  ".webm", ".ogg",  ".avi",  ".mov",
     ".wav",   ".zip",  ".gz",   ".tar", ".7z",   ".rar",  ".exe",  ".dmg",  ".apk",
     ".iso",   ".doc",  ".docx", ".xls", ".xlsx", ".ppt",  ".pptx", ".epub", ".woff",
     ".woff2", ".ics",  ".xml",  ".rss", ".atom"});

bool may_be_page(const url::Url& address) {
  const std::string path = to_ascii_lower(address.path());
  return std::ranges::none_of(
      kNoPages, [&](std::string_view ending) { return path.ends_with(ending); });
}

bool is_nofollow(dom::Node link) {
  std::string rel = to_ascii_lower(link.attribute(AttributeName::kRel));
  std::ranges::replace_if(
      rel, [](char c) { return c == '\t' || c == '\n' || c == '\r' || c == '\f'; },
      ' ');
  return (' ' + rel + ' ').find(" nofollow ") != std::string::npos;
}

std::string anchor_of(dom::Node link) {
  std::string text = dom::text_of(link);
  if (text.empty()) text = trimmed(link.attribute(AttributeName::kTitle));
  for (const dom::Node node : link.subtree()) {
    if (!text.empty()) break;
    if (node.tag() == dom::Tag::kImg)
      text = trimmed(node.attribute(AttributeName::kAlt));
  }
  std::ranges::replace(text, '\n', ' ');
  cut_utf8(text, kLongestAnchor);
  return text;
}

CrawlLinkPlace place_of(model::LinkPlace place) {
  return place == model::LinkPlace::kHub ? CrawlLinkPlace::kHub
                                         : CrawlLinkPlace::kInformational;
}

}  // namespace

std::vector<model::CrawlLink> crawl_links(const dom::Document& page,
                                          std::string_view url,
                                          const std::vector<model::FoundLink>& in_areas,
                                          const PageLimits& limits) {
  if (page.empty()) return {};
  std::unordered_map<std::string_view, CrawlLinkPlace> places;
  for (const model::FoundLink& link : in_areas) {
    places.emplace(link.url, place_of(link.place));
  }
  const auto base = url::parse_url(extract::base_address(page, url));
  const auto own = url::parse_url(url);
  std::vector<model::CrawlLink> links;
  std::unordered_map<std::string, std::size_t> known;
  std::size_t room = kMostAddressBytes;
  // Those elsewhere must not take the room of those in areas, which may come later.
  const std::size_t most = limits.links * 4;
  for (const dom::Node node : page.root().subtree()) {
    if (links.size() >= most) break;
    if (!extract::is_link(node) || is_nofollow(node)) continue;
    const auto address =
        url::parse_url(extract::link_address(node), base.ok() ? &*base : nullptr);
    if (!address.ok() || !address->is_http() || !may_be_page(*address)) continue;
    std::string href(address->without_fragment());
    if (own.ok() && href == own->without_fragment()) continue;
    if (href.size() > limits.address || href.size() > room) continue;
    const auto [at, is_new] = known.try_emplace(href, links.size());
    if (is_new) {
      room -= href.size();
      const auto place = places.find(href);
      links.push_back({.url = std::move(href),
                       .text = anchor_of(node),
                       .place = place == places.end() ? CrawlLinkPlace::kElsewhere
                                                      : place->second});
    } else if (links[at->second].text.empty()) {
      links[at->second].text = anchor_of(node);
    }
  }
  std::ranges::stable_sort(links, {}, &model::CrawlLink::place);
  if (links.size() > limits.links) links.resize(limits.links);
  return links;
}

}  // namespace curlew::pipeline
