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

}  // namespace curlew::store
