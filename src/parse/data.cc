#include "parse/data.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "parse/csv/csv.h"
#include "parse/json/json.h"
#include "parse/sparql/results.h"

namespace curlew::parse {
namespace {

struct KnownFormat {
  std::string_view media_type;
  // Of files; empty where another row has it.
  std::string_view extension;
  DataFormat format;
};

constexpr std::array<KnownFormat, 15> kKnownFormats = {{
    {"text/turtle", "ttl", {DataKind::kGraph, RdfSyntax::kTurtle}},
    {"application/x-turtle", "", {DataKind::kGraph, RdfSyntax::kTurtle}},
    {"text/n3", "n3", {DataKind::kGraph, RdfSyntax::kTurtle}},
    {"application/trig", "trig", {DataKind::kGraph, RdfSyntax::kTriG}},
    {"application/n-triples", "nt", {DataKind::kGraph, RdfSyntax::kNTriples}},
    {"application/n-quads", "nq", {DataKind::kGraph, RdfSyntax::kNQuads}},
    {"application/rdf+xml", "rdf", {DataKind::kGraph, RdfSyntax::kRdfXml}},
    {"application/owl+xml", "owl", {DataKind::kGraph, RdfSyntax::kRdfXml}},
    {"application/ld+json", "jsonld", {DataKind::kGraph, RdfSyntax::kJsonLd}},
    {"application/json", "json", {DataKind::kTree, {}}},
    {"text/json", "", {DataKind::kTree, {}}},
    {"application/geo+json", "geojson", {DataKind::kTree, {}}},
    {"text/csv", "csv", {DataKind::kTable, {}}},
    {"text/tab-separated-values", "tsv", {DataKind::kTable, {}}},
    {"application/csv", "", {DataKind::kTable, {}}},
}};

DataFormat format_by_first_bytes(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  std::string_view text = trimmed(bytes.substr(0, 4096));
  while (text.starts_with('#')) {
    const std::size_t end = text.find('\n');
    text = end == text.npos ? std::string_view() : trimmed(text.substr(end));
  }
  if (text.starts_with("<?xml") || text.starts_with("<!") || text.starts_with("<rdf:"))
    return {DataKind::kGraph, RdfSyntax::kRdfXml};
  if (text.starts_with('{') || text.starts_with('[')) {
    const bool is_linked = text.find("\"@context\"") != text.npos ||
                           text.find("\"@graph\"") != text.npos ||
                           text.find("\"@id\"") != text.npos;
    if (is_linked) return {DataKind::kGraph, RdfSyntax::kJsonLd};
    return {DataKind::kTree, {}};
  }
  const bool is_turtle = text.starts_with('<') || text.starts_with("@prefix") ||
                         text.starts_with("@base") || text.starts_with("_:") ||
                         starts_with_ignoring_case(text, "prefix ") ||
                         starts_with_ignoring_case(text, "base <");
  if (is_turtle) return {DataKind::kGraph, RdfSyntax::kTriG};
  return {DataKind::kTable, {}};
}

std::string bare_type(std::string_view media_type) {
  return to_ascii_lower(trimmed(media_type.substr(0, media_type.find(';'))));
}

}  // namespace

DataFormat data_format_of(std::string_view media_type, std::string_view bytes) {
  const std::string type = bare_type(media_type);
  const auto known = std::ranges::find(kKnownFormats, type, &KnownFormat::media_type);
  if (known != kKnownFormats.end()) return known->format;
  if (type.ends_with("+json")) return {DataKind::kTree, {}};
  return format_by_first_bytes(bytes);
}

Result<Data> read_data(std::string_view bytes, std::string_view content_type,
                       const RdfOptions& options) {
  const DataFormat format = data_format_of(content_type, bytes);
  if (format.kind == DataKind::kGraph) {
    TRY_ASSIGN(rdf::Dataset graph, parse_rdf(bytes, format.syntax, options));
    return Data(std::move(graph));
  }
  if (format.kind == DataKind::kTree) {
    TRY_ASSIGN(model::Json tree, parse_json(bytes, options.max_depth));
    if (!is_sparql_results(tree)) return Data(std::move(tree));
    TRY_ASSIGN(model::Table solutions, to_table(tree));
    return Data(std::move(solutions));
  }
  TRY_ASSIGN(model::Table table, parse_csv(bytes, {.content_type = content_type}));
  return Data(std::move(table));
}

bool is_data_type(std::string_view media_type) {
  const std::string type = bare_type(media_type);
  return type.ends_with("+json") ||
         std::ranges::find(kKnownFormats, type, &KnownFormat::media_type) !=
             kKnownFormats.end();
}

std::string_view media_type_of_file(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == name.npos) return {};
  const std::string extension = to_ascii_lower(name.substr(dot + 1));
  const auto known =
      std::ranges::find(kKnownFormats, extension, &KnownFormat::extension);
  return known == kKnownFormats.end() || extension.empty() ? std::string_view()
                                                           : known->media_type;
}

}  // namespace curlew::parse
