#include "parse/opml.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "parse/allowance.h"
#include "parse/character_references.h"
#include "parse/charset.h"
#include "parse/xml_reader.h"

namespace curlew::parse {
namespace {

// An <outline>: a feed, a folder, or both.
struct Outline {
  OpmlFeed feed;  // Of a folder, its name is the title and there is no address.
  std::string category;
  bool is_leaf = false;  // It says that it is something to read, and not a folder.
};

std::string attribute(const XmlReader& xml, std::string_view name) {
  for (const XmlAttribute& attribute : xml.attributes())
    if (equals_ignoring_case(attribute.name, name)) return decoded(attribute.value);
  return {};
}

bool has_attribute(const XmlReader& xml, std::string_view name) {
  for (const XmlAttribute& attribute : xml.attributes())
    if (equals_ignoring_case(attribute.name, name)) return true;
  return false;
}

bool is_feed_type(std::string_view type) {
  return equals_ignoring_case(type, "rss") || equals_ignoring_case(type, "atom");
}

// The lines that folded() of opml_writer.cc made one.
std::string unfolded(std::string_view text) {
  std::string lines;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      ++i;
      lines += text[i] == 'n' ? '\n' : text[i];
    } else {
      lines += text[i];
    }
  }
  return lines;
}

Outline read_outline(const XmlReader& xml) {
  Outline outline;
  OpmlFeed& feed = outline.feed;
  feed.url = trimmed(attribute(xml, "xmlUrl"));
  if (feed.url.empty() && is_feed_type(attribute(xml, "type")))
    feed.url = trimmed(attribute(xml, "url"));
  feed.site_url = trimmed(attribute(xml, "htmlUrl"));
  feed.title = attribute(xml, "title");
  if (trimmed(feed.title).empty()) feed.title = attribute(xml, "text");
  if (feed.title == feed.url) feed.title.clear();
  feed.page = trimmed(attribute(xml, "curlew:page"));
  feed.kind = trimmed(attribute(xml, "curlew:kind"));
  feed.interval = trimmed(attribute(xml, "curlew:interval"));
  feed.state = trimmed(attribute(xml, "curlew:state"));
  feed.watching = unfolded(attribute(xml, "curlew:watching"));
  feed.objective = trimmed(attribute(xml, "curlew:objective"));
  feed.policy = trimmed(attribute(xml, "curlew:policy"));
  outline.category = attribute(xml, "category");
  const std::string type = attribute(xml, "type");
  outline.is_leaf = has_attribute(xml, "xmlUrl") || !feed.site_url.empty() ||
                    is_feed_type(type) || equals_ignoring_case(type, "link") ||
                    equals_ignoring_case(type, "include");
  return outline;
}

// The first of "/News/Greece,/Other": the attribute lists the same feed in many places.
std::string folder_of_category(std::string_view category) {
  std::string_view first = trimmed(category.substr(0, category.find(',')));
  while (first.starts_with('/')) first.remove_prefix(1);
  while (first.ends_with('/')) first.remove_suffix(1);
  return std::string(first);
}

std::string inside(const std::string& folder, std::string_view name, Bytes limit) {
  name = trimmed(name);
  if (name.empty()) return folder;
  const std::string before = folder.empty() ? "" : folder + '/';
  name = utf8_prefix(name, limit - std::min<Bytes>(limit, before.size()));
  return name.empty() ? folder : before + std::string(name);
}

class OpmlReader {
 public:
  OpmlReader(std::string_view text, const OpmlLimits& limits, Allowance allowance)
      : xml_(text, limits.depth), limits_(limits), allowance_(allowance) {}

  Result<OpmlList> read() {
    TRY(read_level(0, ""));
    if (!has_opml_)
      return Error{ErrorKind::kMalformed, "OPML: neither <opml> nor <outline> in it"};
    list_.is_cut = xml_.is_truncated();
    // Outlines that were never closed are a list that is cut.
    if (xml_.is_too_deep() && !list_.is_cut)
      return Error{
          ErrorKind::kLimit,
          fmt::format("OPML: its outlines are nested deeper than {}", limits_.depth)};
    return std::move(list_);
  }

 private:
  // Everything below the open element at `depth`; recursion ends with the limit on
  // depth.
  Result<void> read_level(int depth, const std::string& folder) {
    while (xml_.next_child(depth)) {
      const int below = xml_.depth();
      if (is_named(xml_, "outline")) {
        has_opml_ = true;
        TRY(read_branch(below, folder));
      } else if (!is_named(xml_, "head")) {
        has_opml_ |= is_named(xml_, "opml");
        TRY(read_level(below, folder));
      }
    }
    return {};
  }

  Result<void> read_branch(int depth, const std::string& folder) {
    Outline outline = read_outline(xml_);
    // A feed's outline that its author forgot to close holds its neighbours.
    if (outline.feed.url.empty()) return read_folder(depth, folder, outline);
    if (list_.feeds.size() == limits_.feeds)
      return Error{ErrorKind::kLimit,
                   fmt::format("OPML: more than {} feeds", limits_.feeds)};
    if (!allowance_.take(folder.size()))
      return Error{ErrorKind::kLimit,
                   fmt::format("OPML: the names of its folders, for each feed in them, "
                               "make it more than four times as long, at feed {}",
                               list_.feeds.size() + 1)};
    cut_utf8(outline.feed.title, limits_.title);
    OpmlFeed& feed = list_.feeds.emplace_back(std::move(outline.feed));
    feed.folder = folder.empty() ? category_folder(outline) : folder;
    return read_level(depth, folder);
  }

  Result<void> read_folder(int depth, const std::string& folder,
                           const Outline& outline) {
    const std::size_t before = list_.feeds.size() + list_.skipped;
    TRY(read_level(depth, inside(folder, outline.feed.title, limits_.folder)));
    const bool is_empty = list_.feeds.size() + list_.skipped == before;
    if (is_empty && outline.is_leaf) ++list_.skipped;
    return {};
  }

  std::string category_folder(const Outline& outline) const {
    return inside("", folder_of_category(outline.category), limits_.folder);
  }

  XmlReader xml_;
  OpmlLimits limits_;
  Allowance allowance_;
  OpmlList list_;
  bool has_opml_ = false;
};

}  // namespace

Result<OpmlList> parse_opml(std::string_view bytes, const OpmlLimits& limits) {
  if (bytes.size() > limits.size)
    return Error{ErrorKind::kLimit, fmt::format("OPML: {} bytes, at most {} are read",
                                                bytes.size(), limits.size)};
  const Utf8Text document =
      to_utf8(bytes, {.http = {}, .declared = declared_xml_encoding(bytes)});
  return OpmlReader(document.text, limits, {bytes.size(), document.text.size()}).read();
}

}  // namespace curlew::parse
