// The text of a part of a page, as a reader sees it.
//
// Paragraphs, list items, <br>, table rows and other blocks begin new lines ("\n"),
// table cells and buttons stand apart from their neighbours, inline elements do not
// separate
// ("a<b>b</b>" is "ab"). White space is collapsed as browsers do; <pre> keeps its
// lines. No-break spaces count as white space here, so that a paragraph made of one is
// empty, and characters without width (soft hyphen, zero-width space) are dropped, so
// that words can be found. What browsers never show (Flow::kHidden) is left out, and so
// is <noscript>, unless `node` is or is inside such an element itself. Style sheets and
// the attribute `hidden` are not looked at: that is for the caller to judge, by `skip`.

#pragma once

#include <string>

#include "dom/document.h"
#include "dom/node_set.h"

namespace curlew::dom {

struct TextOptions {
  // Left out with everything below them.
  const NodeSet* skip = nullptr;
};

// Whether the text of an element has none of a node inside of it.
bool is_left_out_of_text(Node top, Node node);

// Without white space at either end.
std::string text_of(Node node, const TextOptions& options = {});

// The same into a string that is kept: `out` is extended; returns how many bytes were
// added.
std::size_t append_text(std::string& out, Node node, const TextOptions& options = {});

}  // namespace curlew::dom
