#include "parse/html/tree/quirks.h"
#include "parse/html/tree/tree_builder.h"
#include "parse/html/tree/white_space.h"

// Sections 13.2.6.4.1 to 13.2.6.4.6 of the HTML standard.

namespace curlew::parse {
namespace {

using Kind = Token::Kind;
using dom::Tag;

// End tags that count before there is a body; all others are ignored.
bool is_early_end_tag(Tag tag) {
  return tag == Tag::kHead || tag == Tag::kBody || tag == Tag::kHtml || tag == Tag::kBr;
}

}  // namespace

TreeBuilder::Then TreeBuilder::initial(Token& token) {
  if (token.kind == Kind::kText) {
    take_white_space(token.text);
    if (token.text.empty()) return Then::kDone;
  }
  mode_ = Mode::kBeforeHtml;
  const bool is_doctype = token.kind == Kind::kDoctype;
  is_quirky_ = !is_doctype || asks_for_quirks(token.text);
  return is_doctype ? Then::kDone : Then::kAgain;
}

TreeBuilder::Then TreeBuilder::before_html(Token& token) {
  if (token.kind == Kind::kDoctype) return Then::kDone;
  if (token.kind == Kind::kEndTag && !is_early_end_tag(token.tag)) return Then::kDone;
  if (token.kind == Kind::kText) {
    take_white_space(token.text);
    if (token.text.empty()) return Then::kDone;
  }
  const bool is_html = token.kind == Kind::kStartTag && token.tag == Tag::kHtml;
  const Token implied{.kind = Kind::kStartTag, .tag = Tag::kHtml, .text = "html"};
  html_ = create(is_html ? token : implied, dom::Namespace::kHtml);
  open_.push(html_);
  mode_ = Mode::kBeforeHead;
  return is_html ? Then::kDone : Then::kAgain;
}

TreeBuilder::Then TreeBuilder::before_head(Token& token) {
  const bool is_start = token.kind == Kind::kStartTag;
  if (token.kind == Kind::kDoctype) return Then::kDone;
  if (is_start && token.tag == Tag::kHtml) return in_body(token);
  if (token.kind == Kind::kEndTag && !is_early_end_tag(token.tag)) return Then::kDone;
  if (token.kind == Kind::kText) {
    take_white_space(token.text);
    if (token.text.empty()) return Then::kDone;
  }
  mode_ = Mode::kInHead;
  const bool is_head = is_start && token.tag == Tag::kHead;
  head_ = is_head ? insert(token) : insert(Tag::kHead);
  return is_head ? Then::kDone : Then::kAgain;
}

TreeBuilder::Then TreeBuilder::in_head(Token& token) {
  if (token.kind == Kind::kDoctype) return Then::kDone;
  if (token.kind == Kind::kText) {
    insert_text(take_white_space(token.text));
    if (token.text.empty()) return Then::kDone;
  }
  if (token.kind == Kind::kStartTag) {
    switch (token.tag) {
      case Tag::kHtml:
        return in_body(token);
      case Tag::kBase:
      case Tag::kBasefont:
      case Tag::kBgsound:
      case Tag::kLink:
      case Tag::kMeta:
        insert_void(token);
        return Then::kDone;
      case Tag::kTitle:
        insert_raw_text(token, RawText::kReferences);
        return Then::kDone;
      case Tag::kNoframes:
      case Tag::kStyle:
        insert_raw_text(token, RawText::kPlain);
        return Then::kDone;
      case Tag::kNoscript:
        insert(token);
        mode_ = Mode::kInHeadNoscript;
        return Then::kDone;
      case Tag::kScript:
        insert_script(token);
        return Then::kDone;
      case Tag::kTemplate:
        insert(token);
        formatting_.push_marker();
        is_frameset_ok_ = false;
        mode_ = Mode::kInTemplate;
        template_modes_.push_back(Mode::kInTemplate);
        return Then::kDone;
      case Tag::kHead:
        return Then::kDone;
      default:
        break;
    }
  }
  if (token.kind == Kind::kEndTag) {
    if (token.tag == Tag::kTemplate) end_template();
    if (!is_early_end_tag(token.tag)) return Then::kDone;
  }
  open_.pop();
  mode_ = Mode::kAfterHead;
  const bool is_end = token.kind == Kind::kEndTag && token.tag == Tag::kHead;
  return is_end ? Then::kDone : Then::kAgain;
}

TreeBuilder::Then TreeBuilder::in_head_noscript(Token& token) {
  if (token.kind == Kind::kDoctype) return Then::kDone;
  if (token.kind == Kind::kText) {
    insert_text(take_white_space(token.text));
    if (token.text.empty()) return Then::kDone;
  }
  if (token.kind == Kind::kStartTag) {
    switch (token.tag) {
      case Tag::kHtml:
        return in_body(token);
      case Tag::kBasefont:
      case Tag::kBgsound:
      case Tag::kLink:
      case Tag::kMeta:
      case Tag::kNoframes:
      case Tag::kStyle:
        return in_head(token);
      case Tag::kHead:
      case Tag::kNoscript:
        return Then::kDone;
      default:
        break;
    }
  }
  const bool is_end = token.kind == Kind::kEndTag;
  if (is_end && token.tag != Tag::kNoscript && token.tag != Tag::kBr)
    return Then::kDone;
  open_.pop();
  mode_ = Mode::kInHead;
  return is_end && token.tag == Tag::kNoscript ? Then::kDone : Then::kAgain;
}

TreeBuilder::Then TreeBuilder::after_head(Token& token) {
  if (token.kind == Kind::kDoctype) return Then::kDone;
  if (token.kind == Kind::kText) {
    insert_text(take_white_space(token.text));
    if (token.text.empty()) return Then::kDone;
  }
  if (token.kind == Kind::kStartTag) {
    if (is_metadata(token.tag)) {
      open_.push(head_);
      const Then then = in_head(token);
      open_.remove(head_);
      return then;
    }
    switch (token.tag) {
      case Tag::kHtml:
        return in_body(token);
      case Tag::kBody:
        body_ = insert(token);
        is_frameset_ok_ = false;
        mode_ = Mode::kInBody;
        return Then::kDone;
      case Tag::kFrameset:
        insert(token);
        mode_ = Mode::kInFrameset;
        return Then::kDone;
      case Tag::kHead:
        return Then::kDone;
      default:
        break;
    }
  }
  if (token.kind == Kind::kEndTag) {
    if (token.tag == Tag::kTemplate) return in_head(token);
    if (token.tag == Tag::kHead || !is_early_end_tag(token.tag)) return Then::kDone;
  }
  body_ = insert(Tag::kBody);
  mode_ = Mode::kInBody;
  return Then::kAgain;
}

}  // namespace curlew::parse
