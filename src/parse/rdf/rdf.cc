#include "parse/rdf/rdf.h"

#include <simdjson.h>

#include "parse/rdf/jsonld/jsonld.h"
#include "parse/rdf/ntriples.h"
#include "parse/rdf/rdf_xml.h"
#include "parse/rdf/turtle.h"

namespace curlew::parse {

Result<rdf::Dataset> parse_rdf(std::string_view bytes, RdfSyntax syntax,
                               const RdfOptions& options) {
  if (syntax == RdfSyntax::kRdfXml) return parse_rdf_xml(bytes, options);
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  if (!simdjson::validate_utf8(bytes.data(), bytes.size()))
    return Error{ErrorKind::kMalformed, "the bytes are not UTF-8"};
  switch (syntax) {
    case RdfSyntax::kNTriples:
      return parse_ntriples(bytes, NamedGraphs::kRefused, options);
    case RdfSyntax::kNQuads:
      return parse_ntriples(bytes, NamedGraphs::kAllowed, options);
    case RdfSyntax::kTurtle:
      return parse_turtle(bytes, NamedGraphs::kRefused, options);
    case RdfSyntax::kTriG:
      return parse_turtle(bytes, NamedGraphs::kAllowed, options);
    default:
      return parse_jsonld(bytes, options);
  }
}

}  // namespace curlew::parse
