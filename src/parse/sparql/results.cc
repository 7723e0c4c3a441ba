#include "parse/sparql/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "rdf/term.h"

namespace curlew::parse {
namespace {

using model::Json;

Error wrong_results(std::string_view what) {
  return {ErrorKind::kMalformed, fmt::format("SPARQL results: {}", what)};
}

std::string text_of(const Json& term, std::string_view member) {
  const Json* const found = term.find(member);
  return found && found->is_string() ? found->text : std::string();
}

const Json* bindings_of(const Json& document) {
  const Json* const results = document.find("results");
  const Json* const bindings =
      results && results->is_object() ? results->find("bindings") : nullptr;
  return bindings && bindings->is_array() ? bindings : nullptr;
}

// Blank nodes under names of ours: those of an answer may be any text.
using BlankNames = std::unordered_map<std::string, std::string>;

std::string blank_name(const std::string& label, BlankNames& names) {
  const auto [found, is_new] = names.try_emplace(label);
  if (is_new) found->second = rdf::blank_text(fmt::format("b{}", names.size()));
  return found->second;
}

// As N-Triples writes it. "typed-literal" is what drafts of the format called it, and
// some endpoints still do.
Result<std::string> to_term(const Json& term, BlankNames& names) {
  const Json* const value = term.is_object() ? term.find("value") : nullptr;
  if (!value || !value->is_string()) return wrong_results("a binding without a value");
  const std::string type = text_of(term, "type");
  if (type == "uri") return rdf::iri_text(value->text);
  if (type == "bnode") return blank_name(value->text, names);
  if (type == "literal" || type == "typed-literal") {
    const std::string language = text_of(term, "xml:lang");
    if (!language.empty() && !rdf::is_language(language)) {
      return wrong_results(fmt::format("'{}' is not a language", language));
    }
    const std::string datatype = text_of(term, "datatype");
    const std::string in_brackets = datatype.empty() ? "<>" : rdf::iri_text(datatype);
    return rdf::literal_text(
        value->text, language,
        std::string_view(in_brackets).substr(1, in_brackets.size() - 2));
  }
  return wrong_results(fmt::format("a binding of type '{}'", type));
}

using Places = std::unordered_map<std::string_view, std::size_t>;

Result<std::vector<std::string>> to_row(const Json& solution, const Places& places,
                                        BlankNames& names) {
  if (!solution.is_object()) return wrong_results("a solution that is not an object");
  std::vector<std::string> row(places.size());
  for (std::size_t i = 0; i < solution.items.size(); ++i) {
    const auto place = places.find(solution.keys[i]);
    if (place == places.end()) {
      return wrong_results(fmt::format("'{}' is not in head.vars", solution.keys[i]));
    }
    TRY_ASSIGN(row[place->second], to_term(solution.items[i], names));
  }
  return row;
}

}  // namespace

bool is_sparql_results(const Json& document) {
  if (!document.is_object() || !document.contains("head")) return false;
  const Json* const answer = document.find("boolean");
  return bindings_of(document) != nullptr || (answer && answer->is_bool());
}

Result<model::Table> to_table(const Json& results, std::size_t max_cells) {
  model::Table table;
  table.has_header = true;
  table.has_terms = true;
  const Json* const bindings = bindings_of(results);
  if (!bindings) {
    const Json* const answer = results.find("boolean");
    if (!answer || !answer->is_bool()) return wrong_results("no bindings");
    table.columns = {"boolean"};
    table.rows = {{answer->kind == Json::Kind::kTrue ? "true" : "false"}};
    return table;
  }
  const Json* const head = results.find("head");
  const Json* const names = head ? head->find("vars") : nullptr;
  if (!names || !names->is_array()) return wrong_results("no head.vars");
  Places places;
  for (const Json& name : names->items) {
    if (!name.is_string())
      return wrong_results("a name in head.vars that is not a string");
    if (places.emplace(name.text, places.size()).second) {
      table.columns.push_back(name.text);
    }
  }
  constexpr std::size_t kMaxColumns = 4096;  // As of CSV.
  if (table.columns.size() > kMaxColumns) {
    return Error{ErrorKind::kLimit,
                 fmt::format("SPARQL results: more than {} columns", kMaxColumns)};
  }
  if (bindings->items.size() > max_cells / std::max<std::size_t>(places.size(), 1)) {
    return Error{ErrorKind::kLimit,
                 fmt::format("SPARQL results: more than {} cells", max_cells)};
  }
  table.rows.reserve(bindings->items.size());
  BlankNames blank_names;
  for (const Json& solution : bindings->items) {
    TRY_ASSIGN(auto row, to_row(solution, places, blank_names));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace curlew::parse
