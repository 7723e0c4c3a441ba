#include "parse/html/tree.h"

#include <fmt/format.h>
#include <myhtml/api.h>

#include <algorithm>

#include "parse/html/depth.h"

namespace curlew::parse {
namespace {

// A tree that has grown for a page larger than this is given back after it, so that one
// huge page does not hold ten times its size for ever.
constexpr Bytes kWorthKeeping = 1_MiB;

Error failed(const char* what, mystatus_t status) {
  return Error{ErrorKind::kFailed, fmt::format("HTML: {} (status {})", what, status)};
}

std::string_view view(const char* text, std::size_t length) {
  return text ? std::string_view(text, length) : std::string_view();
}

}  // namespace

HtmlNode HtmlNode::parent() const { return HtmlNode(myhtml_node_parent(node_)); }
HtmlNode HtmlNode::first_child() const { return HtmlNode(myhtml_node_child(node_)); }
HtmlNode HtmlNode::next() const { return HtmlNode(myhtml_node_next(node_)); }

HtmlNode HtmlNode::next_in_document() const {
  if (const HtmlNode child = first_child()) return child;
  for (HtmlNode node = *this; node; node = node.parent())
    if (const HtmlNode sibling = node.next()) return sibling;
  return {};
}

bool HtmlNode::is_html_element() const {
  return myhtml_node_namespace(node_) == MyHTML_NAMESPACE_HTML &&
         myhtml_node_tag_id(node_) > MyHTML_TAG__DOCTYPE;
}

std::string_view HtmlNode::name() const {
  std::size_t length = 0;
  const char* const name = myhtml_tag_name_by_id(myhtml_node_tree(node_),
                                                 myhtml_node_tag_id(node_), &length);
  return view(name, length);
}

std::optional<std::string_view> HtmlNode::attribute(std::string_view name) const {
  myhtml_tree_attr_t* const attribute =
      myhtml_attribute_by_key(node_, name.data(), name.size());
  if (!attribute) return std::nullopt;
  std::size_t length = 0;
  const char* const value = myhtml_attribute_value(attribute, &length);
  return view(value, length);
}

std::string_view HtmlNode::own_text() const {
  std::size_t length = 0;
  const char* const text = myhtml_node_text(node_, &length);
  return view(text, length);
}

std::string HtmlNode::text() const {
  HtmlNode end = *this;  // What follows the last node below this one.
  while (end && !end.next()) end = end.parent();
  if (end) end = end.next();
  std::string result;
  for (HtmlNode node = *this; node && !(node == end); node = node.next_in_document())
    if (myhtml_node_tag_id(node.node_) == MyHTML_TAG__TEXT) result += node.own_text();
  return result;
}

HtmlParser::~HtmlParser() { release(); }

Result<HtmlNode> HtmlParser::parse(std::string_view utf8) {
  if (utf8.size() > kMaxHtmlSize)
    return Error{ErrorKind::kLimit, fmt::format("HTML: {} bytes, at most {} are read",
                                                utf8.size(), kMaxHtmlSize)};
  if (const std::size_t at = find_too_deep(utf8); at != utf8.npos)
    return Error{
        ErrorKind::kLimit,
        fmt::format("HTML: nested deeper than {} at byte {}", kMaxHtmlDepth, at)};
  TRY(prepare());
  largest_ = std::max<Bytes>(largest_, utf8.size());
  const mystatus_t status =
      myhtml_parse_single(tree_, MyENCODING_UTF_8, utf8.data(), utf8.size());
  if (status != MyHTML_STATUS_OK) {
    release();
    return failed("MyHTML cannot parse it", status);
  }
  return HtmlNode(myhtml_tree_get_document(tree_));
}

Result<void> HtmlParser::prepare() {
  if (largest_ > kWorthKeeping) release();
  if (tree_) return {};
  library_ = myhtml_create();
  tree_ = myhtml_tree_create();
  if (!library_ || !tree_) return failed("no memory", MyHTML_STATUS_ERROR);
  mystatus_t status = myhtml_init(library_, MyHTML_OPTIONS_PARSE_MODE_SINGLE, 1, 0);
  if (status == MyHTML_STATUS_OK) status = myhtml_tree_init(tree_, library_);
  if (status != MyHTML_STATUS_OK) return failed("MyHTML does not start", status);
  return {};
}

void HtmlParser::release() {
  if (tree_) myhtml_tree_destroy(tree_);
  if (library_) myhtml_destroy(library_);
  tree_ = nullptr;
  library_ = nullptr;
  largest_ = 0;
}

}  // namespace curlew::parse
