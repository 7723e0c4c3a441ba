#include "parse/html/tree/tree_builder.h"

// End tags in the body (HTML standard, section 13.2.6.4.7).

namespace curlew::parse {

TreeBuilder::Then TreeBuilder::in_body_end(Token& token) {
  if (is_formatting(token.tag)) {
    run_adoption_agency(token);
    return Then::kDone;
  }
  if (is_block(token.tag) && token.tag != Tag::kP) {
    end_block(token.tag, Scope::kDefault);
    return Then::kDone;
  }
  switch (token.tag) {
    case Tag::kTemplate:
      end_template();
      return Then::kDone;
    case Tag::kBody:
    case Tag::kHtml:
      if (!open_.has_in_scope(Tag::kBody)) return Then::kDone;
      mode_ = Mode::kAfterBody;
      return token.tag == Tag::kHtml ? Then::kAgain : Then::kDone;
    case Tag::kButton:
    case Tag::kDd:
    case Tag::kDt:
    case Tag::kListing:
    case Tag::kPre:
    case Tag::kSelect:
      end_block(token.tag, Scope::kDefault);
      return Then::kDone;
    case Tag::kLi:
      end_block(token.tag, Scope::kListItem);
      return Then::kDone;
    case Tag::kApplet:
    case Tag::kMarquee:
    case Tag::kObject:
      if (end_block(token.tag, Scope::kDefault)) formatting_.clear_to_marker();
      return Then::kDone;
    case Tag::kP:
      if (!open_.has_in_scope(Tag::kP, Scope::kButton)) insert(Tag::kP);
      close_p();
      return Then::kDone;
    case Tag::kH1:
    case Tag::kH2:
    case Tag::kH3:
    case Tag::kH4:
    case Tag::kH5:
    case Tag::kH6:
      if (open_.has_heading_in_scope()) open_.pop_until_heading();
      return Then::kDone;
    case Tag::kForm:
      end_form();
      return Then::kDone;
    case Tag::kNoscript:
      end_noscript();
      return Then::kDone;
    case Tag::kBr:
      token.kind = Token::Kind::kStartTag;
      token.attributes = {};
      return Then::kAgain;
    default:
      end_any_other(token);
      return Then::kDone;
  }
}

// False when no such element is open. (Implied end tags need no care: all that is above
// the element is popped with it.)
bool TreeBuilder::end_block(Tag tag, Scope scope) {
  if (!open_.has_in_scope(tag, scope)) return false;
  open_.pop_until(tag);
  return true;
}

// The form leaves the stack, what is open inside it stays.
void TreeBuilder::end_form() {
  if (has_template()) {
    end_block(Tag::kForm, Scope::kDefault);
    return;
  }
  const TreeIndex form = form_;
  form_ = kNoIndex;
  if (form == kNoIndex || !open_.has_in_scope(form)) return;
  open_.generate_implied_ends();
  open_.remove(form);
}

// Not as the standard has it, by which an element left open inside would keep the rest
// of the page inside, too: with scripting on, as authors test their pages, the end tag
// ends it whatever is open.
void TreeBuilder::end_noscript() {
  if (!open_.contains(Tag::kNoscript)) return;
  open_.pop_until(Tag::kNoscript);
  reset_insertion_mode();
}

// "Any other end tag."
void TreeBuilder::end_any_other(const Token& token) {
  for (std::size_t at = open_.size(); at-- > 0;) {
    const TreeNode& node = tree_[open_[at]];
    open_.add_steps(1);
    if (node.is_html(token.tag) && node.text == token.text) return open_.pop_to(at);
    if (is_special(node)) return;
  }
}

}  // namespace curlew::parse
