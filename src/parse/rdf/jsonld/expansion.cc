#include "parse/rdf/jsonld/expansion.h"

#include <algorithm>
#include <array>

#include "parse/rdf/jsonld/defining.h"
#include "parse/rdf/jsonld/shapes.h"
#include "rdf/iri.h"

namespace curlew::parse {

using model::Json;
using Relative = ContextProcessor::Relative;
using Vocabulary = ContextProcessor::Vocabulary;

namespace {

// The places of an object's members, in the order of their names.
std::vector<std::size_t> sorted_members(const Json& object) {
  std::vector<std::size_t> order(object.keys.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return object.keys[i]; });
  return order;
}

bool is_scalar(const Json& json) { return !json.is_array() && !json.is_object(); }

bool is_text_or_texts(const Json& value) {
  const auto is_text = [](const Json& item) { return item.is_string(); };
  return value.is_string() ||
         (value.is_array() && std::ranges::all_of(value.items, is_text));
}

}  // namespace

std::optional<std::string> JsonLdExpander::expand_key(const JsonLdContext& active,
                                                      std::string_view key) {
  return contexts_.expand_iri(active, key, Relative::kToNothing, Vocabulary::kUsed);
}

Result<Json> JsonLdExpander::expand_document(const ContextPtr& initial,
                                             const Json& document) {
  auto result = expand(initial, std::nullopt, document);
  if (contexts_.is_too_large())
    return Error{ErrorKind::kLimit, "its names are too long when written out"};
  TRY_ASSIGN(Json expanded, std::move(result));
  if (expanded.is_object() && expanded.keys.size() == 1 && expanded.keys[0] == "@graph")
    return to_array(std::move(expanded.items[0]));
  if (expanded.is_null()) return Json::array();
  return to_array(std::move(expanded));
}

// Section 5.1.2, Expansion Algorithm.
Result<Json> JsonLdExpander::expand(const ContextPtr& active, Property property,
                                    const Json& element, From from) {
  // expand_document() says so.
  if (contexts_.is_too_large()) return Json();
  if (element.is_null()) return Json();
  if (is_scalar(element)) return expand_scalar(active, property, element);
  if (element.is_array()) return expand_array(active, property, element, from);
  return expand_object(active, property, element, from);
}

Result<ContextPtr> JsonLdExpander::with_property_context(const ContextPtr& active,
                                                         Property property) {
  const TermDefinition* const term = property ? active->term(*property) : nullptr;
  if (!term || !term->context) return active;
  return contexts_.process(active, *term->context, term->base_url,
                           {.override_protected = true});
}

Result<Json> JsonLdExpander::expand_scalar(const ContextPtr& active, Property property,
                                           const Json& element) {
  if (!property || *property == "@graph") return Json();
  TRY_ASSIGN(const ContextPtr scoped, with_property_context(active, property));
  return expand_value(*scoped, property, element);
}

Result<Json> JsonLdExpander::expand_array(const ContextPtr& active, Property property,
                                          const Json& element, From from) {
  Json result = Json::array();
  const TermDefinition* const term = property ? active->term(*property) : nullptr;
  const bool is_list = term && term->has_container("@list");
  for (const Json& item : element.items) {
    TRY_ASSIGN(Json expanded, expand(active, property, item, from));
    if (is_list && contexts_.is_1_0() &&
        (expanded.is_array() || is_list_object(expanded)))
      return jsonld_error("list of lists");
    if (is_list && expanded.is_array())
      expanded = Json::object().add("@list", Json(std::move(expanded)));
    if (!expanded.is_null()) append_all(result, std::move(expanded));
  }
  return result;
}

// Step 11.
Result<ContextPtr> JsonLdExpander::with_type_contexts(ContextPtr active,
                                                      const Json& element) {
  const ContextPtr scope = active;
  for (const std::size_t i : sorted_members(element)) {
    if (expand_key(*scope, element.keys[i]) != "@type") continue;
    std::vector<std::string> types;
    for (const Json& type : to_array(element.items[i]).items)
      if (type.is_string()) types.push_back(type.text);
    std::ranges::sort(types);
    for (const std::string& type : types) {
      const TermDefinition* const term = scope->term(type);
      if (!term || !term->context) continue;
      TRY_ASSIGN(active, contexts_.process(active, *term->context, term->base_url,
                                           {.propagate = false}));
    }
  }
  return active;
}

Result<Json> JsonLdExpander::expand_object(ContextPtr active, Property property,
                                           const Json& element, From from) {
  // Looked up before a previous context takes over: the property is of this one.
  const ContextPtr around = active;
  if (active->previous && from != From::kMap) {
    bool has_value = false;
    for (const std::string& key : element.keys)
      has_value = has_value || expand_key(*active, key) == "@value";
    const bool is_reference =
        element.keys.size() == 1 && expand_key(*active, element.keys[0]) == "@id";
    if (!has_value && !is_reference) active = active->previous;
  }
  const TermDefinition* const term = property ? around->term(*property) : nullptr;
  if (term && term->context) {
    TRY_ASSIGN(active, contexts_.process(active, *term->context, term->base_url,
                                         {.override_protected = true}));
  }
  if (const Json* const local = element.find("@context")) {
    TRY_ASSIGN(active, contexts_.process(active, *local, base_url_, {}));
  }
  Expanding node{.type_scoped = active, .property = property};
  TRY_ASSIGN(node.active, with_type_contexts(active, element));
  for (const std::size_t i : sorted_members(element)) {
    if (expand_key(*node.active, element.keys[i]) != "@type") continue;
    const Json types = to_array(element.items[i]);
    if (!types.items.empty() && types.items.back().is_string())
      node.input_type = expand_key(*node.active, types.items.back().text);
    break;
  }
  TRY(expand_members(node, element));
  return finish(std::move(node));
}

// Steps 13 and 14.
Result<void> JsonLdExpander::expand_members(Expanding& node, const Json& element) {
  std::vector<std::size_t> nests;
  for (const std::size_t i : sorted_members(element)) {
    const std::string& key = element.keys[i];
    if (key == "@context") continue;
    const std::optional<std::string> iri = expand_key(*node.active, key);
    if (!iri) continue;
    if (*iri == "@nest") {
      nests.push_back(i);
    } else if (is_jsonld_keyword(*iri)) {
      TRY(expand_keyword(node, *iri, element.items[i]));
    } else if (iri->find(':') != iri->npos) {
      TRY(expand_member(node, key, *iri, element.items[i]));
    }
  }
  for (const std::size_t i : nests)
    TRY(expand_nest(node, element.keys[i], element.items[i]));
  return {};
}

Result<void> JsonLdExpander::expand_nest(Expanding& node, const std::string& key,
                                         const Json& value) {
  const ContextPtr outer = node.active;
  TRY_ASSIGN(node.active, with_property_context(outer, key));
  for (const Json& nested : to_array(value).items) {
    if (!nested.is_object()) return jsonld_error("invalid @nest value");
    for (const std::string& name : nested.keys)
      if (expand_key(*node.active, name) == "@value")
        return jsonld_error("invalid @nest value");
    TRY(expand_members(node, nested));
  }
  node.active = outer;
  return {};
}

// Step 13.4.
Result<void> JsonLdExpander::expand_keyword(Expanding& node, const std::string& keyword,
                                            const Json& value) {
  if (node.property == "@reverse") return jsonld_error("invalid reverse property map");
  const auto there = node.result.find(keyword);
  const bool may_repeat = keyword == "@included" || keyword == "@type";
  if (there != node.result.end() && !may_repeat)
    return jsonld_error("colliding keywords", keyword);
  if (keyword == "@reverse") return expand_reverse(node, value);
  const bool is_new = keyword == "@included" || keyword == "@direction";
  if (is_new && contexts_.is_1_0()) return {};
  if (keyword == "@list" && (!node.property || *node.property == "@graph")) return {};
  TRY_ASSIGN(Json expanded, expand_keyword_value(node, keyword, value));
  if (expanded.is_null() && keyword != "@value") return {};
  if (there != node.result.end()) {
    there->second = to_array(std::move(there->second));
    append_all(there->second, std::move(expanded));
  } else {
    node.result.emplace(keyword, std::move(expanded));
  }
  return {};
}

Result<Json> JsonLdExpander::expand_keyword_value(Expanding& node,
                                                  const std::string& keyword,
                                                  const Json& value) {
  if (keyword == "@id") {
    if (!value.is_string()) return jsonld_error("invalid @id value");
    const auto iri = contexts_.expand_iri(*node.active, value.text,
                                          Relative::kToDocument, Vocabulary::kIgnored);
    return iri ? Json::string(*iri) : Json();
  }
  if (keyword == "@type") return expand_type(node, value);
  if (keyword == "@graph") {
    TRY_ASSIGN(Json graph, expand(node.active, "@graph", value));
    return graph.is_null() ? Json::array() : to_array(std::move(graph));
  }
  if (keyword == "@included") return expand_included(node, value);
  if (keyword == "@value") {
    const bool is_json = node.input_type == "@json";
    if ((is_json && contexts_.is_1_0()) || (!is_json && !is_scalar(value)))
      return jsonld_error("invalid value object value");
    return value;
  }
  if (keyword == "@language") {
    if (!value.is_string()) return jsonld_error("invalid language-tagged string");
    return value;
  }
  if (keyword == "@direction") {
    if (!value.is_string() || !is_direction(value.text))
      return jsonld_error("invalid base direction");
    return value;
  }
  if (keyword == "@index") {
    if (!value.is_string()) return jsonld_error("invalid @index value");
    return value;
  }
  if (keyword == "@list") {
    TRY_ASSIGN(Json list, expand(node.active, node.property, value));
    if (list.is_null()) return Json::array();
    list = to_array(std::move(list));
    if (contexts_.is_1_0() && std::ranges::any_of(list.items, is_list_object))
      return jsonld_error("list of lists");
    return list;
  }
  if (keyword == "@set") return expand(node.active, node.property, value);
  return Json();
}

Result<Json> JsonLdExpander::expand_type(Expanding& node, const Json& value) {
  if (!is_text_or_texts(value)) return jsonld_error("invalid type value");
  const auto expand_one = [&](const Json& type) {
    const auto iri = contexts_.expand_iri(*node.type_scoped, type.text,
                                          Relative::kToDocument, Vocabulary::kUsed);
    return iri ? Json::string(*iri) : Json();
  };
  if (value.is_string()) return expand_one(value);
  Json types = Json::array();
  for (const Json& type : value.items) {
    Json expanded = expand_one(type);
    if (!expanded.is_null()) types.items.push_back(std::move(expanded));
  }
  return types;
}

Result<Json> JsonLdExpander::expand_included(Expanding& node, const Json& value) {
  TRY_ASSIGN(Json expanded, expand(node.active, std::nullopt, value));
  Json included = expanded.is_null() ? Json::array() : to_array(std::move(expanded));
  if (included.items.empty() || !std::ranges::all_of(included.items, is_node_object))
    return jsonld_error("invalid @included value");
  return included;
}

// Step 13.4.13.
Result<void> JsonLdExpander::expand_reverse(Expanding& node, const Json& value) {
  if (!value.is_object()) return jsonld_error("invalid @reverse value");
  TRY_ASSIGN(Json expanded, expand(node.active, "@reverse", value));
  for (std::size_t i = 0; i < expanded.keys.size(); ++i) {
    if (expanded.keys[i] == "@reverse") {
      // What is reversed twice is as it was.
      Json& twice = expanded.items[i];
      for (std::size_t j = 0; j < twice.keys.size(); ++j) {
        Json& values =
            node.result.try_emplace(twice.keys[j], Json::array()).first->second;
        append_all(values, std::move(twice.items[j]));
      }
      continue;
    }
    for (const Json& item : to_array(expanded.items[i]).items)
      if (is_value_object(item) || is_list_object(item))
        return jsonld_error("invalid reverse property value");
    append_reverse(node, expanded.keys[i], std::move(expanded.items[i]));
  }
  return {};
}

void JsonLdExpander::append_reverse(Expanding& node, const std::string& iri,
                                    Json values) {
  Json& map = node.result.try_emplace("@reverse", Json::object()).first->second;
  const auto [known, is_new] = node.reverse.try_emplace(iri, map.items.size());
  if (is_new) {
    map.add(iri, to_array(std::move(values)));
  } else {
    append_all(map.items[known->second], std::move(values));
  }
}

// Steps 13.5 to 13.14.
Result<void> JsonLdExpander::expand_member(Expanding& node, const std::string& key,
                                           const std::string& iri, const Json& value) {
  static const TermDefinition kUndefined;
  const TermDefinition* const known = node.active->term(key);
  // The context may be replaced while the value is expanded; the definition is shared.
  const ContextPtr keeps_alive = node.active;
  const TermDefinition& term = known ? *known : kUndefined;
  const bool is_map =
      value.is_object() && (term.has_container("@index") ||
                            term.has_container("@type") || term.has_container("@id"));
  Json expanded;
  if (term.type == "@json") {
    expanded = Json::object().add("@value", value).add("@type", Json::string("@json"));
  } else if (term.has_container("@language") && value.is_object()) {
    TRY_ASSIGN(expanded, expand_language_map(node, term, value));
  } else if (is_map) {
    TRY_ASSIGN(expanded, expand_index_map(node, key, term, value));
  } else {
    TRY_ASSIGN(expanded, expand(node.active, key, value));
  }
  if (expanded.is_null()) return {};
  if (term.has_container("@list") && !is_list_object(expanded))
    expanded = Json::object().add("@list", to_array(std::move(expanded)));
  if (term.has_container("@graph") && !term.has_container("@id") &&
      !term.has_container("@index")) {
    Json graphs = Json::array();
    for (Json& graph : to_array(std::move(expanded)).items)
      graphs.items.push_back(Json::object().add("@graph", to_array(std::move(graph))));
    expanded = std::move(graphs);
  }
  if (!term.is_reverse) {
    append_all(node.result.try_emplace(iri, Json::array()).first->second,
               std::move(expanded));
    return {};
  }
  const Json items = to_array(std::move(expanded));
  for (const Json& item : items.items)
    if (is_value_object(item) || is_list_object(item))
      return jsonld_error("invalid reverse property value", key);
  append_reverse(node, iri, items);
  return {};
}

Result<void> JsonLdExpander::check_value_object(const Members& result) {
  static constexpr std::array<std::string_view, 5> kAllowed = {
      "@direction", "@index", "@language", "@type", "@value"};
  for (const auto& [key, value] : result)
    if (std::ranges::find(kAllowed, key) == kAllowed.end())
      return jsonld_error("invalid value object", key);
  const auto type = result.find("@type");
  const bool has_language = result.contains("@language");
  if (type != result.end() && (has_language || result.contains("@direction")))
    return jsonld_error("invalid value object", "a type beside a language");
  const Json& value = result.at("@value");
  if (type != result.end() && type->second == Json::string("@json")) return {};
  if (value.is_null()) return {};
  if (has_language && !value.is_string())
    return jsonld_error("invalid language-tagged value");
  if (type == result.end()) return {};
  const std::string& iri = type->second.text;
  if (!type->second.is_string() || !rdf::is_absolute_iri(iri) ||
      !rdf::has_only_iri_characters(iri))
    return jsonld_error("invalid typed value", iri);
  return {};
}

// Steps 15 to 20.
Result<Json> JsonLdExpander::finish(Expanding node) {
  Members& result = node.result;
  const auto type = result.find("@type");
  if (const auto value = result.find("@value"); value != result.end()) {
    TRY(check_value_object(result));
    const bool is_json = type != result.end() && type->second.text == "@json";
    if (value->second.is_null() && !is_json) return Json();
  } else if (type != result.end()) {
    type->second = to_array(std::move(type->second));
  }
  const bool is_list = result.contains("@list"), is_set = result.contains("@set");
  if (is_list || is_set) {
    if (result.size() > 2 || (result.size() == 2 && !result.contains("@index")))
      return jsonld_error("invalid set or list object");
    if (is_set) return std::move(result.at("@set"));
  }
  if (result.size() == 1 && result.contains("@language")) return Json();
  if (!node.property || *node.property == "@graph") {
    const bool says_nothing = result.empty() || result.contains("@value") || is_list ||
                              (result.size() == 1 && result.contains("@id"));
    if (says_nothing) return Json();
  }
  Json object = Json::object();
  for (auto& [key, value] : result) object.add(key, std::move(value));
  return object;
}

// Section 5.3.2, Value Expansion.
Json JsonLdExpander::expand_value(const JsonLdContext& active, Property property,
                                  const Json& value) {
  const TermDefinition* const term = property ? active.term(*property) : nullptr;
  const std::string type = term && term->type ? *term->type : "";
  if (value.is_string() && (type == "@id" || type == "@vocab")) {
    const auto iri = contexts_.expand_iri(
        active, value.text, Relative::kToDocument,
        type == "@vocab" ? Vocabulary::kUsed : Vocabulary::kIgnored);
    return Json::object().add("@id", iri ? Json::string(*iri) : Json());
  }
  Json result = Json::object().add("@value", value);
  if (!type.empty() && type != "@id" && type != "@vocab" && type != "@none") {
    contexts_.count_made(type.size());
    result.add("@type", Json::string(type));
  } else if (value.is_string()) {
    const auto& language =
        term && term->language.is_set ? term->language.value : active.language;
    const auto& direction =
        term && term->direction.is_set ? term->direction.value : active.direction;
    if (language) {
      contexts_.count_made(language->size());
      result.add("@language", Json::string(*language));
    }
    if (direction) result.add("@direction", Json::string(*direction));
  }
  return result;
}

}  // namespace curlew::parse
