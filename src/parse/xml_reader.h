// Reads XML as publishers really write it: a pull reader that never gives up.
//
// A conforming parser must stop at the first fault, and feeds have many: bare
// ampersands, HTML entities, tags that are not closed or closed in the wrong order, a
// document cut in the middle. This reader has a repair for each and loses only the
// element concerned. It knows nothing of DTDs: they are skipped, so that nothing is
// fetched; what a document declares itself is put in its place before (own_entities.h).
// Time is linear in the input and memory bounded
// by `max_depth`, whatever the input.
//
// Rejected: pugixml first and libxml2 in recovery mode behind it. That needs a repair
// pass before each, builds a tree only to walk it once, and reads broken feeds
// differently from sound ones.
//
//   while (xml.next_child(depth)) {
//     if (xml.name() == "title") title = xml.read_content(...).value;
//   }

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace curlew::parse {

struct XmlAttribute {
  // As written: "xml:base".
  std::string_view name;
  // As written: references are not decoded yet.
  std::string_view value;
};

// What stands between the tags of an element.
struct XmlContent {
  std::string value;
  // Child elements were found. The value is then markup: references are left in it.
  // Otherwise it is text: references are decoded.
  bool is_markup = false;
};

// What CDATA beside child elements stands for.
enum class CdataBesideMarkup { kIsMarkup, kIsText };

class XmlReader {
 public:
  // `text` is UTF-8 and outlives the reader. Elements nested deeper than `max_depth`
  // are not reported; they are part of their ancestor's content. Where an element named
  // in `never_in_content` begins while content is read, the content's end tag is
  // missing.
  XmlReader(std::string_view text, int max_depth,
            std::span<const std::string_view> never_in_content = {});

  // The number of open elements.
  int depth() const { return static_cast<int>(open_.size()); }
  // Has an element been left open by the end of the document?
  bool is_truncated() const { return is_truncated_; }
  // Was there an element that is not reported, for its depth?
  bool is_too_deep() const { return is_too_deep_; }

  // Goes to the next child of the open element at `depth`, past whatever has not been
  // read of the child before it. False at the end of that element. Depth 0 is the
  // document.
  bool next_child(int depth);

  // The name and attributes of the element that next_child() found.
  std::string_view name() const { return name_; }
  const std::vector<XmlAttribute>& attributes() const { return attributes_; }

  // Reads the current element to its end.
  XmlContent read_content(CdataBesideMarkup cdata);
  // Reads the current element to its end, and drops all markup in it.
  std::string read_text();

  // Makes the current element the next sibling of its parent, for parents that their
  // author forgot to close. The parent's loop over next_child() ends; its own parent's
  // goes on with this element.
  void close_parent();

 private:
  enum class Token { kStart, kEnd, kText, kCdata, kEndOfInput };

  Token next_token();
  Token read_markup();
  Token read_start_tag();
  Token read_end_tag();
  Token read_text_run(std::size_t from);
  Token close_self_closing();
  void skip_comment();
  void skip_declaration();
  void read_attribute();
  void skip_space();
  bool close(std::string_view name);
  bool ends_content(int depth);
  std::string read_markup_content(int depth, CdataBesideMarkup cdata);

  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t max_depth_;
  std::span<const std::string_view> never_in_content_;
  // Names of the open elements.
  std::vector<std::string_view> open_;
  // Open elements beyond max_depth_.
  std::size_t too_deep_ = 0;

  std::string_view name_;
  std::vector<XmlAttribute> attributes_;
  // The text of kText and kCdata; the whole tag of kStart, kEnd.
  std::string_view run_;
  bool is_self_closing_ = false;
  // The current element waits for the next next_child().
  bool is_held_ = false;
  bool is_truncated_ = false;
  bool is_too_deep_ = false;

  // Looked for once and not found: looking again would make the time quadratic.
  bool has_no_comment_end_ = false;
};

// Without its namespace prefix: "media:title" -> "title".
std::string_view local_name(std::string_view name);
// Has the element just read that local name, in any case of letters?
bool is_named(const XmlReader& xml, std::string_view name);

}  // namespace curlew::parse
