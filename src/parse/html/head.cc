#include "parse/html/head.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "parse/charset.h"
#include "parse/html/depth.h"
#include "parse/html/feed_link.h"
#include "parse/html/meta_charset.h"
#include "parse/html/tag_scanner.h"
#include "parse/html/tree.h"
#include "url/url.h"

namespace curlew::parse {
namespace {

// Heads with all their inline styles and scripts stay far below; links that stray into
// the body of an ordinary page are still found.
constexpr std::size_t kHeadBytes = 1_MiB;
constexpr std::size_t kMaxFeeds = 100;

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

std::string_view attribute_of(HtmlNode node, std::string_view name) {
  return trimmed(node.attribute(name).value_or(std::string_view()));
}

void set_if_empty(std::string& field, std::string_view value) {
  if (field.empty()) field = with_single_spaces(value);
}

// The first of each wins, as in a browser. Links wait for the base, which may come
// later.
class HeadReader {
 public:
  explicit HeadReader(std::string_view url) : page_url_(url) {}

  void read(HtmlNode node) {
    const std::string_view name = node.name();
    if (name == "link") {
      read_link(node);
    } else if (name == "meta") {
      read_meta(node);
    } else if (name == "title") {
      set_if_empty(head_.title, node.text());
    } else if (name == "base") {
      set_if_empty(base_, attribute_of(node, "href"));
    } else if (name == "html") {
      set_if_empty(head_.language, attribute_of(node, "lang"));
      set_if_empty(head_.language, attribute_of(node, "xml:lang"));
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
  void read_link(HtmlNode node) {
    const LinkElement link{attribute_of(node, "rel"), attribute_of(node, "type"),
                           attribute_of(node, "href")};
    if (link.href.empty()) return;
    if (equals_ignoring_case(link.rel, "canonical"))
      set_if_empty(canonical_, link.href);
    const std::string_view type = feed_type_of(link);
    if (type.empty() || links_.size() == kMaxFeeds) return;
    links_.push_back({std::string(link.href),
                      with_single_spaces(attribute_of(node, "title")),
                      std::string(type)});
  }

  // Sites write the same names under `name`, `property` and `itemprop`.
  void read_meta(HtmlNode node) {
    const std::string_view content = attribute_of(node, "content");
    if (equals_ignoring_case(attribute_of(node, "http-equiv"), "content-language"))
      set_if_empty(content_language_, content);
    for (const std::string_view key : {"property", "name", "itemprop"}) {
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

bool matters(const ScannedTag& tag) {
  static constexpr auto kNames =
      std::to_array<std::string_view>({"html", "base", "link", "meta"});
  return std::ranges::any_of(kNames, [&](std::string_view name) {
    return equals_ignoring_case(name, tag.name);
  });
}

// The page up to the last tag that the reader may want: building a tree of all the rest
// would take ten times as long. Titles after the first are those of drawings.
std::string_view beginning_of(std::string_view html) {
  TagScanner tags(html);
  bool has_title = false;
  std::size_t end = 0;
  while (const auto tag = tags.next()) {
    const bool is_title = equals_ignoring_case(tag->name, "title");
    if (is_title ? !has_title : !tag->is_end && matters(*tag)) end = tags.position();
    has_title |= is_title && tag->is_end;
  }
  return html.substr(0, end);
}

// A page that nests too deep still has a head: what follows the depth is cut off.
Result<HtmlNode> parse_beginning(HtmlParser& parser, std::string_view utf8) {
  const std::string_view beginning = beginning_of(utf8);
  Result<HtmlNode> whole = parser.parse(beginning);
  if (whole.ok() || whole.error().kind != ErrorKind::kLimit) return whole;
  return parser.parse(beginning.substr(0, find_too_deep(beginning)));
}

}  // namespace

Result<HtmlHead> parse_html_head(std::string_view bytes, std::string_view url,
                                 std::string_view content_type) {
  thread_local HtmlParser parser;
  bytes = bytes.substr(0, kHeadBytes);
  const Utf8Text page = to_utf8(
      bytes, {charset_of_content_type(content_type), declared_html_charset(bytes)});
  TRY_ASSIGN(HtmlNode node, parse_beginning(parser, page.text));
  HeadReader reader(url);
  for (; node; node = node.next_in_document())
    if (node.is_html_element()) reader.read(node);
  return std::move(reader).finish();
}

}  // namespace curlew::parse
