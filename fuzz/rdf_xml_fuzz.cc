// Any bytes: reading RDF/XML ends, and no term holds a line's end.
// seeds: src/parse/testdata/rdf_xml

#include <algorithm>

#include "base/check.h"
#include "parse/rdf/rdf.h"
#include "rdf/dataset.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  curlew::parse::RdfOptions options;
  options.base = "http://example.org/document";
  const auto graph =
      curlew::parse::parse_rdf(bytes, curlew::parse::RdfSyntax::kRdfXml, options);
  if (!graph.ok()) return 0;
  const std::string written = curlew::rdf::to_nquads(*graph);
  CHECK(static_cast<std::size_t>(std::ranges::count(written, '\n')) ==
        graph->quads().size());
  return 0;
}
