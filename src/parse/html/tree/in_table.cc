#include "parse/html/tree/tree_builder.h"
#include "parse/html/tree/white_space.h"

// Tables and templates (HTML standard, sections 13.2.6.4.9 to 13.2.6.4.16).

namespace curlew::parse {
namespace {

using Kind = Token::Kind;
using dom::Tag;

bool is_start(const Token& token) { return token.kind == Kind::kStartTag; }
bool is_end(const Token& token) { return token.kind == Kind::kEndTag; }
bool is_end(const Token& token, Tag tag) { return is_end(token) && token.tag == tag; }

// What no mode inside a table has a use for, once it has taken what it ends on.
bool is_ignored_end(const Token& token) {
  return is_end(token) && (is_table_part(token.tag) || token.tag == Tag::kBody ||
                           token.tag == Tag::kHtml);
}

}  // namespace

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

}  // namespace curlew::parse
