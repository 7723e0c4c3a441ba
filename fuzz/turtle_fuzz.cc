// Any bytes: reading TriG ends, and the graph survives being written as N-Quads. Its
// canonical form is found or given up.
// seeds: src/parse/testdata/turtle

#include "base/check.h"
#include "parse/rdf/rdf.h"
#include "rdf/canonical.h"

using curlew::parse::parse_rdf;
using curlew::parse::RdfSyntax;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  curlew::parse::RdfOptions options;
  options.base = "http://example.org/document";
  const auto graph = parse_rdf(bytes, RdfSyntax::kTriG, options);
  if (!graph.ok()) return 0;
  const std::string written = curlew::rdf::to_nquads(*graph);
  const auto again = parse_rdf(written, RdfSyntax::kNQuads, {});
  CHECK(again.ok());
  CHECK(curlew::rdf::to_nquads(*again) == written);
  curlew::rdf::WorkLimit limit{.steps_left = 20'000}, same_limit = limit;
  const auto form = canonical_form(graph->terms(), graph->quads(), limit);
  const auto other = canonical_form(again->terms(), again->quads(), same_limit);
  if (form.ok() && other.ok()) CHECK(form->text() == other->text());
  return 0;
}
