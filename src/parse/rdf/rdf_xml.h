// RDF/XML (https://www.w3.org/TR/rdf-syntax-grammar/), by the productions of its
// grammar.

#pragma once

#include <string_view>

#include "base/result.h"
#include "parse/rdf/rdf.h"

namespace curlew::parse {

// In any encoding that XML names in its declaration.
Result<rdf::Dataset> parse_rdf_xml(std::string_view bytes, const RdfOptions& options);

}  // namespace curlew::parse
