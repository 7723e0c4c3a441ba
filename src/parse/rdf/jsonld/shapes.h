// What objects of the expanded form are, by their members.

#pragma once

#include <utility>

#include "model/json.h"

namespace curlew::parse {

inline bool is_value_object(const model::Json& json) {
  return json.is_object() && json.contains("@value");
}
inline bool is_list_object(const model::Json& json) {
  return json.is_object() && json.contains("@list");
}
inline bool is_node_object(const model::Json& json) {
  return json.is_object() && !json.contains("@value") && !json.contains("@list") &&
         !json.contains("@set");
}
// A graph by itself, with at most an id and an index.
inline bool is_graph_object(const model::Json& json) {
  if (!json.is_object() || !json.contains("@graph")) return false;
  for (const std::string& key : json.keys)
    if (key != "@graph" && key != "@id" && key != "@index") return false;
  return true;
}

inline model::Json to_array(model::Json json) {
  if (json.is_array()) return json;
  model::Json array = model::Json::array();
  array.items.push_back(std::move(json));
  return array;
}
// Adds a value, or all items of an array.
inline void append_all(model::Json& array, model::Json more) {
  for (model::Json& item : to_array(std::move(more)).items)
    array.items.push_back(std::move(item));
}

}  // namespace curlew::parse
