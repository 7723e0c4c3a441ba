#include "parse/html/feed_link.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"

namespace curlew::parse {
namespace {

struct MediaType {
  std::string_view name;
  std::string_view feed;
};

constexpr auto kMediaTypes = std::to_array<MediaType>({
    {"application/rss+xml", "rss"},
    {"application/atom+xml", "atom"},
    {"application/feed+json", "json"},
    {"application/json", "json"},
    {"application/rdf+xml", "rss"},
    {"application/rss", "rss"},
    {"application/atom", "atom"},
    {"application/x-rss+xml", "rss"},
    {"application/x.atom+xml", "atom"},
    {"application/x-atom+xml", "atom"},
    {"text/rss+xml", "rss"},
    {"text/atom+xml", "atom"},
    {"text/rss", "rss"},
    {"text/atom", "atom"},
});

bool has_word(std::string_view words, std::string_view word) {
  while (!(words = trimmed(words)).empty()) {
    const std::size_t end =
        std::size_t(std::ranges::find_if(words, is_ascii_space) - words.begin());
    if (equals_ignoring_case(words.substr(0, end), word)) return true;
    words.remove_prefix(end);
  }
  return false;
}

std::string_view feed_of_media_type(std::string_view type) {
  const std::string_view essence = trimmed(type.substr(0, type.find(';')));
  for (const MediaType& known : kMediaTypes)
    if (equals_ignoring_case(known.name, essence)) return known.feed;
  return {};
}

// What an address without a telling type looks like; empty when not like a feed.
std::string_view feed_of_address(std::string_view href) {
  const std::string path = to_ascii_lower(href.substr(0, href.find_first_of("?#")));
  if (path.ends_with(".atom") || path.ends_with("atom.xml")) return "atom";
  for (const std::string_view ending :
       {".rss", "rss.xml", "feed.xml", ".rdf", "/feed", "/feed/", "/rss", "/rss/"})
    if (path.ends_with(ending)) return "rss";
  return {};
}

// WordPress offers its programming interface as an alternate of every page.
bool is_programming_interface(const LinkElement& link) {
  return link.href.find("/wp-json/") != link.href.npos;
}

bool is_xml_of_any_kind(std::string_view type) {
  return equals_ignoring_case(type, "text/xml") ||
         equals_ignoring_case(type, "application/xml");
}

}  // namespace

std::string_view feed_type_of(const LinkElement& link) {
  const std::string_view type = trimmed(link.type);
  const bool says_feed = has_word(link.rel, "feed");
  const bool is_alternate = has_word(link.rel, "alternate");
  // A feed's own type is enough where the relation is missing.
  if (!says_feed && !is_alternate && !trimmed(link.rel).empty()) return {};
  if (is_programming_interface(link)) return {};
  if (const std::string_view feed = feed_of_media_type(type); !feed.empty())
    return feed;
  const std::string_view guess = feed_of_address(link.href);
  if (says_feed) return guess.empty() ? "rss" : guess;
  const bool may_be_feed = type.empty() || is_xml_of_any_kind(type);
  return is_alternate && may_be_feed ? guess : std::string_view();
}

}  // namespace curlew::parse
