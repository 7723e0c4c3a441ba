#include "parse/html/tree/tree_builder.h"

// What an end tag like </b> does when blocks are open inside: "<b>1<p>2</b>3" becomes
// "<b>1</b><p><b>2</b>3". The "adoption agency algorithm" of the HTML standard (section
// 13.2.6.4.7), step by step.

namespace curlew::parse {

void TreeBuilder::run_adoption_agency(const Token& token) {
  const TreeIndex current = open_.current();
  if (tree_[current].is_html(token.tag) &&
      formatting_.find(current) == formatting_.size())
    return open_.pop();
  for (int i = 0; i < 8; ++i)
    if (!adopt_once(token)) return;
}

// One turn of the outer loop; false when that was the last.
bool TreeBuilder::adopt_once(const Token& token) {
  const std::size_t entry = formatting_.find_last(token.tag);
  if (entry == formatting_.size()) {
    end_any_other(token);
    return false;
  }
  const TreeIndex formatting = formatting_[entry].node;
  const std::size_t at = open_.find(formatting);
  if (at == open_.size()) {
    formatting_.erase(entry);
    return false;
  }
  if (!open_.has_in_scope(formatting)) return false;
  // "The furthest block is the topmost node in the stack … that is lower in the stack
  // than formatting element, and is an element in the special category."
  std::size_t block = at + 1;
  while (block < open_.size() && !is_special(tree_[open_[block]])) ++block;
  open_.add_steps(block - at);
  if (block == open_.size()) {
    open_.pop_to(at);
    formatting_.erase(entry);
    return false;
  }
  adopt(entry, at, block);
  return true;
}

void TreeBuilder::adopt(std::size_t entry, std::size_t at, std::size_t block_at) {
  const TreeIndex common_ancestor = open_[at - 1];
  const TreeIndex formatting = open_[at];
  const TreeIndex block = open_[block_at];
  std::size_t bookmark = entry;
  const TreeIndex last = move_up_to(at, block_at, bookmark);
  tree_.detach(last);
  tree_.insert(last, place_for_node(common_ancestor));
  const TreeIndex copy = clone(formatting);
  open_.add_steps(tree_.move_children(block, copy));
  tree_.insert(copy, {block, kNoIndex});
  ActiveFormatting::Entry renewed = formatting_[formatting_.find(formatting)];
  renewed.node = copy;
  formatting_.insert(bookmark, renewed);
  formatting_.erase(formatting_.find(formatting));
  open_.remove(formatting);
  open_.insert(open_.find(block) + 1, copy);
}

// The inner loop: the elements between the block and the formatting element are copied
// around the block, or leave the stack. Returns the outermost of the copies.
TreeIndex TreeBuilder::move_up_to(std::size_t formatting_at, std::size_t block_at,
                                  std::size_t& bookmark) {
  const TreeIndex block = open_[block_at];
  TreeIndex last = block;
  int counter = 0;
  for (std::size_t at = block_at - 1; at > formatting_at; --at) {
    ++counter;
    std::size_t entry = formatting_.find(open_[at]);
    if (counter > 3 && entry < formatting_.size()) {
      formatting_.erase(entry);
      if (entry < bookmark) --bookmark;
      entry = formatting_.size();
    }
    if (entry == formatting_.size()) {
      open_.erase(at);
      continue;
    }
    const TreeIndex copy = clone(open_[at]);
    formatting_[entry].node = copy;
    open_.replace(at, copy);
    if (last == block) bookmark = entry + 1;
    tree_.detach(last);
    tree_.insert(last, {copy, kNoIndex});
    last = copy;
  }
  return last;
}

}  // namespace curlew::parse
