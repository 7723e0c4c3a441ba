#include <algorithm>

#include "base/ascii.h"
#include "parse/html/tree/foreign_names.h"
#include "parse/html/tree/quirks.h"
#include "parse/html/tree/tree_builder.h"
#include "parse/html/tree/white_space.h"

namespace curlew::parse {
namespace {

using Kind = Token::Kind;
using dom::Tag;

bool is_start(const Token& token) { return token.kind == Kind::kStartTag; }
bool is_start(const Token& token, Tag tag) {
  return is_start(token) && token.tag == tag;
}
bool is_end(const Token& token) { return token.kind == Kind::kEndTag; }
bool is_end(const Token& token, Tag tag) { return is_end(token) && token.tag == tag; }

// End tags that count before there is a body; all others are ignored.
bool is_early_end_tag(Tag tag) {
  return tag == Tag::kHead || tag == Tag::kBody || tag == Tag::kHtml || tag == Tag::kBr;
}

// What no mode inside a table has a use for, once it has taken what it ends on.
bool is_ignored_end(const Token& token) {
  return is_end(token) && (is_table_part(token.tag) || token.tag == Tag::kBody ||
                           token.tag == Tag::kHtml);
}

bool is_html_font(std::span<const TokenAttribute> attributes) {
  return std::ranges::any_of(attributes, [](const TokenAttribute& attribute) {
    return attribute.name == "color" || attribute.name == "face" ||
           attribute.name == "size";
  });
}

bool is_space(const Token& token) {
  return token.kind == Kind::kText && is_white_space(token.text);
}

}  // namespace

// Sections 13.2.6.4.1 to 13.2.6.4.6 of the HTML standard.

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

// Tables and templates (HTML standard, sections 13.2.6.4.9 to 13.2.6.4.16).

// "Clear the stack back to a table (table body, table row) context."
void TreeBuilder::clear_to(std::initializer_list<Tag> context) {
  while (true) {
    const TreeNode& node = open_.current_node();
    if (node.is_html(Tag::kHtml) || node.is_html(Tag::kTemplate)) return;
    for (const Tag tag : context)
      if (node.is_html(tag)) return;
    open_.pop();
  }
}

TreeBuilder::Then TreeBuilder::in_table(Token& token) {
  switch (token.kind) {
    case Kind::kText:
      return in_table_text(token);
    case Kind::kDoctype:
      return Then::kDone;
    case Kind::kStartTag:
      return in_table_start(token);
    case Kind::kEndTag:
      if (token.tag == Tag::kTable) {
        if (!open_.has_in_scope(Tag::kTable, Scope::kTable)) return Then::kDone;
        open_.pop_until(Tag::kTable);
        reset_insertion_mode();
        return Then::kDone;
      }
      if (is_ignored_end(token)) return Then::kDone;
      if (token.tag == Tag::kTemplate) return in_head(token);
      return in_body_fostered(token);
    case Kind::kEnd:
      return in_body(token);
  }
  return Then::kDone;
}

TreeBuilder::Then TreeBuilder::in_table_text(Token& token) {
  const TreeNode& current = open_.current_node();
  const bool is_in_table =
      current.is_html() && (current.tag == Tag::kTable || is_row_group(current.tag) ||
                            current.tag == Tag::kTr || current.tag == Tag::kTemplate);
  if (!is_in_table || !is_white_space(token.text)) return in_body_fostered(token);
  insert_text(token.text);
  return Then::kDone;
}

TreeBuilder::Then TreeBuilder::in_body_fostered(Token& token) {
  is_foster_parenting_ = true;
  const Then then = in_body(token);
  is_foster_parenting_ = false;
  return then;
}

TreeBuilder::Then TreeBuilder::in_table_start(Token& token) {
  switch (token.tag) {
    case Tag::kCaption:
      clear_to({Tag::kTable});
      formatting_.push_marker();
      insert(token);
      mode_ = Mode::kInCaption;
      return Then::kDone;
    case Tag::kColgroup:
      clear_to({Tag::kTable});
      insert(token);
      mode_ = Mode::kInColumnGroup;
      return Then::kDone;
    case Tag::kCol:
      clear_to({Tag::kTable});
      insert(Tag::kColgroup);
      mode_ = Mode::kInColumnGroup;
      return Then::kAgain;
    case Tag::kTbody:
    case Tag::kTfoot:
    case Tag::kThead:
      clear_to({Tag::kTable});
      insert(token);
      mode_ = Mode::kInTableBody;
      return Then::kDone;
    case Tag::kTd:
    case Tag::kTh:
    case Tag::kTr:
      clear_to({Tag::kTable});
      insert(Tag::kTbody);
      mode_ = Mode::kInTableBody;
      return Then::kAgain;
    case Tag::kTable:
      if (!open_.has_in_scope(Tag::kTable, Scope::kTable)) return Then::kDone;
      open_.pop_until(Tag::kTable);
      reset_insertion_mode();
      return Then::kAgain;
    case Tag::kStyle:
    case Tag::kScript:
    case Tag::kTemplate:
      return in_head(token);
    case Tag::kInput:
      if (!is_hidden_input(token)) break;
      insert_void(token);
      return Then::kDone;
    case Tag::kForm:
      if (has_template() || form_ != kNoIndex) return Then::kDone;
      form_ = insert(token);
      open_.pop();
      return Then::kDone;
    default:
      break;
  }
  return in_body_fostered(token);
}

TreeBuilder::Then TreeBuilder::in_caption(Token& token) {
  const bool is_own_end = is_end(token, Tag::kCaption);
  const bool is_over = (is_start(token) && is_table_part(token.tag)) ||
                       is_end(token, Tag::kTable) || is_own_end;
  if (is_over) {
    if (!open_.has_in_scope(Tag::kCaption, Scope::kTable)) return Then::kDone;
    open_.pop_until(Tag::kCaption);
    formatting_.clear_to_marker();
    mode_ = Mode::kInTable;
    return is_own_end ? Then::kDone : Then::kAgain;
  }
  return is_ignored_end(token) ? Then::kDone : in_body(token);
}

TreeBuilder::Then TreeBuilder::in_column_group(Token& token) {
  if (token.kind == Kind::kDoctype) return Then::kDone;
  if (token.kind == Kind::kEnd) return in_body(token);
  if (token.kind == Kind::kText) {
    insert_text(take_white_space(token.text));
    if (token.text.empty()) return Then::kDone;
  }
  if (is_start(token) && token.tag == Tag::kHtml) return in_body(token);
  if (is_start(token) && token.tag == Tag::kCol) {
    insert_void(token);
    return Then::kDone;
  }
  if ((is_start(token) || is_end(token)) && token.tag == Tag::kTemplate)
    return in_head(token);
  if (is_end(token, Tag::kCol)) return Then::kDone;
  if (!open_.current_node().is_html(Tag::kColgroup)) return Then::kDone;
  open_.pop();
  mode_ = Mode::kInTable;
  return is_end(token, Tag::kColgroup) ? Then::kDone : Then::kAgain;
}

TreeBuilder::Then TreeBuilder::in_table_body(Token& token) {
  const auto clear = [&] { clear_to({Tag::kTbody, Tag::kTfoot, Tag::kThead}); };
  if (is_start(token) && (token.tag == Tag::kTr || is_cell(token.tag))) {
    clear();
    const bool is_row = token.tag == Tag::kTr;
    is_row ? insert(token) : insert(Tag::kTr);
    mode_ = Mode::kInRow;
    return is_row ? Then::kDone : Then::kAgain;
  }
  const bool is_own_end = is_end(token) && is_row_group(token.tag);
  const bool is_over =
      (is_start(token) && is_table_part(token.tag)) || is_end(token, Tag::kTable);
  if (is_own_end && !open_.has_in_scope(token.tag, Scope::kTable)) return Then::kDone;
  if (is_own_end || is_over) {
    if (!open_.has_in_scope(Tag::kTbody, Scope::kTable) &&
        !open_.has_in_scope(Tag::kThead, Scope::kTable) &&
        !open_.has_in_scope(Tag::kTfoot, Scope::kTable))
      return Then::kDone;
    clear();
    open_.pop();
    mode_ = Mode::kInTable;
    return is_own_end ? Then::kDone : Then::kAgain;
  }
  return is_ignored_end(token) ? Then::kDone : in_table(token);
}

TreeBuilder::Then TreeBuilder::in_row(Token& token) {
  if (is_start(token) && is_cell(token.tag)) {
    clear_to({Tag::kTr});
    insert(token);
    mode_ = Mode::kInCell;
    formatting_.push_marker();
    return Then::kDone;
  }
  const bool is_own_end = is_end(token, Tag::kTr);
  const bool ends_group = is_end(token) && is_row_group(token.tag);
  const bool is_over =
      (is_start(token) && is_table_part(token.tag)) || is_end(token, Tag::kTable);
  if (ends_group && !open_.has_in_scope(token.tag, Scope::kTable)) return Then::kDone;
  if (is_own_end || ends_group || is_over) {
    if (!open_.has_in_scope(Tag::kTr, Scope::kTable)) return Then::kDone;
    clear_to({Tag::kTr});
    open_.pop();
    mode_ = Mode::kInTableBody;
    return is_own_end ? Then::kDone : Then::kAgain;
  }
  return is_ignored_end(token) ? Then::kDone : in_table(token);
}

void TreeBuilder::close_cell() {
  while (!open_.current_node().is_html() || !is_cell(open_.current_node().tag))
    open_.pop();
  open_.pop();
  formatting_.clear_to_marker();
  mode_ = Mode::kInRow;
}

TreeBuilder::Then TreeBuilder::in_cell(Token& token) {
  if (is_end(token) && is_cell(token.tag)) {
    if (!open_.has_in_scope(token.tag, Scope::kTable)) return Then::kDone;
    open_.pop_until(token.tag);
    formatting_.clear_to_marker();
    mode_ = Mode::kInRow;
    return Then::kDone;
  }
  const bool begins_part = is_start(token) && is_table_part(token.tag);
  const bool ends_part =
      is_end(token) &&
      (token.tag == Tag::kTable || token.tag == Tag::kTr || is_row_group(token.tag));
  if (begins_part || ends_part) {
    const bool is_in_cell = open_.has_in_scope(Tag::kTd, Scope::kTable) ||
                            open_.has_in_scope(Tag::kTh, Scope::kTable);
    if (!is_in_cell) return Then::kDone;
    if (ends_part && !open_.has_in_scope(token.tag, Scope::kTable)) return Then::kDone;
    close_cell();
    return Then::kAgain;
  }
  return is_ignored_end(token) ? Then::kDone : in_body(token);
}

TreeBuilder::Then TreeBuilder::in_template(Token& token) {
  if (token.kind == Kind::kText || token.kind == Kind::kDoctype) return in_body(token);
  if (token.kind == Kind::kEnd) {
    if (!has_template()) return Then::kDone;
    end_template();
    return Then::kAgain;
  }
  if (is_end(token)) return token.tag == Tag::kTemplate ? in_head(token) : Then::kDone;
  switch (token.tag) {
    case Tag::kCaption:
    case Tag::kColgroup:
    case Tag::kTbody:
    case Tag::kTfoot:
    case Tag::kThead:
      mode_ = Mode::kInTable;
      break;
    case Tag::kCol:
      mode_ = Mode::kInColumnGroup;
      break;
    case Tag::kTr:
      mode_ = Mode::kInTableBody;
      break;
    case Tag::kTd:
    case Tag::kTh:
      mode_ = Mode::kInRow;
      break;
    default:
      mode_ = Mode::kInBody;
      break;
  }
  template_modes_.back() = mode_;
  return Then::kAgain;
}

// SVG and MathML (HTML standard, section 13.2.6.5).

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

void TreeBuilder::adjust_attributes(AttributeSpan attributes,
                                    dom::Namespace name_space) {
  for (TokenAttribute& attribute : tokenizer_.attributes(attributes))
    attribute.name = name_space == dom::Namespace::kSvg
                         ? svg_attribute_name(attribute.name)
                         : mathml_attribute_name(attribute.name);
}

// What follows the body, and framesets (HTML standard, sections 13.2.6.4.17 to
// 13.2.6.4.21).

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
