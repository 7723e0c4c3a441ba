#include "parse/html/tree/open_elements.h"

namespace curlew::parse {

using dom::Tag;

void OpenElements::count(TreeIndex index, int by) {
  TreeNode& node = tree_[index];
  node.is_open = by > 0;
  if (node.is_html()) counts_[std::size_t(node.tag)] += std::uint16_t(by);
}

void OpenElements::push(TreeIndex node) {
  count(node, 1);
  stack_.push_back(node);
}

void OpenElements::pop() {
  count(stack_.back(), -1);
  stack_.pop_back();
}

void OpenElements::pop_to(std::size_t size) {
  while (stack_.size() > size) pop();
}

void OpenElements::insert(std::size_t at, TreeIndex node) {
  steps_ += stack_.size() - at;
  count(node, 1);
  stack_.insert(stack_.begin() + std::ptrdiff_t(at), node);
}

void OpenElements::erase(std::size_t at) {
  steps_ += stack_.size() - at;
  count(stack_[at], -1);
  stack_.erase(stack_.begin() + std::ptrdiff_t(at));
}

void OpenElements::replace(std::size_t at, TreeIndex node) {
  count(stack_[at], -1);
  count(node, 1);
  stack_[at] = node;
}

void OpenElements::remove(TreeIndex node) {
  if (const std::size_t at = find(node); at < stack_.size()) erase(at);
}

bool OpenElements::has_in_scope(Tag tag, Scope scope) {
  if (!contains(tag)) return false;
  for (std::size_t at = stack_.size(); at-- > 0; ++steps_) {
    const TreeNode& node = tree_[stack_[at]];
    if (node.is_html(tag)) return true;
    if (ends_scope(node, scope)) return false;
  }
  return false;
}

bool OpenElements::has_heading_in_scope() {
  for (std::size_t at = stack_.size(); at-- > 0; ++steps_) {
    const TreeNode& node = tree_[stack_[at]];
    if (node.is_html() && is_heading(node.tag)) return true;
    if (ends_scope(node, Scope::kDefault)) return false;
  }
  return false;
}

bool OpenElements::has_in_scope(TreeIndex wanted) {
  for (std::size_t at = stack_.size(); at-- > 0; ++steps_) {
    if (stack_[at] == wanted) return true;
    if (ends_scope(tree_[stack_[at]], Scope::kDefault)) return false;
  }
  return false;
}

std::size_t OpenElements::find(TreeIndex node) {
  if (node == kNoIndex || !tree_[node].is_open) return stack_.size();
  std::size_t at = stack_.size();
  while (stack_[--at] != node) ++steps_;
  return at;
}

std::size_t OpenElements::find_last(Tag tag) {
  if (!contains(tag)) return stack_.size();
  std::size_t at = stack_.size();
  while (!tree_[stack_[--at]].is_html(tag)) ++steps_;
  return at;
}

void OpenElements::pop_until(Tag tag) {
  while (!stack_.empty()) {
    const bool is_last = current_node().is_html(tag);
    pop();
    if (is_last) return;
  }
}

void OpenElements::pop_until_heading() {
  while (!stack_.empty()) {
    const bool is_last = current_node().is_html() && is_heading(current_node().tag);
    pop();
    if (is_last) return;
  }
}

void OpenElements::generate_implied_ends(Tag except) {
  while (current_node().is_html() && has_implied_end(current_node().tag) &&
         current_node().tag != except)
    pop();
}

}  // namespace curlew::parse
