// Any bytes: reading JSON-LD ends, whatever its contexts say, and the graph survives
// being written as N-Quads.
// seeds: src/parse/testdata/jsonld

#include "base/check.h"
#include "parse/rdf/rdf.h"
#include "rdf/dataset.h"

using curlew::parse::parse_rdf;
using curlew::parse::RdfSyntax;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  curlew::parse::RdfOptions options;
  options.base = "http://example.org/document";
  // Every context is the document itself.
  options.load_context = [&](const std::string&) -> curlew::Result<std::string> {
    return std::string(bytes);
  };
  const auto graph = parse_rdf(bytes, RdfSyntax::kJsonLd, options);
  if (!graph.ok()) return 0;
  const std::string written = curlew::rdf::to_nquads(*graph);
  const auto again = parse_rdf(written, RdfSyntax::kNQuads, {});
  CHECK(again.ok());
  CHECK(curlew::rdf::to_nquads(*again) == written);
  return 0;
}
