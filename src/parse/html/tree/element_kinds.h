// Sets of elements that the HTML standard's parsing rules name.

#pragma once

#include "dom/tag.h"
#include "parse/html/tree/tree.h"

namespace curlew::parse {

// "Special" elements end the search for the start of an element that an end tag names.
bool is_special(const TreeNode& node);

// Their start tags end a paragraph; their end tags end them with all that is inside.
bool is_block(dom::Tag tag);

bool is_heading(dom::Tag tag);

// <title>, <meta> …: what belongs into the head.
bool is_metadata(dom::Tag tag);

// <caption>, <col>, <tr> …: everything that a table is made of.
bool is_table_part(dom::Tag tag);
bool is_row_group(dom::Tag tag);
bool is_cell(dom::Tag tag);

// <b>, <i>, <a> …: they open again in the next block when they were not closed.
bool is_formatting(dom::Tag tag);

// Elements that "generate implied end tags" closes.
bool has_implied_end(dom::Tag tag);

// How far up an end tag may reach ("has an element in … scope").
enum class Scope { kDefault, kListItem, kButton, kTable };
bool ends_scope(const TreeNode& node, Scope scope);

}  // namespace curlew::parse
