#include "dom/builder.h"

#include <limits>

#include "base/check.h"

namespace curlew::dom {

DocumentBuilder::DocumentBuilder(Document& document) : document_(document) {
  document_.clear();
}

NodeRecord& DocumentBuilder::append(NodeKind kind) {
  auto& nodes = document_.nodes_;
  const auto id = NodeId(nodes.size());
  CHECK(open_ != kNoNode || id == 0);
  NodeRecord& node = nodes.emplace_back();
  node.kind = kind;
  node.parent = open_;
  node.end = id + 1;
  node.previous_sibling = last_child_;
  last_child_ = id;
  if (open_ == kNoNode) return node;
  const NodeRecord& parent = nodes[open_];
  node.depth = std::uint16_t(parent.depth + 1);
  node.is_in_noscript = parent.is_in_noscript || parent.tag == Tag::kNoscript;
  return node;
}

std::uint32_t DocumentBuilder::store(std::string_view text) {
  const std::size_t begin = document_.arena_.size();
  CHECK(begin + text.size() <= std::numeric_limits<std::uint32_t>::max());
  document_.arena_.append(text);
  return std::uint32_t(begin);
}

void DocumentBuilder::open(Tag tag) {
  NodeRecord& node = append(NodeKind::kElement);
  node.tag = tag;
  node.begin = std::uint32_t(document_.attributes_.size());
  open_ = last_child_;
  last_child_ = kNoNode;
}

void DocumentBuilder::open(Tag tag, std::string_view name, Namespace name_space) {
  open(tag);
  NodeRecord& node = document_.nodes_[open_];
  node.name_space = name_space;
  node.has_own_name = true;
  node.size = 1;
  document_.attributes_.push_back(
      {.value_begin = store(name), .value_size = std::uint32_t(name.size())});
}

void DocumentBuilder::attribute(std::string_view name, std::string_view value) {
  CHECK(open_ + 1 == document_.nodes_.size());
  constexpr std::size_t kLongestName = std::numeric_limits<std::uint16_t>::max();
  AttributeRecord record{.name = find_attribute_name(name)};
  if (record.name == AttributeName::kOther) {
    name = name.substr(0, kLongestName);
    record.name_begin = store(name);
    record.name_size = std::uint16_t(name.size());
  }
  record.value_begin = store(value);
  record.value_size = std::uint32_t(value.size());
  document_.attributes_.push_back(record);
  ++document_.nodes_[open_].size;
}

void DocumentBuilder::text(std::string_view text) { add_text(NodeKind::kText, text); }
void DocumentBuilder::data(std::string_view text) { add_text(NodeKind::kData, text); }

void DocumentBuilder::add_text(NodeKind kind, std::string_view text) {
  if (text.empty()) return;
  auto& nodes = document_.nodes_;
  // Text that continues the last node follows it in the arena, too.
  const bool continues = last_child_ != kNoNode && last_child_ + 1 == nodes.size() &&
                         nodes[last_child_].kind == kind;
  NodeRecord& node = continues ? nodes.back() : append(kind);
  const std::uint32_t begin = store(text);
  if (!continues) node.begin = begin;
  node.size += std::uint32_t(text.size());
}

void DocumentBuilder::close() {
  NodeRecord& node = document_.nodes_[open_];
  node.end = NodeId(document_.nodes_.size());
  last_child_ = open_;
  open_ = node.parent;
}

}  // namespace curlew::dom
