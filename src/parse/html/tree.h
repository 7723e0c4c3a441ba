// One HTML5 page as a tree: the only place that knows MyHTML.
//
//   HtmlParser parser;
//   TRY_ASSIGN(const HtmlNode document, parser.parse(utf8));
//   for (HtmlNode node = document; node; node = node.next_in_document()) ...
//
// A parser belongs to one thread and is worth keeping: it reuses its memory. Nodes live
// until the next parse() of their parser.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

struct myhtml;
struct myhtml_tree;
struct myhtml_tree_node;

namespace curlew::parse {

// The memory of a tree is about ten times its page.
inline constexpr Bytes kMaxHtmlSize = 8_MiB;

// A borrowed node; false when there is none.
class HtmlNode {
 public:
  HtmlNode() = default;
  explicit HtmlNode(myhtml_tree_node* node) : node_(node) {}
  explicit operator bool() const { return node_ != nullptr; }
  bool operator==(const HtmlNode&) const = default;

  HtmlNode parent() const;
  HtmlNode first_child() const;
  HtmlNode next() const;  // The next sibling.

  // Parents before children; none after the last node.
  HtmlNode next_in_document() const;

  bool is_html_element() const;   // Not of SVG or MathML.
  std::string_view name() const;  // Lower case: "div"; "#text" and the like for others.
  std::optional<std::string_view> attribute(std::string_view name) const;
  std::string_view own_text() const;  // Of a text node or comment.
  std::string text() const;           // Of all text nodes below.

 private:
  myhtml_tree_node* node_ = nullptr;
};

class HtmlParser {
 public:
  HtmlParser() = default;
  ~HtmlParser();
  HtmlParser(const HtmlParser&) = delete;
  HtmlParser& operator=(const HtmlParser&) = delete;

  // The document node of a page in UTF-8. Pages larger than kMaxHtmlSize or nested
  // deeper than kMaxHtmlDepth are refused.
  Result<HtmlNode> parse(std::string_view utf8);

 private:
  Result<void> prepare();
  void release();

  myhtml* library_ = nullptr;
  myhtml_tree* tree_ = nullptr;
  Bytes largest_ = 0;  // Of the pages that the tree's memory has grown for.
};

}  // namespace curlew::parse
