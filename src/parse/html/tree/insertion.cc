#include <algorithm>
#include <functional>

#include "base/ascii.h"
#include "parse/html/tree/foreign_names.h"
#include "parse/html/tree/tree_builder.h"

// How nodes get into the tree (HTML standard, section 13.2.6.1 and following).

namespace curlew::parse {

using dom::Namespace;
using dom::NodeKind;

namespace {

// <html> and <body> may be written several times: what each adds is kept, within
// reason.
constexpr std::size_t kMaxMergedAttributes = 100;

// Scripts that hold data for other programs than the page's own.
bool is_json(std::span<const TokenAttribute> attributes) {
  const auto type = std::ranges::find(attributes, "type", &TokenAttribute::name);
  return type != attributes.end() &&
         to_ascii_lower(type->value).find("json") != std::string::npos;
}

bool holds_html(std::span<const TokenAttribute> attributes) {
  const auto found = std::ranges::find(attributes, "encoding", &TokenAttribute::name);
  return found != attributes.end() &&
         (equals_ignoring_case(found->value, "text/html") ||
          equals_ignoring_case(found->value, "application/xhtml+xml"));
}

Integration integration_of(std::string_view name, Namespace name_space,
                           std::span<const TokenAttribute> attributes) {
  if (name_space == Namespace::kSvg)
    return name == "foreignObject" || name == "desc" || name == "title"
               ? Integration::kHtml
               : Integration::kNone;
  if (name == "annotation-xml")
    return holds_html(attributes) ? Integration::kHtml : Integration::kAnnotation;
  return name == "mi" || name == "mo" || name == "mn" || name == "ms" || name == "mtext"
             ? Integration::kMathMlText
             : Integration::kNone;
}

}  // namespace

// "Appropriate place for inserting a node."
TreePlace TreeBuilder::place_for_node(TreeIndex target) {
  const TreeNode& node = tree_[target];
  const bool is_table_part =
      node.is_html() &&
      (node.tag == Tag::kTable || node.tag == Tag::kTbody || node.tag == Tag::kTfoot ||
       node.tag == Tag::kThead || node.tag == Tag::kTr);
  if (!is_foster_parenting_ || !is_table_part) return {target, kNoIndex};
  const std::size_t table = open_.find_last(Tag::kTable);
  const std::size_t in_template = open_.find_last(Tag::kTemplate);
  const bool has_table = table < open_.size();
  if (in_template < open_.size() && (!has_table || in_template > table))
    return {open_[in_template], kNoIndex};
  if (!has_table) return {open_[0], kNoIndex};
  const TreeIndex parent = tree_[open_[table]].parent;
  if (parent != kNoIndex) return {parent, open_[table]};
  return {open_[table - 1], kNoIndex};
}

TreeIndex TreeBuilder::create(const Token& token, Namespace name_space) {
  return tree_.add({.attributes = token.attributes,
                    .tag = token.tag,
                    .name_space = name_space,
                    .text = token.text});
}

TreeIndex TreeBuilder::insert(const Token& token) {
  const TreeIndex node = create(token, Namespace::kHtml);
  tree_.insert(node, place_for_node());
  open_.push(node);
  return node;
}

TreeIndex TreeBuilder::insert(Tag tag) {
  return insert({.kind = Token::Kind::kStartTag, .tag = tag, .text = to_name(tag)});
}

void TreeBuilder::insert_void(const Token& token) {
  tree_.insert(create(token, Namespace::kHtml), place_for_node());
}

void TreeBuilder::insert_text(std::string_view text, NodeKind kind) {
  if (text.empty()) return;
  tree_.insert(tree_.add({.kind = kind, .text = text}), place_for_node());
}

void TreeBuilder::insert_raw_text(const Token& token, RawText kind) {
  std::string_view text = tokenizer_.raw_text(token.text, kind);
  if (token.tag == Tag::kStyle) return;
  if (token.tag == Tag::kTextarea && text.starts_with('\n')) text.remove_prefix(1);
  insert(token);
  insert_text(text);
  open_.pop();
}

void TreeBuilder::insert_script(const Token& token) {
  const bool is_wanted = is_json(tokenizer_.attributes(token.attributes));
  const std::string_view text = tokenizer_.raw_text(token.text, RawText::kScript);
  if (!is_wanted) return;
  insert(token);
  insert_text(text, NodeKind::kData);
  open_.pop();
}

void TreeBuilder::insert_foreign(const Token& token, Namespace name_space) {
  adjust_attributes(token.attributes, name_space);
  const TreeIndex node = create(token, name_space);
  TreeNode& element = tree_[node];
  if (name_space == Namespace::kSvg) element.text = svg_element_name(element.text);
  element.integration =
      integration_of(element.text, name_space, tokenizer_.attributes(token.attributes));
  tree_.insert(node, place_for_node());
  if (!token.is_self_closing) open_.push(node);
}

void TreeBuilder::merge_attributes(const Token& token, TreeIndex node) {
  auto& merged = node == html_ ? html_attributes_ : body_attributes_;
  const auto own = attributes_of(node);
  if (merged.empty()) merged.assign(own.begin(), own.end());
  for (const TokenAttribute& added : tokenizer_.attributes(token.attributes)) {
    if (merged.size() >= kMaxMergedAttributes) return;
    const bool is_there =
        std::ranges::find(merged, added.name, &TokenAttribute::name) != merged.end();
    if (!is_there) merged.push_back(added);
  }
}

TreeIndex TreeBuilder::clone(TreeIndex index) {
  TreeNode& node = tree_[index];
  node.has_copies = true;
  return tree_.add({.attributes = node.attributes,
                    .tag = node.tag,
                    .name_space = node.name_space,
                    .has_copies = true,
                    .text = node.text});
}

// A sum, since the order of attributes does not count.
ActiveFormatting::Entry TreeBuilder::entry_for(TreeIndex node) {
  const std::hash<std::string_view> hash;
  std::uint64_t sum = 0;
  for (const TokenAttribute& attribute : attributes_of(node))
    sum += hash(attribute.name) * 31 ^ hash(attribute.value);
  return {node, tree_[node].tag, sum};
}

void TreeBuilder::insert_formatting(const Token& token) {
  formatting_.push(entry_for(insert(token)));
}

// "Reconstruct the active formatting elements."
void TreeBuilder::reconstruct_formatting() {
  const auto is_settled = [&](std::size_t at) {
    const TreeIndex node = formatting_[at].node;
    return node == kNoIndex || tree_[node].is_open;
  };
  std::size_t at = formatting_.size();
  while (at > 0 && !is_settled(at - 1)) --at;
  for (; at < formatting_.size() && is_within_bounds(); ++at) {
    const TreeIndex node = clone(formatting_[at].node);
    tree_.insert(node, place_for_node());
    open_.push(node);
    formatting_[at].node = node;
  }
}

// "Close a p element", where one is open.
void TreeBuilder::close_p() {
  if (!open_.has_in_scope(Tag::kP, Scope::kButton)) return;
  open_.generate_implied_ends(Tag::kP);
  open_.pop_until(Tag::kP);
}

void TreeBuilder::end_template() {
  if (!has_template()) return;
  open_.pop_until(Tag::kTemplate);
  formatting_.clear_to_marker();
  template_modes_.pop_back();
  reset_insertion_mode();
}

}  // namespace curlew::parse
