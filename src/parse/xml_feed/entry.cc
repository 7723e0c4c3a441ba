#include "parse/xml_feed/entry.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "parse/date.h"
#include "parse/made_fields.h"
#include "parse/xml_feed/fields.h"
#include "parse/xml_feed/text.h"

namespace curlew::parse {
namespace {

class EntryReader {
 public:
  explicit EntryReader(FeedDocument& document) : document_(document) {}

  std::optional<model::Entry> read() {
    const int depth = document_.depth();
    if (document_.allowance().take(document_.language().size())) {
      entry_.language = document_.language();
    }
    entry_.id = document_.attribute("about");                      // RSS 1.0: rdf:about
    entry_.link = document_.resolve(document_.attribute("href"));  // CDF
    entry_.updated = parse_date(document_.attribute("lastmod"));   // CDF
    read_children(depth);
    if (document_.is_truncated() && document_.depth() >= depth) return std::nullopt;
    fill_gaps();
    return std::move(entry_);
  }

 private:
  void read_children(int depth) {
    while (document_.next_child(depth)) {
      if (document_.element() == Element::kEntry) {
        document_.close_parent();  // The one before has no end tag.
        return;
      }
      read_element();
    }
  }

  void read_element() {
    if (std::string* const title = title_field()) {
      set_if_empty(*title, read_title(document_));
    } else if (std::string* const html = html_field()) {
      set_if_empty(*html, read_html(document_));
    } else if (std::optional<Time>* const date = date_field()) {
      // Of several, the last that can be read counts, as with links.
      if (const auto time = parse_date(document_.read_text())) *date = time;
    } else {
      read_other_element();
    }
  }

  std::string* title_field() {
    switch (document_.element()) {
      case Element::kTitle:
        return &entry_.title;
      case Element::kOtherTitle:
        return &other_title_;
      default:
        return nullptr;
    }
  }

  std::string* html_field() {
    switch (document_.element()) {
      case Element::kSummary:
        return &entry_.summary;
      case Element::kOtherSummary:
        return &other_summary_;
      case Element::kFullText:
        return &entry_.content;
      default:
        return nullptr;
    }
  }

  std::optional<Time>* date_field() {
    switch (document_.element()) {
      case Element::kPublished:
        return &entry_.published;
      case Element::kUpdated:
        return &entry_.updated;
      case Element::kCreated:
        return &created_;
      case Element::kDate:
        return &date_;
      default:
        return nullptr;
    }
  }

  void read_other_element() {
    switch (document_.element()) {
      case Element::kLink:
        read_link();
        break;
      case Element::kId:
        read_id();
        break;
      case Element::kContent:
        read_content();
        break;
      case Element::kAuthor:
        set_if_empty(entry_.author, read_person(document_));
        break;
      case Element::kCreator:
        set_if_empty(creator_, document_.read_line());
        break;
      case Element::kCategory:
      case Element::kSubject:
        add_category(entry_.categories, document_);
        break;
      case Element::kLanguage:
        entry_.language = document_.read_language();
        break;
      case Element::kEnclosure:
        add_enclosure("url", "length");
        break;
      case Element::kMediaContent:
        add_enclosure("url", "filesize");
        read_children(document_.depth());
        break;
      case Element::kMediaGroup:
        read_children(document_.depth());
        break;
      default:
        break;
    }
  }

  void read_link() {
    const LinkElement link = read_link_element(document_);
    if (link.relation == "enclosure") {
      add({link.address, link.type, link.length});
    } else if (link.relation == "alternate" && link.is_page) {
      // The last one counts, as in feedparser.
      if (!link.address.empty()) entry_.link = link.address;
    }
  }

  // A guid is a link unless it says otherwise (RSS 2.0), and where an Atom entry has no
  // link its id is the best there is; but only if it is an address.
  void read_id() {
    const bool is_permalink =
        !equals_ignoring_case(document_.attribute("ispermalink"), "false");
    std::string id = document_.read_text();
    if (is_permalink && starts_with_ignoring_case(id, "http")) {
      permalink_ = document_.resolve(id);
    }
    set_if_empty(entry_.id, std::move(id));
  }

  // Atom's content may stand elsewhere; its address is then the best link there is.
  void read_content() {
    if (document_.has_attribute("src")) {
      set_if_empty(permalink_, document_.resolve(document_.attribute("src")));
    }
    set_if_empty(entry_.content, read_html(document_));
  }

  void add_enclosure(std::string_view address, std::string_view length) {
    add({document_.resolve(document_.attribute(address)), document_.attribute("type"),
         parse_length(document_.attribute(length))});
  }

  void add(model::Enclosure enclosure) {
    const bool is_known = std::ranges::any_of(
        entry_.enclosures, [&](const auto& e) { return e.url == enclosure.url; });
    if (enclosure.url.empty() || is_known) return;
    cut_utf8(enclosure.type, document_.limits.line);
    if (entry_.enclosures.size() < document_.limits.list &&
        document_.allowance().take(sizeof(enclosure))) {
      entry_.enclosures.push_back(std::move(enclosure));
    }
  }

  void fill_gaps() {
    set_if_empty(entry_.title, std::move(other_title_));
    set_if_empty(entry_.summary, std::move(other_summary_));
    set_if_empty(entry_.author, std::move(creator_));
    set_if_empty(entry_.link, std::move(permalink_));
    // dc:date is when the item was made, or last made over: nobody can tell.
    if (!entry_.published) entry_.published = created_ ? created_ : date_;
    if (!entry_.updated) entry_.updated = date_;
    make_missing_fields(entry_, document_.allowance());
  }

  FeedDocument& document_;
  model::Entry entry_;
  // For the fields that are still empty in the end.
  std::string other_title_;
  std::string other_summary_;
  std::string creator_;
  std::string permalink_;
  std::optional<Time> created_;
  std::optional<Time> date_;
};

}  // namespace

std::optional<model::Entry> read_entry(FeedDocument& document) {
  return EntryReader(document).read();
}

}  // namespace curlew::parse
