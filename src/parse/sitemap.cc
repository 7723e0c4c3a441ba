#include "parse/sitemap.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "parse/charset.h"
#include "parse/date.h"
#include "parse/xml_reader.h"

namespace curlew::parse {
namespace {

// <urlset><url><news:news><news:title>: more is not needed.
constexpr int kSitemapDepth = 8;
// The rest of a robots.txt of that size is nobody's rule either (RFC 9309 §2.5).
constexpr Bytes kMostRobots = 500_KiB;

class SitemapReader {
 public:
  SitemapReader(std::string_view text, const SitemapLimits& limits)
      : xml_(text, kSitemapDepth), limits_(limits) {}

  Result<Sitemap> read() {
    bool is_list = false;
    while (xml_.next_child(0)) {
      const int root = xml_.depth();
      if (is_named(xml_, "urlset") || is_named(xml_, "sitemapindex")) {
        is_list = true;
        read_list(root);
      }
    }
    if (!is_list) {
      return Error{ErrorKind::kMalformed,
                   "sitemap: neither <urlset> nor <sitemapindex> in it"};
    }
    list_.is_cut |= xml_.is_truncated();
    return std::move(list_);
  }

 private:
  void read_list(int depth) {
    while (xml_.next_child(depth)) {
      const bool is_page = is_named(xml_, "url");
      if (!is_page && !is_named(xml_, "sitemap")) continue;
      if (list_.pages.size() + list_.sitemaps.size() >= limits_.entries) {
        list_.is_cut = true;
        return;
      }
      SitemapEntry entry = read_entry(xml_.depth());
      if (entry.url.empty()) continue;
      (is_page ? list_.pages : list_.sitemaps).push_back(std::move(entry));
    }
  }

  SitemapEntry read_entry(int depth) {
    SitemapEntry entry;
    std::optional<Time> published;
    while (xml_.next_child(depth)) {
      if (xml_.name().find(':') == std::string_view::npos) {
        read_field(entry);
      } else if (is_named(xml_, "news")) {
        read_news(xml_.depth(), entry, published);
      }
    }
    if (!entry.modified) entry.modified = published;
    return entry;
  }

  void read_field(SitemapEntry& entry) {
    if (is_named(xml_, "loc")) {
      const std::string text = xml_.read_text();
      const std::string_view url = trimmed(text);
      if (entry.url.empty() && url.size() <= limits_.address) entry.url = url;
    } else if (is_named(xml_, "lastmod")) {
      entry.modified = parse_date(trimmed(xml_.read_text()));
    }
  }

  void read_news(int depth, SitemapEntry& entry, std::optional<Time>& published) {
    while (xml_.next_child(depth)) {
      if (is_named(xml_, "title")) {
        entry.title = trimmed(xml_.read_text());
        std::ranges::replace(entry.title, '\n', ' ');
        cut_utf8(entry.title, limits_.title);
      } else if (is_named(xml_, "publication_date")) {
        published = parse_date(trimmed(xml_.read_text()));
      }
    }
  }

  XmlReader xml_;
  const SitemapLimits& limits_;
  Sitemap list_;
};

// Takes the next line off, without its end.
std::string_view take_sitemap_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
  const std::string_view line = trimmed(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

bool is_web_address(std::string_view text) {
  const std::string start = to_ascii_lower(text.substr(0, 8));
  return start.starts_with("http://") || start.starts_with("https://");
}

// An address a line, and nothing else.
Result<Sitemap> parse_address_list(std::string_view text, const SitemapLimits& limits) {
  Sitemap list;
  while (!text.empty()) {
    const std::string_view line = take_sitemap_line(text);
    if (line.empty()) continue;
    if (!is_web_address(line)) {
      return Error{ErrorKind::kMalformed,
                   "sitemap: neither XML nor a list of addresses"};
    }
    if (list.pages.size() >= limits.entries) {
      list.is_cut = true;
      break;
    }
    if (line.size() > limits.address) continue;
    list.pages.push_back({.url = std::string(line), .title = {}, .modified = {}});
  }
  if (list.pages.empty()) {
    return Error{ErrorKind::kMalformed, "sitemap: there is nothing in it"};
  }
  return list;
}

}  // namespace

Result<Sitemap> parse_sitemap(std::string_view bytes, const SitemapLimits& limits) {
  if (bytes.size() > limits.size) {
    return Error{ErrorKind::kLimit,
                 fmt::format("sitemap: {} bytes, at most {} are read", bytes.size(),
                             limits.size)};
  }
  const Utf8Text document =
      to_utf8(bytes, {.http = {}, .declared = declared_xml_encoding(bytes)});
  const std::string_view text = trimmed(document.text);
  if (!text.starts_with('<')) return parse_address_list(text, limits);
  return SitemapReader(text, limits).read();
}

std::vector<std::string> sitemaps_of_robots(std::string_view robots,
                                            std::size_t limit) {
  constexpr std::string_view kKey = "sitemap:";
  robots = robots.substr(0, kMostRobots);
  std::vector<std::string> named;
  while (!robots.empty() && named.size() < limit) {
    std::string_view line = take_sitemap_line(robots);
    if (!equals_ignoring_case(line.substr(0, kKey.size()), kKey)) continue;
    line = trimmed(line.substr(kKey.size()));
    line = line.substr(0, line.find_first_of(" \t"));
    if (!is_web_address(line) || line.size() > SitemapLimits().address) continue;
    if (std::ranges::find(named, line) == named.end()) named.emplace_back(line);
  }
  return named;
}

}  // namespace curlew::parse
