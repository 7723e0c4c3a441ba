#include "detect/blocks/link_address.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "detect/blocks/page_blocks.h"
#include "detect/blocks/role.h"

namespace curlew::detect {
namespace {

using namespace std::string_view_literals;

// Parameters that say who follows the link and not where it leads.
bool is_mark_of_visitor(std::string_view name) {
  constexpr std::array kNames = {
      "_"sv,   "cb"sv,  "csrf"sv,   "fbclid"sv, "gclid"sv, "nonce"sv, "ref"sv, "ref_"sv,
      "rnd"sv, "sid"sv, "source"sv, "src"sv,    "t"sv,     "token"sv, "ts"sv,  "v"sv};
  return name.starts_with("utm_") || name.find("sess") != std::string_view::npos ||
         name.find("return") != std::string_view::npos ||
         std::ranges::binary_search(kNames, name);
}

// A time in seconds, or longer.
bool is_long_number(std::string_view value) {
  return value.size() >= 10 && std::ranges::all_of(value, is_ascii_digit);
}

void add_path(std::string_view path, std::uint64_t& hash) {
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view step = path.substr(0, end);
    if (!looks_random(step)) hash = hash * 31 + hash_of(step);
    path.remove_prefix(std::min(end + 1, path.size()));
  }
}

void add_query(std::string_view query, std::uint64_t& hash) {
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    const std::string_view name = pair.substr(0, pair.find('='));
    const std::string_view value = pair.substr(std::min(name.size() + 1, pair.size()));
    // In any order.
    if (!is_mark_of_visitor(name) && !is_long_number(value) && !looks_random(value))
      hash += hash_of(pair);
    query.remove_prefix(std::min(end + 1, query.size()));
  }
}

}  // namespace

std::uint64_t hash_of_link(std::string_view address) {
  address = trimmed(address);
  address = address.substr(0, address.find('#'));
  for (const std::string_view scheme : {"javascript:"sv, "mailto:"sv, "tel:"sv})
    if (starts_with_ignoring_case(address, scheme)) return 0;
  if (address.empty()) return 0;
  for (const std::string_view scheme : {"https:"sv, "http:"sv})
    if (starts_with_ignoring_case(address, scheme))
      address.remove_prefix(scheme.size());
  const std::size_t path = std::min(address.find('?'), address.size());
  std::uint64_t hash = 1;
  add_path(address.substr(0, path), hash);
  add_query(address.substr(std::min(path + 1, address.size())), hash);
  return hash == 0 ? 1 : hash;
}

}  // namespace curlew::detect
