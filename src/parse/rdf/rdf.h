// Bytes → rdf::Dataset, in every syntax that data documents are published in: the
// Turtle family, RDF/XML, JSON-LD. Strict: what breaks its own format is refused as a
// whole, since half a graph would look like a change. Pure; callable from any thread.

#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "rdf/dataset.h"

namespace curlew::parse {

enum class RdfSyntax { kNTriples, kNQuads, kTurtle, kTriG, kRdfXml, kJsonLd };

// How a string's direction ("@direction" of JSON-LD) is told in RDF.
enum class RdfDirection { kNone, kI18nDatatype, kCompoundLiteral };

struct RdfOptions {
  // Where the document was found: what its relative names are relative to. Without one
  // they are refused, or in JSON-LD left out.
  std::string base;
  // Nested brackets, elements or objects.
  int max_depth = 256;
  // Texts of distinct terms, beyond sixteen times the document's bytes. A prefix of a
  // few letters may stand for kilobytes.
  Bytes max_growth = 16_MiB;

  // JSON-LD only. The document at an address that a context names; without a function
  // such contexts are refused.
  std::function<Result<std::string>(const std::string& url)> load_context;
  // Contexts that may be loaded for one document.
  int max_contexts = 16;
  // A context of the caller's, as JSON, in force before the document's own.
  std::string expand_context;
  RdfDirection direction = RdfDirection::kNone;
  // The rules of JSON-LD 1.0.
  bool is_jsonld_1_0 = false;
};

Result<rdf::Dataset> parse_rdf(std::string_view bytes, RdfSyntax syntax,
                               const RdfOptions& options);

}  // namespace curlew::parse
