#include "parse/xml_feed/xml_feed.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/ascii.h"
#include "parse/own_entities.h"
#include "parse/xml_feed/document.h"
#include "parse/xml_feed/entry.h"
#include "parse/xml_feed/fields.h"
#include "parse/xml_feed/text.h"
#include "parse/xml_feed/wishes.h"

namespace curlew::parse {
namespace {

// How deep a feed may stand in other elements, such as the tags of an error message
// that the publisher's program printed before it.
constexpr int kJunkDepth = 4;

class FeedReader {
 public:
  explicit FeedReader(FeedDocument& document) : document_(document) {}

  Feed read() {
    feed_.kind = document_.kind;
    feed_.language = document_.language();
    feed_.link = document_.resolve(document_.attribute("href"));  // CDF
    const int depth = document_.depth();
    if (document_.element() == Element::kEntry) {
      add_entry();
    } else {
      read_children(depth);
    }
    // Elements after the end of the root belong to it: its end tag came too early.
    while (document_.next_child(depth - 1)) read_element();
    set_if_empty(feed_.title, std::move(other_title_));
    set_if_empty(feed_.description, std::move(other_description_));
    for (model::Entry& entry : feed_.entries) {
      if (entry.language.empty() && document_.allowance().take(feed_.language.size())) {
        entry.language = feed_.language;
      }
    }
    return std::move(feed_);
  }

 private:
  void read_children(int depth) {
    while (document_.next_child(depth)) read_element();
  }

  void read_element() {
    const int depth = document_.depth();
    switch (document_.element()) {
      case Element::kChannel:
      case Element::kItems:
        read_children(depth);
        break;
      case Element::kEntry:
        add_entry();
        break;
      case Element::kTitle:
        set_if_empty(feed_.title, read_title(document_));
        break;
      case Element::kOtherTitle:
        set_if_empty(other_title_, read_title(document_));
        break;
      case Element::kLink:
        read_link();
        break;
      case Element::kSummary:
        set_if_empty(feed_.description, read_html(document_));
        break;
      case Element::kOtherSummary:
        set_if_empty(other_description_, read_html(document_));
        break;
      case Element::kCategory:
      case Element::kSubject:
        add_category(feed_.categories, document_);
        find_entries(depth);
        break;
      case Element::kLanguage:
        feed_.language = document_.read_language();
        break;
      case Element::kTtl:
      case Element::kSkipHours:
      case Element::kSkipDays:
      case Element::kUpdatePeriod:
      case Element::kUpdateFrequency:
        wishes_.read(document_, feed_);
        break;
      default:
        find_entries(document_.depth());
    }
  }

  // In an element that means nothing to us, or whose end tag is missing.
  void find_entries(int depth) {
    while (document_.next_child(depth)) {
      if (document_.element() == Element::kEntry) {
        add_entry();
      } else {
        find_entries(document_.depth());
      }
    }
  }

  void add_entry() {
    auto entry = read_entry(document_);
    if (entry && feed_.entries.size() >= document_.limits.entries) {
      ++feed_.left_out;
    } else if (entry) {
      feed_.entries.push_back(*std::move(entry));
    }
  }

  void read_link() {
    const LinkElement link = read_link_element(document_);
    if (link.relation == "hub") {
      set_if_empty(feed_.hub, link.address);
    } else if (link.relation == "self") {
      set_if_empty(feed_.self_link, link.address);
    } else if (link.relation == "alternate" && link.is_page && !link.address.empty()) {
      feed_.link = link.address;
    }
  }

  FeedDocument& document_;
  Feed feed_;
  WishReader wishes_;
  std::string other_title_;
  std::string other_description_;
};

bool is_root(Element element) {
  return element == Element::kRss || element == Element::kRdf ||
         element == Element::kFeed || element == Element::kChannel;
}

FeedKind kind_of(Element root) {
  if (root == Element::kFeed || root == Element::kEntry) return FeedKind::kAtom;
  return root == Element::kRdf ? FeedKind::kRdf : FeedKind::kRss;
}

// Goes to the root element of the feed. `seen` becomes the name of the first element
// that was none.
bool find_root(FeedDocument& document, int depth, std::string& seen) {
  while (document.next_child(depth)) {
    if (is_root(document.element())) return true;
    // A document may be one entry (RFC 4287 section 2).
    if (depth == 0 && document.element() == Element::kEntry) return true;
    set_if_empty(seen, std::string(document.name()));
    if (depth < kJunkDepth && find_root(document, document.depth(), seen)) return true;
  }
  return false;
}

Error not_a_feed(const std::string& root) {
  if (root.empty()) return {ErrorKind::kMalformed, "no feed: no markup in it"};
  for (const std::string_view name : {"html", "head", "body", "div", "p", "script"}) {
    if (equals_ignoring_case(root, name)) {
      return {ErrorKind::kMalformed, "HTML instead of a feed"};
    }
  }
  return {ErrorKind::kMalformed,
          fmt::format("no feed: XML with the root element <{}>", root)};
}

}  // namespace

Result<Feed> parse_xml_feed(std::string_view text, const FeedContext& context,
                            const FeedLimits& limits, Allowance& allowance) {
  const std::optional<std::string> expanded = with_own_entities(text, allowance);
  FeedDocument document(expanded ? *expanded : text, context, limits, allowance);
  std::string seen;
  if (!find_root(document, 0, seen)) return not_a_feed(seen.substr(0, 100));
  document.kind = kind_of(document.element());
  Feed feed = FeedReader(document).read();
  const bool is_empty = feed.entries.empty() && feed.title.empty() && feed.link.empty();
  if (document.is_too_deep() && is_empty) {
    return Error{ErrorKind::kLimit,
                 fmt::format("no feed: elements nested deeper than {}", limits.depth)};
  }
  if (document.is_truncated() && is_empty) {
    return Error{ErrorKind::kMalformed,
                 "the feed is cut before anything in it is whole"};
  }
  feed.is_cut = document.is_truncated();
  return feed;
}

}  // namespace curlew::parse
