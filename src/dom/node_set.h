// Some of the nodes of one Document, one bit each.

#pragma once

#include <vector>

#include "dom/document.h"

namespace curlew::dom {

class NodeSet {
 public:
  explicit NodeSet(const Document& document) : bits_(document.size()) {}

  void insert(Node node) { bits_[node.id()] = true; }
  bool contains(Node node) const { return bits_[node.id()]; }

 private:
  std::vector<bool> bits_;
};

}  // namespace curlew::dom
