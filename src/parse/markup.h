// HTML fragments as they stand in titles: made safe, or reduced to their text.

#pragma once

#include <string>
#include <string_view>

#include "parse/allowance.h"
#include "parse/base_address.h"

namespace curlew::parse {

// Keeps the elements and attributes that only format, resolves addresses against
// `base`, and drops scripts, styles sheets, handlers, frames, objects and addresses
// that run code. What is left is well-formed: attributes in double quotes, empty
// elements closed.
std::string safe_markup(std::string_view html, const BaseAddress& base,
                        Allowance& allowance);

// Makes the addresses in href, src and their like absolute, as far as `allowance` lets
// the text grow. Whatever else it finds it leaves as it is: it does not clean.
void resolve_addresses(std::string& html, const BaseAddress& base,
                       Allowance& allowance);

// The words without the tags, references decoded.
std::string text_of_markup(std::string_view html);

// Is this HTML although nobody says so? It is when it has a closing tag or a reference,
// and all tags and references in it are those of HTML. RSS does not say what a title
// is.
bool looks_like_markup(std::string_view text);

}  // namespace curlew::parse
