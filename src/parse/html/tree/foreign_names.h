// Names in SVG and MathML whose capitals the tokenizer has lowered ("adjust SVG
// attributes" and its neighbours, HTML standard, section 13.2.6.1).

#pragma once

#include <string_view>

namespace curlew::parse {

// "foreignobject" -> "foreignObject"; any other name as it is.
std::string_view svg_element_name(std::string_view name);
// "viewbox" -> "viewBox"
std::string_view svg_attribute_name(std::string_view name);
// "definitionurl" -> "definitionURL"
std::string_view mathml_attribute_name(std::string_view name);

// The start tags that end SVG and MathML around them, whatever is open there.
bool leaves_foreign_content(std::string_view name);

}  // namespace curlew::parse
