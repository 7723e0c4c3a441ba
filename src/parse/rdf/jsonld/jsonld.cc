#include "parse/rdf/jsonld/jsonld.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>

#include "base/ascii.h"
#include "parse/json/json.h"
#include "parse/rdf/jsonld/context.h"
#include "parse/rdf/jsonld/defining.h"
#include "parse/rdf/jsonld/expansion.h"
#include "parse/rdf/jsonld/shapes.h"
#include "parse/rdf/quad_builder.h"
#include "rdf/iri.h"

namespace curlew::parse {
namespace {

using model::Json;
using rdf::TermId;

double number_of(const Json& json) {
  double value = 0;
  std::from_chars(json.text.data(), json.text.data() + json.text.size(), value);
  return value;
}

// xsd:double in its canonical form: "5.3E0", with fifteen digits behind the point.
std::string canonical_double(double value) {
  const std::string text = fmt::format("{:.15e}", value);
  const std::size_t e = text.find('e');
  std::string digits = text.substr(0, e);
  while (digits.ends_with('0') && !digits.ends_with(".0")) digits.pop_back();
  int exponent = 0;
  const char* const from = text.data() + e + (text[e + 1] == '+' ? 2 : 1);
  std::from_chars(from, text.data() + text.size(), exponent);
  return fmt::format("{}E{}", digits, exponent);
}

bool is_well_formed_iri(std::string_view iri) {
  const bool has_two_fragments = iri.find('#') != iri.rfind('#');
  return rdf::is_absolute_iri(iri) && rdf::has_only_iri_characters(iri) &&
         !has_two_fragments;
}

// Tells the expanded form as quads (section 8, RDF Serialization/Deserialization). The
// specification flattens it first, to name each blank node once; here the builder does.
class JsonLdToRdf {
 public:
  JsonLdToRdf(QuadBuilder& builder, const RdfOptions& options)
      : builder_(builder), options_(options) {}

  Result<void> tell_nodes(const Json& nodes, TermId graph) {
    for (const Json& node : nodes.items) TRY(tell_node(node, graph));
    return {};
  }

 private:
  // rdf::kNoTerm where it is not fit for RDF. So are the two below.
  Result<TermId> tell_node(const Json& node, TermId graph);
  Result<void> tell_member(const std::string& key, const Json& value, TermId subject,
                           TermId graph);
  Result<void> tell_reverse(const Json& map, TermId object, TermId graph);
  Result<void> check_index(const Json& node, TermId subject, TermId graph);
  Result<TermId> object_of(const Json& item, TermId graph);
  Result<TermId> list_of(const Json& list, TermId graph);
  TermId literal_of(const Json& item);
  TermId directed_literal(const std::string& value, const std::string& language,
                          const std::string& direction);
  TermId resource(std::string_view id);
  Result<void> emit(TermId subject, TermId predicate, TermId object, TermId graph);

  QuadBuilder& builder_;
  const RdfOptions& options_;
  TermId graph_ = rdf::kNoTerm;
  std::map<std::string, TermId, std::less<>> blanks_;
  std::map<std::pair<TermId, TermId>, std::string> indexes_;
};

Result<void> JsonLdToRdf::emit(TermId subject, TermId predicate, TermId object,
                               TermId graph) {
  if (builder_.is_too_large())
    return Error{ErrorKind::kLimit, "its terms are too long when written out"};
  builder_.add(subject, predicate, object, graph);
  return {};
}

TermId JsonLdToRdf::resource(std::string_view id) {
  if (!id.starts_with("_:"))
    return is_well_formed_iri(id) ? builder_.iri(id) : rdf::kNoTerm;
  const auto known = blanks_.find(id);
  if (known != blanks_.end()) return known->second;
  return blanks_.emplace(id, builder_.fresh_blank()).first->second;
}

Result<void> JsonLdToRdf::check_index(const Json& node, TermId subject, TermId graph) {
  const Json* const index = node.find("@index");
  if (!index) return {};
  const auto [known, is_new] = indexes_.try_emplace({graph, subject}, index->text);
  if (is_new || known->second == index->text) return {};
  return jsonld_error("conflicting indexes", index->text);
}

// Its subject; none where that is not fit for RDF, and then nothing is told of it but
// the nodes inside.
Result<TermId> JsonLdToRdf::tell_node(const Json& node, TermId graph) {
  const Json* const id = node.find("@id");
  const TermId subject = !id               ? builder_.fresh_blank()
                         : id->is_string() ? resource(id->text)
                                           : rdf::kNoTerm;
  TRY(check_index(node, subject, graph));
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const std::string& key = node.keys[i];
    const Json& value = node.items[i];
    if (key == "@type") {
      for (const Json& type : to_array(value).items) {
        const TermId object = resource(type.text);
        if (subject != rdf::kNoTerm && object != rdf::kNoTerm)
          TRY(emit(subject, builder_.rdf_iri("type"), object, graph));
      }
    } else if (key == "@graph") {
      // A graph without a name that RDF knows is not told.
      if (subject != rdf::kNoTerm) TRY(tell_nodes(value, subject));
    } else if (key == "@included") {
      TRY(tell_nodes(value, graph));
    } else if (key == "@reverse") {
      TRY(tell_reverse(value, subject, graph));
    } else if (!is_jsonld_keyword(key)) {
      TRY(tell_member(key, value, subject, graph));
    }
  }
  return subject;
}

Result<void> JsonLdToRdf::tell_member(const std::string& key, const Json& value,
                                      TermId subject, TermId graph) {
  const bool is_fine = subject != rdf::kNoTerm && is_well_formed_iri(key);
  for (const Json& item : value.items) {
    TRY_ASSIGN(const TermId object, object_of(item, graph));
    if (is_fine && object != rdf::kNoTerm)
      TRY(emit(subject, builder_.iri(key), object, graph));
  }
  return {};
}

Result<void> JsonLdToRdf::tell_reverse(const Json& map, TermId object, TermId graph) {
  for (std::size_t i = 0; i < map.keys.size(); ++i) {
    for (const Json& item : map.items[i].items) {
      TRY_ASSIGN(const TermId subject, tell_node(item, graph));
      if (subject != rdf::kNoTerm && object != rdf::kNoTerm &&
          is_well_formed_iri(map.keys[i]))
        TRY(emit(subject, builder_.iri(map.keys[i]), object, graph));
    }
  }
  return {};
}

Result<TermId> JsonLdToRdf::object_of(const Json& item, TermId graph) {
  if (const Json* const list = item.find("@list")) return list_of(*list, graph);
  if (!item.contains("@value")) return tell_node(item, graph);
  graph_ = graph;
  return literal_of(item);
}

// Section 8.3, List to RDF Conversion. An item that is not fit for RDF leaves its cell.
Result<TermId> JsonLdToRdf::list_of(const Json& list, TermId graph) {
  const TermId nil = builder_.rdf_iri("nil");
  TermId first_cell = nil, last = rdf::kNoTerm;
  for (const Json& item : list.items) {
    TRY_ASSIGN(const TermId object, object_of(item, graph));
    const TermId cell = builder_.fresh_blank();
    if (last == rdf::kNoTerm) {
      first_cell = cell;
    } else {
      TRY(emit(last, builder_.rdf_iri("rest"), cell, graph));
    }
    if (object != rdf::kNoTerm)
      TRY(emit(cell, builder_.rdf_iri("first"), object, graph));
    last = cell;
  }
  if (last != rdf::kNoTerm) TRY(emit(last, builder_.rdf_iri("rest"), nil, graph));
  return first_cell;
}

TermId JsonLdToRdf::directed_literal(const std::string& value,
                                     const std::string& language,
                                     const std::string& direction) {
  if (options_.direction == RdfDirection::kI18nDatatype) {
    const std::string type = fmt::format("https://www.w3.org/ns/i18n#{}_{}",
                                         to_ascii_lower(language), direction);
    return builder_.term(rdf::literal_text(value, {}, type));
  }
  const TermId literal = builder_.fresh_blank();
  const auto say = [&](std::string_view name, std::string_view text) {
    builder_.add(literal, builder_.rdf_iri(name),
                 builder_.term(rdf::literal_text(text)), graph_);
  };
  say("value", value);
  if (!language.empty()) say("language", to_ascii_lower(language));
  say("direction", direction);
  return literal;
}

// Section 8.2, Object to RDF Conversion, of a value object.
TermId JsonLdToRdf::literal_of(const Json& item) {
  const Json& value = *item.find("@value");
  const auto text_of_member = [&](std::string_view key) {
    const Json* const member = item.find(key);
    return member ? member->text : std::string();
  };
  std::string type = text_of_member("@type");
  const std::string language = text_of_member("@language");
  if (type == "@json") {
    return builder_.term(rdf::literal_text(to_canonical_json(value), {},
                                           std::string(rdf::kRdf).append("JSON")));
  }
  if (!type.empty() && !is_well_formed_iri(type)) return rdf::kNoTerm;
  if (item.contains("@language") && !rdf::is_language(language)) return rdf::kNoTerm;
  const auto xsd = [](std::string_view local) {
    return std::string(rdf::kXsd).append(local);
  };
  std::string text = value.text;
  if (value.is_bool()) {
    text = value.kind == Json::Kind::kTrue ? "true" : "false";
    if (type.empty()) type = xsd("boolean");
  } else if (value.is_number()) {
    const double number = number_of(value);
    if (number != std::floor(number) || std::abs(number) >= 1e21 ||
        type == xsd("double")) {
      text = canonical_double(number);
      if (type.empty()) type = xsd("double");
    } else {
      text = fmt::format("{:.0f}", number == 0 ? 0.0 : number);
      if (type.empty()) type = xsd("integer");
    }
  } else if (item.contains("@direction") && options_.direction != RdfDirection::kNone) {
    return directed_literal(text, language, text_of_member("@direction"));
  }
  return builder_.term(rdf::literal_text(text, language, type));
}

}  // namespace

Result<rdf::Dataset> parse_jsonld(std::string_view bytes, const RdfOptions& options) {
  TRY_ASSIGN(const Json document, parse_json(bytes, options.max_depth));
  ContextProcessor contexts(bytes, options);
  ContextPtr context = contexts.initial();
  if (!options.expand_context.empty()) {
    TRY_ASSIGN(const Json given, parse_json(options.expand_context, options.max_depth));
    const Json* const inner = given.is_object() ? given.find("@context") : nullptr;
    TRY_ASSIGN(context,
               contexts.process(context, inner ? *inner : given, options.base, {}));
  }
  JsonLdExpander expander(contexts, options.base);
  TRY_ASSIGN(const Json expanded, expander.expand_document(context, document));
  QuadBuilder builder(bytes, options);
  TRY(JsonLdToRdf(builder, options).tell_nodes(expanded, rdf::kNoTerm));
  return builder.finish();
}

}  // namespace curlew::parse
