// Does a page show its text only after its scripts have run? So that somebody can be
// told to have it rendered, who otherwise would see a source without texts.
//
// A guess that would rather miss such a page than send a browser to one that needs
// none: docs/rendering.md has the figures. Pure, and linear in the page.

#pragma once

#include <string_view>

#include "dom/document.h"

namespace curlew::extract {

// `html` is what `page` was parsed from.
bool needs_rendering(const dom::Document& page, std::string_view html);

}  // namespace curlew::extract
