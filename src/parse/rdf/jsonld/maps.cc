#include <algorithm>

#include "parse/rdf/jsonld/defining.h"
#include "parse/rdf/jsonld/expansion.h"
#include "parse/rdf/jsonld/shapes.h"

// Objects whose members are not properties but languages, indexes, ids or types: steps
// 13.7 and 13.8 of the Expansion Algorithm.

namespace curlew::parse {

using model::Json;
using Relative = ContextProcessor::Relative;
using Vocabulary = ContextProcessor::Vocabulary;

namespace {

std::vector<std::size_t> members_by_name(const Json& object) {
  std::vector<std::size_t> order(object.keys.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return object.keys[i]; });
  return order;
}

// Puts `value` before what the member has.
void prepend(Json& object, const std::string& key, Json value) {
  Json values = to_array(std::move(value));
  const auto there = std::ranges::find(object.keys, key);
  if (there == object.keys.end()) {
    object.add(key, std::move(values));
    return;
  }
  Json& old = object.items[static_cast<std::size_t>(there - object.keys.begin())];
  append_all(values, std::move(old));
  old = std::move(values);
}

}  // namespace

Result<Json> JsonLdExpander::expand_language_map(const Expanding& node,
                                                 const TermDefinition& term,
                                                 const Json& value) {
  Json result = Json::array();
  const auto& direction =
      term.direction.is_set ? term.direction.value : node.active->direction;
  for (const std::size_t i : members_by_name(value)) {
    const std::string& language = value.keys[i];
    const bool is_none = expand_key(*node.active, language) == "@none";
    for (const Json& item : to_array(value.items[i]).items) {
      if (item.is_null()) continue;
      if (!item.is_string()) return jsonld_error("invalid language map value");
      Json text = Json::object().add("@value", item);
      if (!is_none) text.add("@language", Json::string(language));
      if (direction) text.add("@direction", Json::string(*direction));
      result.items.push_back(std::move(text));
    }
  }
  return result;
}

Result<ContextPtr> JsonLdExpander::context_of_index(const ContextPtr& active,
                                                    const TermDefinition& term,
                                                    const std::string& index) {
  const bool is_by_type = term.has_container("@type");
  if (!is_by_type && !term.has_container("@id")) return active;
  const ContextPtr around = active->previous ? active->previous : active;
  const TermDefinition* const type = is_by_type ? around->term(index) : nullptr;
  if (!type || !type->context) return around;
  return contexts_.process(around, *type->context, type->base_url, {});
}

Result<Json> JsonLdExpander::expand_index_map(const Expanding& node,
                                              const std::string& key,
                                              const TermDefinition& term,
                                              const Json& value) {
  Json result = Json::array();
  for (const std::size_t i : members_by_name(value)) {
    const std::string& index = value.keys[i];
    TRY_ASSIGN(const ContextPtr context, context_of_index(node.active, term, index));
    TRY_ASSIGN(Json expanded,
               expand(context, key, to_array(value.items[i]), From::kMap));
    for (Json& item : expanded.items) {
      if (term.has_container("@graph") && !is_graph_object(item))
        item = Json::object().add("@graph", to_array(std::move(item)));
      TRY(index_item(node, term, index, item));
      result.items.push_back(std::move(item));
    }
  }
  return result;
}

Result<void> JsonLdExpander::index_item(const Expanding& node,
                                        const TermDefinition& term,
                                        const std::string& index, Json& item) {
  const std::optional<std::string> expanded = expand_key(*node.active, index);
  if (expanded == "@none") return {};
  const std::string index_key = term.index.value_or("@index");
  if (term.has_container("@index") && index_key != "@index") {
    if (is_value_object(item)) return jsonld_error("invalid value object", index_key);
    const Json value = expand_value(*node.active, index_key, Json::string(index));
    const auto property = expand_key(*node.active, index_key);
    if (property) prepend(item, *property, value);
  } else if (term.has_container("@index")) {
    if (!item.contains("@index")) item.add("@index", Json::string(index));
  } else if (term.has_container("@id")) {
    const auto id = contexts_.expand_iri(*node.active, index, Relative::kToDocument,
                                         Vocabulary::kIgnored);
    if (!item.contains("@id") && id) item.add("@id", Json::string(*id));
  } else if (term.has_container("@type") && expanded) {
    prepend(item, "@type", Json::string(*expanded));
  }
  return {};
}

}  // namespace curlew::parse
