// A page with parts of it left out, as if they had never been there.

#pragma once

#include "dom/document.h"
#include "dom/node_set.h"

namespace curlew::dom {

// Replaces `to`, whose memory is used again, by `from` without the nodes in `left_out`
// and everything below them. The root stays. Words on both sides of a block that is
// left out do not become one.
void copy_without(const Document& from, const NodeSet& left_out, Document& to);

}  // namespace curlew::dom
