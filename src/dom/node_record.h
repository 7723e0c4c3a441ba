// How a Document stores its nodes and attributes. Readers use Node and Attribute in
// dom/document.h instead.

#pragma once

#include <cstdint>

#include "dom/attribute_name.h"
#include "dom/tag.h"

namespace curlew::dom {

// The place of a node in document order.
using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = UINT32_MAX;

enum class NodeKind : std::uint8_t {
  kElement,
  // For readers.
  kText,
  // For programs: the JSON inside a <script>, as written.
  kData,
};

enum class Namespace : std::uint8_t { kHtml, kSvg, kMathMl };

// 24 bytes: an ordinary page of 1,600 nodes stays in the first-level cache while it is
// walked. The first child, where there is one, is the next node; the next sibling,
// where there is one, is the node at `end`.
struct NodeRecord {
  NodeId parent = kNoNode;
  // The end of its subtree.
  NodeId end = 0;
  NodeId previous_sibling = kNoNode;
  // Where its text is in the arena, or its attributes are.
  std::uint32_t begin = 0;
  // Bytes of text, or number of attributes.
  std::uint32_t size = 0;
  std::uint16_t depth = 0;
  Tag tag = Tag::kOther;
  NodeKind kind : 2 = NodeKind::kElement;
  Namespace name_space : 2 = Namespace::kHtml;
  bool is_in_noscript : 1 = false;
  // An element unknown to HTML: the first of its attribute records holds its name.
  bool has_own_name : 1 = false;
};
static_assert(sizeof(NodeRecord) == 24);

struct AttributeRecord {
  // In the arena; unused for known names.
  std::uint32_t name_begin = 0;
  std::uint32_t value_begin = 0;
  std::uint32_t value_size = 0;
  std::uint16_t name_size = 0;
  AttributeName name = AttributeName::kOther;
};
static_assert(sizeof(AttributeRecord) == 16);

}  // namespace curlew::dom
