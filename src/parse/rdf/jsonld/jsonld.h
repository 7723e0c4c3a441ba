// JSON-LD 1.1 → RDF (https://www.w3.org/TR/json-ld11-api/): contexts are processed, the
// document is expanded, and the expanded form is told as quads. The functions have the
// names and steps of the specification.

#pragma once

#include <string_view>

#include "base/result.h"
#include "parse/rdf/rdf.h"

namespace curlew::parse {

Result<rdf::Dataset> parse_jsonld(std::string_view bytes, const RdfOptions& options);

}  // namespace curlew::parse
