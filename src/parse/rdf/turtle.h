// Turtle and TriG (https://www.w3.org/TR/turtle/, https://www.w3.org/TR/trig/), by a
// function a production of the grammar.

#pragma once

#include <string_view>

#include "base/result.h"
#include "parse/rdf/ntriples.h"
#include "parse/rdf/rdf.h"

namespace curlew::parse {

// With named graphs allowed it is TriG.
Result<rdf::Dataset> parse_turtle(std::string_view utf8, NamedGraphs graphs,
                                  const RdfOptions& options);

}  // namespace curlew::parse
