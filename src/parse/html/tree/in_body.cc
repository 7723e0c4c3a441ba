#include "parse/html/tree/tree_builder.h"
#include "parse/html/tree/white_space.h"

namespace curlew::parse {
namespace {

using Kind = Token::Kind;

}  // namespace

// Text and start tags in the body (HTML standard, section 13.2.6.4.7).

TreeBuilder::Then TreeBuilder::in_body(Token& token) {
  switch (token.kind) {
    case Kind::kText:
      reconstruct_formatting();
      insert_text(token.text);
      if (!is_white_space(token.text)) is_frameset_ok_ = false;
      return Then::kDone;
    case Kind::kStartTag:
      return in_body_start(token);
    case Kind::kEndTag:
      return in_body_end(token);
    case Kind::kDoctype:
      return Then::kDone;
    case Kind::kEnd:
      return template_modes_.empty() ? Then::kDone : in_template(token);
  }
  return Then::kDone;
}

TreeBuilder::Then TreeBuilder::in_body_start(Token& token) {
  if (is_formatting(token.tag)) {
    start_formatting(token);
    return Then::kDone;
  }
  if (is_block(token.tag)) {
    close_p();
    insert(token);
    return Then::kDone;
  }
  if (is_metadata(token.tag)) return in_head(token);
  if (is_table_part(token.tag)) return Then::kDone;
  switch (token.tag) {
    case Tag::kH1:
    case Tag::kH2:
    case Tag::kH3:
    case Tag::kH4:
    case Tag::kH5:
    case Tag::kH6:
      close_p();
      if (open_.current_node().is_html() && is_heading(open_.current_node().tag))
        open_.pop();
      insert(token);
      return Then::kDone;
    case Tag::kPre:
    case Tag::kListing:
      close_p();
      insert(token);
      skips_newline_ = true;
      is_frameset_ok_ = false;
      return Then::kDone;
    case Tag::kLi:
    case Tag::kDd:
    case Tag::kDt:
      start_list_item(token);
      return Then::kDone;
    case Tag::kTable:
      if (!is_quirky_) close_p();
      insert(token);
      is_frameset_ok_ = false;
      mode_ = Mode::kInTable;
      return Then::kDone;
    case Tag::kArea:
    case Tag::kBr:
    case Tag::kEmbed:
    case Tag::kImg:
    case Tag::kKeygen:
    case Tag::kWbr:
      reconstruct_formatting();
      insert_void(token);
      is_frameset_ok_ = false;
      return Then::kDone;
    case Tag::kParam:
    case Tag::kSource:
    case Tag::kTrack:
      insert_void(token);
      return Then::kDone;
    case Tag::kFrame:
    case Tag::kHead:
      return Then::kDone;
    default:
      return in_body_rare_start(token);
  }
}

TreeBuilder::Then TreeBuilder::in_body_rare_start(Token& token) {
  switch (token.tag) {
    case Tag::kHtml:
      if (!has_template()) merge_attributes(token, html_);
      return Then::kDone;
    case Tag::kBody:
      if (body_ != kNoIndex && tree_[body_].is_open && !has_template()) {
        is_frameset_ok_ = false;
        merge_attributes(token, body_);
      }
      return Then::kDone;
    case Tag::kFrameset:
      start_frameset(token);
      return Then::kDone;
    case Tag::kPlaintext:
      close_p();
      insert(token);
      reconstruct_formatting();
      insert_text(tokenizer_.rest());
      return Then::kDone;
    case Tag::kApplet:
    case Tag::kMarquee:
    case Tag::kObject:
      reconstruct_formatting();
      insert(token);
      formatting_.push_marker();
      is_frameset_ok_ = false;
      return Then::kDone;
    case Tag::kXmp:
      close_p();
      reconstruct_formatting();
      is_frameset_ok_ = false;
      insert_raw_text(token, RawText::kPlain);
      return Then::kDone;
    case Tag::kIframe:
      is_frameset_ok_ = false;
      insert_raw_text(token, RawText::kPlain);
      return Then::kDone;
    case Tag::kNoembed:
      insert_raw_text(token, RawText::kPlain);
      return Then::kDone;
    case Tag::kRb:
    case Tag::kRtc:
      if (open_.has_in_scope(Tag::kRuby)) open_.generate_implied_ends();
      insert(token);
      return Then::kDone;
    case Tag::kRp:
    case Tag::kRt:
      if (open_.has_in_scope(Tag::kRuby)) open_.generate_implied_ends(Tag::kRtc);
      insert(token);
      return Then::kDone;
    case Tag::kMath:
      reconstruct_formatting();
      insert_foreign(token, dom::Namespace::kMathMl);
      return Then::kDone;
    case Tag::kSvg:
      reconstruct_formatting();
      insert_foreign(token, dom::Namespace::kSvg);
      return Then::kDone;
    default:
      return in_body_form_start(token);
  }
}

// What belongs to forms, and everything that no rule names.
TreeBuilder::Then TreeBuilder::in_body_form_start(Token& token) {
  const bool is_in_select = open_.has_in_scope(Tag::kSelect);
  switch (token.tag) {
    case Tag::kForm:
      if (form_ != kNoIndex && !has_template()) return Then::kDone;
      close_p();
      insert(token);
      if (!has_template()) form_ = open_.current();
      return Then::kDone;
    case Tag::kButton:
      if (open_.has_in_scope(Tag::kButton)) {
        open_.generate_implied_ends();
        open_.pop_until(Tag::kButton);
      }
      reconstruct_formatting();
      insert(token);
      is_frameset_ok_ = false;
      return Then::kDone;
    case Tag::kInput:
      if (is_in_select) open_.pop_until(Tag::kSelect);
      reconstruct_formatting();
      insert_void(token);
      if (!is_hidden_input(token)) is_frameset_ok_ = false;
      return Then::kDone;
    case Tag::kHr:
      close_p();
      if (is_in_select) open_.generate_implied_ends();
      insert_void(token);
      is_frameset_ok_ = false;
      return Then::kDone;
    case Tag::kTextarea:
      insert_raw_text(token, RawText::kReferences);
      is_frameset_ok_ = false;
      return Then::kDone;
    case Tag::kSelect:
      if (is_in_select) {
        open_.pop_until(Tag::kSelect);
        return Then::kDone;
      }
      reconstruct_formatting();
      insert(token);
      is_frameset_ok_ = false;
      return Then::kDone;
    case Tag::kOptgroup:
    case Tag::kOption:
      if (is_in_select)
        open_.generate_implied_ends(token.tag == Tag::kOption ? Tag::kOptgroup
                                                              : Tag::kOther);
      else if (open_.current_node().is_html(Tag::kOption))
        open_.pop();
      break;
    default:
      break;
  }
  if (token.text == "image") {
    token.tag = Tag::kImg;
    token.text = "img";
    return Then::kAgain;
  }
  reconstruct_formatting();
  insert(token);
  return Then::kDone;
}

bool TreeBuilder::is_hidden_input(const Token& token) {
  for (const TokenAttribute& attribute : tokenizer_.attributes(token.attributes))
    if (attribute.name == "type")
      return equals_ignoring_case(attribute.value, "hidden");
  return false;
}

void TreeBuilder::start_formatting(const Token& token) {
  if (token.tag == Tag::kA) {
    if (const std::size_t at = formatting_.find_last(Tag::kA);
        at < formatting_.size()) {
      const TreeIndex open = formatting_[at].node;
      run_adoption_agency(token);
      if (const std::size_t left = formatting_.find(open); left < formatting_.size())
        formatting_.erase(left);
      open_.remove(open);
    }
  }
  reconstruct_formatting();
  if (token.tag == Tag::kNobr && open_.has_in_scope(Tag::kNobr)) {
    run_adoption_agency(token);
    reconstruct_formatting();
  }
  insert_formatting(token);
}

// <li> ends the one before it; <dd> and <dt> end each other.
void TreeBuilder::start_list_item(const Token& token) {
  const bool is_li = token.tag == Tag::kLi;
  is_frameset_ok_ = false;
  for (std::size_t at = open_.size(); at-- > 0;) {
    const TreeNode& node = tree_[open_[at]];
    open_.add_steps(1);
    const bool is_same = is_li ? node.is_html(Tag::kLi)
                               : node.is_html(Tag::kDd) || node.is_html(Tag::kDt);
    if (is_same) {
      open_.pop_to(at);
      break;
    }
    const bool is_passed =
        node.is_html(Tag::kAddress) || node.is_html(Tag::kDiv) || node.is_html(Tag::kP);
    if (is_special(node) && !is_passed) break;
  }
  close_p();
  insert(token);
}

void TreeBuilder::start_frameset(const Token& token) {
  if (!is_frameset_ok_ || open_.size() < 2 || open_[1] != body_) return;
  tree_.detach(body_);
  open_.pop_to(1);
  body_ = kNoIndex;
  insert(token);
  mode_ = Mode::kInFrameset;
}

// End tags in the body (HTML standard, section 13.2.6.4.7).

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
