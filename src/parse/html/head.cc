#include "parse/html/head.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "dom/text.h"
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

// --- Which <link> elements lead to a feed: https://www.rssboard.org/rss-autodiscovery,
// and what sites really write. ---

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

// --- The head itself. ---

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

void set_if_empty(std::string& field, std::string_view value) {
  if (field.empty()) field = with_single_spaces(value);
}

// The first of each wins, as in a browser. Links wait for the base, which may come
// later.
class HeadReader {
 public:
  explicit HeadReader(std::string_view url) : page_url_(url) {}

  void read(Node node) {
    switch (node.tag()) {
      case Tag::kLink:
        return read_link(node);
      case Tag::kMeta:
        return read_meta(node);
      case Tag::kTitle:
        return set_if_empty(head_.title, dom::text_of(node));
      case Tag::kBase:
        return set_if_empty(base_, attribute_of(node, AttributeName::kHref));
      case Tag::kHtml:
        set_if_empty(head_.language, attribute_of(node, AttributeName::kLang));
        return set_if_empty(head_.language, trimmed(node.attribute("xml:lang")));
      default:
        return;
    }
  }

  HtmlHead finish() && {
    const std::string base = url::resolve(base_, page_url_).value_or(page_url_);
    set_if_empty(head_.language, content_language_);
    set_if_empty(head_.title, social_title_);
    head_.canonical_url = url::resolve(canonical_, base).value_or("");
    if (canonical_.empty()) head_.canonical_url.clear();
    for (const FeedLink& link : links_) add_feed(link, base);
    return std::move(head_);
  }

 private:
  void read_link(Node node) {
    const LinkElement link{attribute_of(node, AttributeName::kRel),
                           attribute_of(node, AttributeName::kType),
                           attribute_of(node, AttributeName::kHref)};
    if (link.href.empty()) return;
    if (equals_ignoring_case(link.rel, "canonical"))
      set_if_empty(canonical_, link.href);
    const std::string_view type = feed_type_of(link);
    if (type.empty() || links_.size() == kMaxFeeds) return;
    links_.push_back({std::string(link.href),
                      with_single_spaces(attribute_of(node, AttributeName::kTitle)),
                      std::string(type)});
  }

  // Sites write the same names under `name`, `property` and `itemprop`.
  void read_meta(Node node) {
    const std::string_view content = attribute_of(node, AttributeName::kContent);
    if (equals_ignoring_case(attribute_of(node, AttributeName::kHttpEquiv),
                             "content-language"))
      set_if_empty(content_language_, content);
    for (const AttributeName key :
         {AttributeName::kProperty, AttributeName::kName, AttributeName::kItemprop}) {
      const std::string_view name = attribute_of(node, key);
      if (equals_ignoring_case(name, "article:section") ||
          equals_ignoring_case(name, "articleSection"))
        set_if_empty(head_.section, content);
      if (equals_ignoring_case(name, "og:title")) set_if_empty(social_title_, content);
    }
  }

  void add_feed(FeedLink link, std::string_view base) {
    const auto url = url::resolve(link.url, base);
    if (!url || !url->starts_with("http")) return;
    const auto is_same = [&](const FeedLink& other) { return other.url == *url; };
    if (std::ranges::any_of(head_.feeds, is_same)) return;
    link.url = *url;
    if (link.title.empty()) link.title = link.url;
    head_.feeds.push_back(std::move(link));
  }

  std::string page_url_;
  HtmlHead head_;
  std::string base_;
  std::string canonical_;
  std::string content_language_;
  std::string social_title_;
  std::vector<FeedLink> links_;
};

bool matters(Tag tag) {
  return tag == Tag::kHtml || tag == Tag::kBase || tag == Tag::kLink ||
         tag == Tag::kMeta;
}

// The page up to the last tag that the reader may want: building a tree of all the rest
// would take ten times as long. Titles after the first are those of drawings.
std::string_view beginning_of(std::string_view html) {
  Tokenizer tokens(html, TokenUse::kTags);
  bool has_title = false;
  std::size_t end = 0;
  for (Token tag = tokens.next(); tag.kind != Token::Kind::kEnd; tag = tokens.next()) {
    if (tag.kind != Token::Kind::kStartTag) continue;
    tokens.skip_raw_text(tag);
    const bool is_title = tag.tag == Tag::kTitle;
    if (is_title ? !has_title : matters(tag.tag)) end = tokens.position();
    has_title |= is_title;
  }
  return html.substr(0, end);
}

}  // namespace

HtmlHead read_html_head(const dom::Document& page, std::string_view url) {
  HeadReader reader(url);
  for (const Node node : page.root().subtree()) reader.read(node);
  return std::move(reader).finish();
}

Result<HtmlHead> parse_html_head(std::string_view bytes, std::string_view url,
                                 std::string_view content_type) {
  thread_local dom::Document page;
  bytes = bytes.substr(0, kHeadBytes);
  const Utf8Text text = to_utf8(
      bytes, {charset_of_content_type(content_type), declared_html_charset(bytes)});
  parse_html(beginning_of(text.text), page);
  return read_html_head(page, url);
}

}  // namespace curlew::parse
