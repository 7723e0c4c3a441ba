// The tree while it grows: nodes can be put anywhere and moved, which the HTML standard
// does a lot for misnested tags. When the page is complete it becomes a dom::Document.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "dom/node_record.h"
#include "dom/tag.h"
#include "parse/html/tokenizer.h"

namespace curlew::parse {

using TreeIndex = std::uint32_t;
inline constexpr TreeIndex kNoIndex = UINT32_MAX;

// What SVG and MathML elements do to the markup inside them (section 13.2.6, "tree
// construction dispatcher").
enum class Integration : std::uint8_t {
  kNone,
  // <mi>, <mo> …
  kMathMlText,
  // <foreignObject>, <desc>, SVG's <title>
  kHtml,
  // <annotation-xml> that holds no HTML
  kAnnotation,
};

struct TreeNode {
  TreeIndex parent = kNoIndex;
  TreeIndex first_child = kNoIndex;
  TreeIndex last_child = kNoIndex;
  TreeIndex previous = kNoIndex;
  TreeIndex next = kNoIndex;
  AttributeSpan attributes;
  // As the name says, in SVG and MathML as well.
  dom::Tag tag = dom::Tag::kOther;
  dom::NodeKind kind = dom::NodeKind::kElement;
  dom::Namespace name_space = dom::Namespace::kHtml;
  Integration integration = Integration::kNone;
  // On the stack of open elements.
  bool is_open = false;
  // Its attributes are those of other nodes as well.
  bool has_copies = false;
  // The name of an element.
  std::string_view text;

  bool is_html() const { return name_space == dom::Namespace::kHtml; }
  bool is_html(dom::Tag wanted) const { return is_html() && tag == wanted; }
};

// Where a node goes: before `before`, or behind all children of `parent`.
struct TreePlace {
  TreeIndex parent = kNoIndex;
  TreeIndex before = kNoIndex;
};

class Tree {
 public:
  TreeNode& operator[](TreeIndex index) { return nodes_[index]; }
  const TreeNode& operator[](TreeIndex index) const { return nodes_[index]; }
  std::size_t size() const { return nodes_.size(); }
  void reserve(std::size_t nodes) { nodes_.reserve(nodes); }

  TreeIndex add(const TreeNode& node);
  // It must be nowhere.
  void insert(TreeIndex node, TreePlace place);
  void detach(TreeIndex node);
  // Returns how many they were.
  std::size_t move_children(TreeIndex from, TreeIndex to);

 private:
  std::vector<TreeNode> nodes_;
};

}  // namespace curlew::parse
