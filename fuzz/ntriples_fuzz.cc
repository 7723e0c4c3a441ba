// Any bytes: reading N-Quads ends, and what was read is written and read back the same.
// seeds: src/parse/testdata/ntriples

#include "base/check.h"
#include "parse/rdf/rdf.h"
#include "rdf/dataset.h"

using curlew::parse::parse_rdf;
using curlew::parse::RdfSyntax;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto graph = parse_rdf(bytes, RdfSyntax::kNQuads, {});
  if (!graph.ok()) return 0;
  const std::string written = curlew::rdf::to_nquads(*graph);
  const auto again = parse_rdf(written, RdfSyntax::kNQuads, {});
  CHECK(again.ok());
  CHECK(curlew::rdf::to_nquads(*again) == written);
  return 0;
}
