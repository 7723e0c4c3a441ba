#include "parse/html/feed_links.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "parse/charset.h"
#include "parse/html/meta_charset.h"
#include "parse/html/page.h"
#include "parse/html/tokenizer.h"
#include "url/url.h"

namespace curlew::parse {
namespace {

using dom::AttributeName;
using dom::Node;
using dom::Tag;

// Heads with all their inline styles and scripts stay far below; links that stray into
// the body of an ordinary page are still found.
constexpr std::size_t kHeadBytes = 1_MiB;
constexpr std::size_t kMaxFeeds = 100;

// Which <link> elements lead to a feed: https://www.rssboard.org/rss-autodiscovery, and
// what sites really write.

struct LinkElement {
  std::string_view rel;
  std::string_view type;
  std::string_view href;
};

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

// "rss", "atom" or "json"; empty when the link does not lead to a feed.
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

std::string with_single_spaces(std::string_view text) {
  std::string result;
  for (const char c : trimmed(text)) {
    if (!is_ascii_space(c))
      result += c;
    else if (!result.ends_with(' '))
      result += ' ';
  }
  return result;
}

std::string_view attribute_of(Node node, AttributeName name) {
  return trimmed(node.attribute(name));
}

// Links wait for the base, which may come later; the first one counts, as in a browser.
class LinkReader {
 public:
  void read(Node node) {
    if (node.tag() == Tag::kLink) read_link(node);
    if (node.tag() == Tag::kBase && base_.empty()) {
      base_ = attribute_of(node, AttributeName::kHref);
    }
  }

  std::vector<FeedLink> finish(std::string_view page_url) && {
    const std::string base =
        url::resolve(base_, page_url).value_or(std::string(page_url));
    std::vector<FeedLink> feeds;
    for (FeedLink& link : links_) {
      const auto url = url::resolve(link.url, base);
      if (!url || !url->starts_with("http")) continue;
      if (std::ranges::find(feeds, *url, &FeedLink::url) != feeds.end()) continue;
      link.url = *url;
      if (link.title.empty()) link.title = link.url;
      feeds.push_back(std::move(link));
    }
    return feeds;
  }

 private:
  void read_link(Node node) {
    const LinkElement link{attribute_of(node, AttributeName::kRel),
                           attribute_of(node, AttributeName::kType),
                           attribute_of(node, AttributeName::kHref)};
    if (link.href.empty()) return;
    const std::string_view type = feed_type_of(link);
    if (type.empty() || links_.size() == kMaxFeeds) return;
    links_.push_back({std::string(link.href),
                      with_single_spaces(attribute_of(node, AttributeName::kTitle)),
                      std::string(type)});
  }

  std::string base_;
  std::vector<FeedLink> links_;
};

// The page up to the last tag that matters: building a tree of all the rest would take
// ten times as long.
std::string_view beginning_of(std::string_view html) {
  Tokenizer tokens(html, TokenUse::kTags);
  std::size_t end = 0;
  for (Token tag = tokens.next(); tag.kind != Token::Kind::kEnd; tag = tokens.next()) {
    if (tag.kind != Token::Kind::kStartTag) continue;
    tokens.skip_raw_text(tag);
    if (tag.tag == Tag::kBase || tag.tag == Tag::kLink) end = tokens.position();
  }
  return html.substr(0, end);
}

}  // namespace

std::vector<FeedLink> find_feed_links(std::string_view bytes, std::string_view url,
                                      std::string_view content_type) {
  thread_local dom::Document page;
  bytes = bytes.substr(0, kHeadBytes);
  const Utf8Text text = to_utf8(
      bytes, {charset_of_content_type(content_type), declared_html_charset(bytes)});
  parse_html(beginning_of(text.text), page);
  LinkReader reader;
  for (const Node node : page.root().subtree()) reader.read(node);
  return std::move(reader).finish(url);
}

}  // namespace curlew::parse
