#include "parse/html/tree/tree.h"

namespace curlew::parse {

TreeIndex Tree::add(const TreeNode& node) {
  nodes_.push_back(node);
  return TreeIndex(nodes_.size() - 1);
}

void Tree::insert(TreeIndex index, TreePlace place) {
  TreeNode& node = nodes_[index];
  TreeNode& parent = nodes_[place.parent];
  node.parent = place.parent;
  node.next = place.before;
  node.previous =
      place.before == kNoIndex ? parent.last_child : nodes_[place.before].previous;
  (node.previous == kNoIndex ? parent.first_child : nodes_[node.previous].next) = index;
  (node.next == kNoIndex ? parent.last_child : nodes_[node.next].previous) = index;
}

void Tree::detach(TreeIndex index) {
  TreeNode& node = nodes_[index];
  if (node.parent == kNoIndex) return;
  TreeNode& parent = nodes_[node.parent];
  (node.previous == kNoIndex ? parent.first_child : nodes_[node.previous].next) =
      node.next;
  (node.next == kNoIndex ? parent.last_child : nodes_[node.next].previous) =
      node.previous;
  node.parent = node.previous = node.next = kNoIndex;
}

std::size_t Tree::move_children(TreeIndex from, TreeIndex to) {
  std::size_t moved = 0;
  for (; nodes_[from].first_child != kNoIndex; ++moved) {
    const TreeIndex child = nodes_[from].first_child;
    detach(child);
    insert(child, {to, kNoIndex});
  }
  return moved;
}

}  // namespace curlew::parse
