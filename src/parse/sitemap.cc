#include "parse/sitemap.h"

#include <fmt/format.h>

#include <array>

#include "base/ascii.h"
#include "parse/charset.h"
#include "parse/date.h"
#include "parse/xml_reader.h"

namespace curlew::parse {
namespace {

// urlset > url > news:news > news:publication > news:name is the deepest that is read.
constexpr int kMaxDepth = 8;

// Where one of these begins inside an address, the address was not closed.
constexpr auto kNeverInContent =
    std::to_array<std::string_view>({"url", "sitemap", "loc", "lastmod"});

class Collector {
 public:
  Collector(Sitemap& sitemap, const SitemapLimits& limits)
      : sitemap_(sitemap), limits_(limits) {}

  bool is_full() const { return sitemap_.entries.size() >= limits_.entries; }

  void add(SitemapEntry entry) {
    const bool is_web = starts_with_ignoring_case(entry.url, "http://") ||
                        starts_with_ignoring_case(entry.url, "https://");
    if (is_web && entry.url.size() <= limits_.url_length && !is_full())
      sitemap_.entries.push_back(std::move(entry));
  }

 private:
  Sitemap& sitemap_;
  const SitemapLimits& limits_;
};

bool is_item(const XmlReader& xml) {
  return is_named(xml, "url") || is_named(xml, "sitemap");
}

void read_entry(XmlReader& xml, SitemapEntry& entry) {
  const int depth = xml.depth();
  while (xml.next_child(depth)) {
    const bool is_extension = xml.name().find(':') != xml.name().npos;
    if (is_named(xml, "loc") && !is_extension)  // Not image:loc.
      entry.url = trimmed(xml.read_text());
    else if (is_named(xml, "lastmod"))
      entry.modified = parse_date(xml.read_text());
    else if (is_named(xml, "publication_date"))
      entry.published = parse_date(xml.read_text());
    else if (is_named(xml, "title") && xml.name().starts_with("news:"))
      entry.title = trimmed(xml.read_text());
    else if (is_named(xml, "news"))
      read_entry(xml, entry);
    else if (is_item(xml))  // The one before was not closed.
      xml.close_parent();
  }
}

void read_list(XmlReader& xml, Collector& collector) {
  const int depth = xml.depth();
  while (!collector.is_full() && xml.next_child(depth)) {
    if (!is_item(xml)) continue;
    SitemapEntry entry;
    read_entry(xml, entry);
    collector.add(std::move(entry));
  }
}

Result<Sitemap> read_xml(std::string_view text, const SitemapLimits& limits) {
  Sitemap sitemap;
  Collector collector(sitemap, limits);
  XmlReader xml(text, kMaxDepth, kNeverInContent);
  while (xml.next_child(0)) {
    const bool is_index = is_named(xml, "sitemapindex");
    if (!is_index && !is_named(xml, "urlset"))
      return Error{ErrorKind::kMalformed,
                   fmt::format("sitemap: begins with <{:.40}>, neither <urlset> nor "
                               "<sitemapindex>",
                               xml.name())};
    if (is_index) sitemap.kind = SitemapKind::kIndex;
    read_list(xml, collector);
    return sitemap;
  }
  return Error{ErrorKind::kMalformed, "sitemap: no element in it"};
}

Result<Sitemap> read_lines(std::string_view text, const SitemapLimits& limits) {
  Sitemap sitemap;
  Collector collector(sitemap, limits);
  while (!text.empty() && !collector.is_full()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    collector.add({.url = std::string(trimmed(line))});
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  if (sitemap.entries.empty())
    return Error{ErrorKind::kMalformed, "sitemap: no address in it"};
  return sitemap;
}

}  // namespace

Result<Sitemap> parse_sitemap(std::string_view bytes, const SitemapLimits& limits) {
  if (bytes.size() > limits.size)
    return Error{ErrorKind::kLimit,
                 fmt::format("sitemap: {} bytes, at most {} are read", bytes.size(),
                             limits.size)};
  const Utf8Text document =
      to_utf8(bytes, {.http = {}, .declared = declared_xml_encoding(bytes)});
  const std::string_view text = trimmed(document.text);
  return text.starts_with('<') ? read_xml(text, limits) : read_lines(text, limits);
}

}  // namespace curlew::parse
