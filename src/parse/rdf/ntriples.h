// N-Triples and N-Quads (https://www.w3.org/TR/n-triples/): a statement a line.
//
// Own, not serd's: a term is handed on as it stands in the document, without a copy.

#pragma once

#include <string_view>

#include "base/result.h"
#include "parse/rdf/rdf.h"

namespace curlew::parse {

enum class NamedGraphs { kRefused, kAllowed };

Result<rdf::Dataset> parse_ntriples(std::string_view utf8, NamedGraphs graphs,
                                    const RdfOptions& options);

}  // namespace curlew::parse
