// The stack of open elements (HTML standard, section 13.2.4.2).
//
// Searches walk it from the top; they count their steps, so that the builder can stop a
// page that is made to search for ever.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "parse/html/tree/element_kinds.h"
#include "parse/html/tree/tree.h"

namespace curlew::parse {

class OpenElements {
 public:
  explicit OpenElements(Tree& tree) : tree_(tree) {}

  bool empty() const { return stack_.empty(); }
  std::size_t size() const { return stack_.size(); }
  TreeIndex operator[](std::size_t at) const { return stack_[at]; }
  TreeIndex current() const { return stack_.back(); }
  const TreeNode& current_node() const { return tree_[stack_.back()]; }
  std::uint64_t steps() const { return steps_; }
  void add_steps(std::uint64_t steps) { steps_ += steps; }

  void push(TreeIndex node);
  void pop();
  void pop_to(std::size_t size);
  void insert(std::size_t at, TreeIndex node);
  void erase(std::size_t at);
  void replace(std::size_t at, TreeIndex node);
  // Wherever it is.
  void remove(TreeIndex node);

  // Elements of HTML only.
  bool contains(dom::Tag tag) const { return counts_[std::size_t(tag)] > 0; }
  bool has_in_scope(dom::Tag tag, Scope scope = Scope::kDefault);
  bool has_heading_in_scope();
  bool has_in_scope(TreeIndex node);
  // size() when it is not there.
  std::size_t find(TreeIndex node);
  std::size_t find_last(dom::Tag tag);

  // Pops up to and including the topmost one.
  void pop_until(dom::Tag tag);
  void pop_until_heading();
  // "Generate implied end tags", but for elements of that kind.
  void generate_implied_ends(dom::Tag except = dom::Tag::kOther);

 private:
  void count(TreeIndex node, int by);

  Tree& tree_;
  std::vector<TreeIndex> stack_;
  // How many of each are open: most questions are answered without walking.
  std::array<std::uint16_t, std::size_t(dom::Tag::kCount)> counts_{};
  std::uint64_t steps_ = 0;
};

}  // namespace curlew::parse
