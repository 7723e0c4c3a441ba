#include "store/entry_json.h"

#include <array>
#include <boost/json.hpp>

namespace curlew::store {

std::optional<std::string> categories_json(const std::vector<std::string>& categories) {
  if (categories.empty()) return std::nullopt;
  // Nearly every article has some: usual lists are made without the heap.
  std::array<unsigned char, 1024> room;
  boost::json::monotonic_resource memory(room.data(), room.size());
  return boost::json::serialize(boost::json::value_from(categories, &memory));
}

std::optional<std::string> enclosures_json(
    const std::vector<model::Enclosure>& enclosures) {
  if (enclosures.empty()) return std::nullopt;
  boost::json::array list;
  for (const auto& [url, type, length] : enclosures) {
    list.push_back({{"url", url}, {"type", type}, {"length", length}});
  }
  return boost::json::serialize(list);
}

std::vector<model::Enclosure> parse_enclosures(std::string_view json) {
  std::vector<model::Enclosure> enclosures;
  boost::system::error_code error;
  const boost::json::value list = boost::json::parse(json, error);
  if (error || !list.is_array()) return enclosures;
  const auto text = [](const boost::json::object& each, std::string_view name) {
    const boost::json::value* value = each.if_contains(name);
    return value && value->is_string() ? std::string(value->get_string())
                                       : std::string();
  };
  for (const boost::json::value& each : list.get_array()) {
    if (!each.is_object()) continue;
    const boost::json::object& fields = each.get_object();
    const boost::json::value* length = fields.if_contains("length");
    enclosures.push_back(
        {text(fields, "url"), text(fields, "type"),
         length ? length->to_number<std::uint64_t>(error) : std::uint64_t{0}});
  }
  return enclosures;
}

}  // namespace curlew::store
