// What a page has but does not show.

#pragma once

#include "dom/document.h"

namespace curlew::dom {

// Does this element hide itself and all in it? By the attribute `hidden`, by an inline
// `display: none` or `visibility: hidden`, as a <dialog> that is not open; or by
// aria-hidden where nobody else reads it either: in dialogs, and under the class names
// that stand for "not seen". By itself aria-hidden says only that the text need not be
// read aloud.
bool is_hidden(Node node);

}  // namespace curlew::dom
