// The finished tree of a page -> dom::Document.

#pragma once

#include "dom/document.h"
#include "parse/html/tree/tree_builder.h"

namespace curlew::parse {

// Without templates and without what is deeper than kMaxHtmlDepth. False when something
// was too deep: misnested tags can nest deeper in the tree than they were open.
bool to_document(TreeBuilder& built, dom::Document& page);

}  // namespace curlew::parse
