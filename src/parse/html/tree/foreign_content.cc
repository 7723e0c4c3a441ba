#include <algorithm>

#include "base/ascii.h"
#include "parse/html/tree/foreign_names.h"
#include "parse/html/tree/tree_builder.h"
#include "parse/html/tree/white_space.h"

// SVG and MathML (HTML standard, section 13.2.6.5).

namespace curlew::parse {
namespace {

using Kind = Token::Kind;
using dom::Namespace;

bool is_html_font(std::span<const TokenAttribute> attributes) {
  return std::ranges::any_of(attributes, [](const TokenAttribute& attribute) {
    return attribute.name == "color" || attribute.name == "face" ||
           attribute.name == "size";
  });
}

}  // namespace

void TreeBuilder::in_foreign_content(Token& token) {
  if (token.kind == Kind::kDoctype) return;
  if (token.kind == Kind::kText) {
    insert_text(token.text);
    if (!is_white_space(token.text)) is_frameset_ok_ = false;
    return;
  }
  const bool is_start = token.kind == Kind::kStartTag;
  const bool leaves = is_start
                          ? leaves_foreign_content(token.text) ||
                                (token.tag == Tag::kFont &&
                                 is_html_font(tokenizer_.attributes(token.attributes)))
                          : token.tag == Tag::kBr || token.tag == Tag::kP;
  if (leaves) {
    leave_foreign_content();
    while (by_mode(mode_, token) == Then::kAgain) continue;
  } else if (is_start) {
    insert_foreign(token, open_.current_node().name_space);
  } else {
    foreign_end_tag(token);
  }
}

void TreeBuilder::leave_foreign_content() {
  while (!open_.current_node().is_html() &&
         open_.current_node().integration != Integration::kMathMlText &&
         open_.current_node().integration != Integration::kHtml)
    open_.pop();
}

void TreeBuilder::foreign_end_tag(Token& token) {
  for (std::size_t at = open_.size(); at-- > 1;) {
    const TreeNode& node = tree_[open_[at]];
    open_.add_steps(1);
    if (node.is_html()) {
      while (by_mode(mode_, token) == Then::kAgain) continue;
      return;
    }
    if (equals_ignoring_case(node.text, token.text)) return open_.pop_to(at);
  }
}

void TreeBuilder::adjust_attributes(AttributeSpan attributes, Namespace name_space) {
  for (TokenAttribute& attribute : tokenizer_.attributes(attributes))
    attribute.name = name_space == Namespace::kSvg
                         ? svg_attribute_name(attribute.name)
                         : mathml_attribute_name(attribute.name);
}

}  // namespace curlew::parse
