#pragma once

#include "dom/tag.h"

namespace curlew::extract {

// Kinds of elements in an order that lets one threshold part running text from the
// rest.
int kind_of(dom::Tag tag);

}  // namespace curlew::extract
