#include "apps/lab/rdf_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "apps/lab/cases.h"
#include "apps/whole_file.h"
#include "parse/rdf/rdf.h"
#include "rdf/difference.h"

namespace curlew::apps {
namespace {

namespace json = boost::json;
using parse::RdfOptions;
using parse::RdfSyntax;

struct RdfCase {
  std::string suite;
  // All kinds in one text.
  std::string kind;
  std::string folder;
  // File names in the folder; `expected` may be empty.
  std::string input;
  std::string expected;
  rdf::HashFunction hash = rdf::HashFunction::kSha256;
  RdfOptions options;

  bool is(std::string_view word) const { return kind.find(word) != kind.npos; }
};

RdfSyntax syntax_of_suite(std::string_view suite) {
  if (suite == "rdf-n-triples") return RdfSyntax::kNTriples;
  if (suite == "rdf-turtle") return RdfSyntax::kTurtle;
  if (suite == "rdf-trig") return RdfSyntax::kTriG;
  if (suite == "rdf-xml") return RdfSyntax::kRdfXml;
  if (suite == "jsonld") return RdfSyntax::kJsonLd;
  return RdfSyntax::kNQuads;
}

// What lies at an address of the suite is the file of that name beside the case.
Result<std::string> read_beside(const std::string& url, const std::string& root,
                                const std::string& folder) {
  if (root.empty() || !url.starts_with(root))
    return Error{ErrorKind::kNotFound, url + ": outside of the suite"};
  std::string name = url.substr(root.size());
  if (auto plain = read_whole_file(folder + "/" + name)) return plain;
  for (std::size_t at; (at = name.find('/')) != name.npos;) name.replace(at, 1, "__");
  return read_whole_file(folder + "/" + name);
}

void read_jsonld_options(const json::object& row, RdfCase& test) {
  const json::value* const found = row.if_contains("option");
  if (!found || !found->is_object()) return;
  const json::object& option = found->get_object();
  RdfOptions& options = test.options;
  // Cases for processors of 1.0 alone are in the suite of 1.1, too.
  options.is_jsonld_1_0 = text_of(option, "processingMode") == "json-ld-1.0" ||
                          text_of(option, "specVersion") == "json-ld-1.0";
  if (const std::string base = text_of(option, "base"); !base.empty())
    options.base = base;
  const std::string direction = text_of(option, "rdfDirection");
  if (direction == "i18n-datatype")
    options.direction = parse::RdfDirection::kI18nDatatype;
  if (direction == "compound-literal")
    options.direction = parse::RdfDirection::kCompoundLiteral;
  const std::string context = text_of(option, "expandContext");
  if (context.empty()) return;
  const std::string name = context.substr(context.rfind('/') + 1);
  if (auto text = read_whole_file(test.folder + "/" + name))
    options.expand_context = *std::move(text);
}

RdfCase to_case(const std::string& folder, const json::object& row) {
  RdfCase test;
  test.suite = text_of(row, "suite");
  test.kind = row.contains("kind") ? json::serialize(row.at("kind")) : "";
  test.folder = folder + "/" + test.suite;
  test.input = text_of(row, "input");
  test.expected = text_of(row, "expected");
  if (text_of(row, "hash") == "SHA384") test.hash = rdf::HashFunction::kSha384;
  test.options.base = text_of(row, "base");
  std::string root = test.options.base;
  root.resize(root.rfind('/') + 1);
  test.options.load_context = [root, beside = test.folder](const std::string& url) {
    return read_beside(url, root, beside);
  };
  read_jsonld_options(row, test);
  return test;
}

Result<void> judge_graph(const RdfCase& test, const rdf::Dataset& dataset) {
  TRY_ASSIGN(const std::string text,
             read_whole_file(test.folder + "/" + test.expected));
  TRY_ASSIGN(const rdf::Dataset expected,
             parse::parse_rdf(text, RdfSyntax::kNQuads, {}));
  const rdf::Difference found = rdf::difference(expected, dataset);
  if (found.sameness == rdf::Sameness::kSame) return {};
  if (found.sameness == rdf::Sameness::kUndecided)
    return Error{ErrorKind::kLimit, "undecided"};
  std::string first;
  if (!found.removed.empty()) {
    first = ", first missing: " + to_nquad(expected.terms(), found.removed.front());
  } else if (!found.added.empty()) {
    first = ", first too much: " + to_nquad(dataset.terms(), found.added.front());
  }
  return Error{ErrorKind::kFailed,
               fmt::format("{} quads missing, {} too much{}", found.removed.size(),
                           found.added.size(), first)};
}

Result<void> judge_canonical(const RdfCase& test, const rdf::Dataset& dataset) {
  rdf::WorkLimit limit;
  TRY_ASSIGN(const rdf::CanonicalForm form,
             rdf::canonical_form(dataset.terms(), dataset.quads(), limit, test.hash));
  if (test.expected.empty()) return {};
  TRY_ASSIGN(const std::string text,
             read_whole_file(test.folder + "/" + test.expected));
  if (!test.is("MapTest")) {
    if (form.text() == text) return {};
    return Error{ErrorKind::kFailed, "another canonical form"};
  }
  boost::system::error_code error;
  const json::value expected = json::parse(text, error);
  if (error || expected != json::value_from(form.labels))
    return Error{ErrorKind::kFailed, "other canonical labels"};
  return {};
}

Result<void> judge_reading(const RdfCase& test) {
  TRY_ASSIGN(const std::string bytes, read_whole_file(test.folder + "/" + test.input));
  TRY_ASSIGN(const rdf::Dataset dataset,
             parse::parse_rdf(bytes, syntax_of_suite(test.suite), test.options));
  if (test.suite == "rdfc10") return judge_canonical(test, dataset);
  return test.expected.empty() ? Result<void>() : judge_graph(test, dataset);
}

}  // namespace

json::object judge_rdf_case(const std::string& folder, const json::object& row) {
  const RdfCase test = to_case(folder, row);
  Result<void> judged = judge_reading(test);
  const bool is_negative = test.is("Negative");
  std::string error = judged.ok() ? "" : judged.error().text;
  if (is_negative && judged.ok()) error = "accepted, and should not have been";
  json::object result{{"suite", test.suite},
                      {"test", text_of(row, "test")},
                      {"ok", judged.ok() != is_negative}};
  result["error"] = error.empty() ? json::value() : json::value(error);
  return result;
}

}  // namespace curlew::apps
