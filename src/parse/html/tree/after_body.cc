#include "parse/html/tree/tree_builder.h"
#include "parse/html/tree/white_space.h"

// What follows the body, and framesets (HTML standard, sections 13.2.6.4.17 to
// 13.2.6.4.21).

namespace curlew::parse {
namespace {

using Kind = Token::Kind;
using dom::Tag;

bool is_space(const Token& token) {
  return token.kind == Kind::kText && is_white_space(token.text);
}

bool is_start(const Token& token, Tag tag) {
  return token.kind == Kind::kStartTag && token.tag == tag;
}

bool is_end(const Token& token, Tag tag) {
  return token.kind == Kind::kEndTag && token.tag == tag;
}

}  // namespace

TreeBuilder::Then TreeBuilder::after_body(Token& token) {
  if (is_space(token) || is_start(token, Tag::kHtml)) return in_body(token);
  if (token.kind == Kind::kDoctype || token.kind == Kind::kEnd) return Then::kDone;
  if (is_end(token, Tag::kHtml)) {
    mode_ = Mode::kAfterAfterBody;
    return Then::kDone;
  }
  mode_ = Mode::kInBody;
  return Then::kAgain;
}

TreeBuilder::Then TreeBuilder::after_after_body(Token& token) {
  if (is_space(token) || is_start(token, Tag::kHtml)) return in_body(token);
  if (token.kind == Kind::kDoctype || token.kind == Kind::kEnd) return Then::kDone;
  mode_ = Mode::kInBody;
  return Then::kAgain;
}

// Of text only the white space counts.
void TreeBuilder::insert_only_space(std::string_view text) {
  while (!text.empty() && is_within_bounds()) {
    insert_text(take_white_space(text));
    text.remove_prefix(
        std::size_t(std::ranges::find_if(text, is_ascii_space) - text.begin()));
  }
}

TreeBuilder::Then TreeBuilder::in_frameset(Token& token) {
  if (token.kind == Kind::kText) insert_only_space(token.text);
  if (is_start(token, Tag::kHtml)) return in_body(token);
  if (is_start(token, Tag::kNoframes)) return in_head(token);
  if (is_start(token, Tag::kFrameset)) insert(token);
  if (is_start(token, Tag::kFrame)) insert_void(token);
  if (is_end(token, Tag::kFrameset) && open_.size() > 1) {
    open_.pop();
    if (!open_.current_node().is_html(Tag::kFrameset)) mode_ = Mode::kAfterFrameset;
  }
  return Then::kDone;
}

TreeBuilder::Then TreeBuilder::after_frameset(Token& token) {
  if (token.kind == Kind::kText) insert_only_space(token.text);
  if (is_start(token, Tag::kHtml)) return in_body(token);
  if (is_start(token, Tag::kNoframes)) return in_head(token);
  if (is_end(token, Tag::kHtml)) mode_ = Mode::kAfterAfterFrameset;
  return Then::kDone;
}

TreeBuilder::Then TreeBuilder::after_after_frameset(Token& token) {
  if (token.kind == Kind::kText) insert_only_space(token.text);
  if (is_start(token, Tag::kHtml)) return in_body(token);
  if (is_start(token, Tag::kNoframes)) return in_head(token);
  return Then::kDone;
}

}  // namespace curlew::parse
