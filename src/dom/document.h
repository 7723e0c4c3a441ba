// A page as a tree of elements and text, laid out for speed: all nodes in one array in
// document order, so that a subtree is a range of numbers and a walk reads memory
// forwards. Comments, scripts and styles are left out by whoever builds it.
//
//   for (const Node node : document.root().subtree())
//     if (node.tag() == Tag::kA) visit(node.attribute(AttributeName::kHref));
//
// What a reader finds out about nodes is best kept in a vector indexed by NodeId: ids
// are 0 … size()-1 and a parent comes before its children, so that a loop upwards hands
// facts down and a loop downwards adds them up. No recursion is needed anywhere.
//
// A Document is a value and can be moved; Nodes and views into it are valid until it is
// moved, cleared or destroyed. Reading is safe from many threads.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dom/node_record.h"

namespace curlew::dom {

class Attribute;
class AttributeRange;
class ChildRange;
class Document;
class SubtreeRange;

// A borrowed node; false when there is none.
class Node {
 public:
  Node() = default;
  Node(const Document& document, NodeId id) : document_(&document), id_(id) {}
  explicit operator bool() const { return id_ != kNoNode; }
  bool operator==(const Node&) const = default;

  NodeId id() const { return id_; }
  // Below it are id()+1 … end()-1.
  NodeId end() const { return record().end; }
  const Document& document() const { return *document_; }

  NodeKind kind() const { return record().kind; }
  bool is_element() const { return kind() == NodeKind::kElement; }
  bool is_text() const { return kind() == NodeKind::kText; }
  // kOther for text and for everything inside SVG and MathML.
  Tag tag() const { return record().tag; }
  // "div", "my-element"; "" for text.
  std::string_view name() const;
  Namespace name_space() const { return record().name_space; }
  // 0 for the root.
  int depth() const { return record().depth; }
  // Inside <noscript>, which browsers that run scripts do not show.
  bool is_in_noscript() const { return record().is_in_noscript; }

  // What a text or data node says; "" for elements.
  std::string_view text() const;
  // "" for an attribute without a value and for one that is not there.
  std::string_view attribute(AttributeName name) const;
  // In lower case.
  std::string_view attribute(std::string_view name) const;
  bool has_attribute(AttributeName name) const;
  bool has_attribute(std::string_view name) const;
  // Among the words of `class`.
  bool has_class(std::string_view name) const;
  AttributeRange attributes() const;

  Node parent() const { return {*document_, record().parent}; }
  Node first_child() const;
  Node next_sibling() const;
  Node previous_sibling() const { return {*document_, record().previous_sibling}; }
  // Itself counts.
  bool is_inside(Node ancestor) const;
  ChildRange children() const;
  // Itself first, then everything below.
  SubtreeRange subtree() const;

 private:
  const NodeRecord& record() const;

  const Document* document_ = nullptr;
  NodeId id_ = kNoNode;
};

class Attribute {
 public:
  Attribute(const Document& document, const AttributeRecord& record)
      : document_(&document), record_(&record) {}
  AttributeName known_name() const { return record_->name; }
  // In lower case, but for those of SVG and MathML.
  std::string_view name() const;
  std::string_view value() const;

 private:
  const Document* document_;
  const AttributeRecord* record_;
};

class Document {
 public:
  bool empty() const { return nodes_.empty(); }
  NodeId size() const { return NodeId(nodes_.size()); }
  // <html>
  Node root() const { return {*this, empty() ? kNoNode : 0}; }
  Node node(NodeId id) const { return {*this, id}; }
  // No node when a <frameset> stands in its place.
  Node body() const;

  // Empties it and keeps its memory for the next page, unless that is far more than
  // pages need.
  void clear();
  // Bytes that it holds.
  std::size_t memory() const;

 private:
  friend class Attribute;
  friend class DocumentBuilder;
  friend class Node;

  std::string_view in_arena(std::uint32_t begin, std::uint32_t size) const {
    return std::string_view(arena_).substr(begin, size);
  }
  std::span<const AttributeRecord> attributes_of(const NodeRecord& node) const;

  std::vector<NodeRecord> nodes_;
  std::vector<AttributeRecord> attributes_;
  // Texts, values, and names that are not known ones.
  std::string arena_;
};

inline const NodeRecord& Node::record() const { return document_->nodes_[id_]; }

inline Node Node::first_child() const {
  return {*document_, record().end == id_ + 1 ? kNoNode : id_ + 1};
}

inline Node Node::next_sibling() const {
  const NodeRecord& own = record();
  const bool is_last =
      own.parent == kNoNode || own.end == document_->nodes_[own.parent].end;
  return {*document_, is_last ? kNoNode : own.end};
}

inline std::string_view Node::text() const {
  const NodeRecord& own = record();
  if (own.kind == NodeKind::kElement) return {};
  return document_->in_arena(own.begin, own.size);
}

inline std::span<const AttributeRecord> Document::attributes_of(
    const NodeRecord& node) const {
  if (node.kind != NodeKind::kElement) return {};
  const std::size_t skipped = node.has_own_name ? 1 : 0;
  return std::span(attributes_).subspan(node.begin + skipped, node.size - skipped);
}

inline std::string_view Attribute::value() const {
  return document_->in_arena(record_->value_begin, record_->value_size);
}

inline std::string_view Node::attribute(AttributeName name) const {
  for (const AttributeRecord& each : document_->attributes_of(record()))
    if (each.name == name) return Attribute(*document_, each).value();
  return {};
}

inline bool Node::is_inside(Node ancestor) const {
  return id_ >= ancestor.id_ && id_ < ancestor.end();
}

// Ranges for `for (const Node child : node.children())`.
class ChildRange {
 public:
  class Iterator {
   public:
    explicit Iterator(Node node) : node_(node) {}
    Node operator*() const { return node_; }
    Iterator& operator++() {
      node_ = node_.next_sibling();
      return *this;
    }
    bool operator==(const Iterator& other) const {
      return node_.id() == other.node_.id();
    }

   private:
    Node node_;
  };

  explicit ChildRange(Node first) : first_(first) {}
  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(Node()); }

 private:
  Node first_;
};

class SubtreeRange {
 public:
  class Iterator {
   public:
    Iterator(const Document& document, NodeId id) : document_(&document), id_(id) {}
    Node operator*() const { return {*document_, id_}; }
    Iterator& operator++() {
      ++id_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return id_ == other.id_; }

   private:
    const Document* document_;
    NodeId id_;
  };

  explicit SubtreeRange(Node top) : top_(top) {}
  Iterator begin() const { return {top_.document(), top_.id()}; }
  Iterator end() const { return {top_.document(), top_.end()}; }

 private:
  Node top_;
};

class AttributeRange {
 public:
  class Iterator {
   public:
    Iterator(const Document& document, const AttributeRecord* at)
        : document_(&document), at_(at) {}
    Attribute operator*() const { return {*document_, *at_}; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    const Document* document_;
    const AttributeRecord* at_;
  };

  AttributeRange(const Document& document, std::span<const AttributeRecord> records)
      : document_(&document), records_(records) {}
  Iterator begin() const { return {*document_, records_.data()}; }
  Iterator end() const { return {*document_, records_.data() + records_.size()}; }
  std::size_t size() const { return records_.size(); }

 private:
  const Document* document_;
  std::span<const AttributeRecord> records_;
};

inline ChildRange Node::children() const { return ChildRange(first_child()); }
inline SubtreeRange Node::subtree() const { return SubtreeRange(*this); }

}  // namespace curlew::dom
