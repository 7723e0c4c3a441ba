// Makes a Document, node after node in document order.
//
//   DocumentBuilder builder(document);
//   builder.open(Tag::kHtml);
//   builder.attribute("lang", "el");
//   builder.text("Καλημέρα");
//   builder.close();
//
// Exactly one element is opened outside of all others, the root. Texts that follow each
// other inside one element become one node.

#pragma once

#include <string_view>

#include "dom/document.h"

namespace curlew::dom {

class DocumentBuilder {
 public:
  // Clears `document`, whose memory is used again.
  explicit DocumentBuilder(Document& document);

  // A known element of HTML.
  void open(Tag tag);
  // Any other: `name` is kept. `tag` is kSvg or kMath for the roots of those, else
  // kOther.
  void open(Tag tag, std::string_view name, Namespace name_space);

  // Of the element that was opened last, before anything inside it. Of attributes with
  // the same name the first counts, as in browsers; further ones may be added.
  void attribute(std::string_view name, std::string_view value);

  // For readers; nothing when empty.
  void text(std::string_view text);
  // For programs.
  void data(std::string_view text);
  // The innermost open element.
  void close();

 private:
  NodeRecord& append(NodeKind kind);
  std::uint32_t store(std::string_view text);
  void add_text(NodeKind kind, std::string_view text);

  Document& document_;
  // The innermost open element.
  NodeId open_ = kNoNode;
  // The last child of the open element.
  NodeId last_child_ = kNoNode;
};

}  // namespace curlew::dom
