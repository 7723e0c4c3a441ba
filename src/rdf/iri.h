// IRIs as RDF has them: compared by their characters, resolved by RFC 3986. Not `url`:
// a browser's rules rewrite what they parse, and two names that differ in a "%7E" or in
// the case of a host are two resources here.

#pragma once

#include <string>
#include <string_view>

namespace curlew::rdf {

// Has a scheme.
bool is_absolute_iri(std::string_view iri);
// No space, control character or one of <>"{}|^`\ in it.
bool has_only_iri_characters(std::string_view text);

// RFC 3986, section 5.2. A `base` without a scheme gives the reference as it is.
std::string resolve_iri(std::string_view base, std::string_view reference);

}  // namespace curlew::rdf
