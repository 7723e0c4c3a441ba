#include "store/entry_json.h"

#include <boost/json.hpp>

namespace curlew::store {

std::optional<std::string> categories_json(const std::vector<std::string>& categories) {
  if (categories.empty()) return std::nullopt;
  return boost::json::serialize(boost::json::value_from(categories));
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
