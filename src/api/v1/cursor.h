// Where a page of a list ends and the next one begins. A cursor holds what the list is
// ordered by, so that a page costs the same wherever it is, and rows that come
// meanwhile shift nothing. Callers pass it back as it is.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/v1/fields.h"

namespace curlew::api {

// The values by which the last row of a page stands in its list.
using Key = std::vector<std::string>;

// `list` says whose it is: that of another list is refused.
std::string to_cursor(std::string_view list, const Key& key);
// nullopt when it is none of this list, or has another number of values.
std::optional<Key> parse_cursor(std::string_view list, std::string_view cursor,
                                std::size_t values);

inline constexpr std::int64_t kUsualPage = 100;
inline constexpr std::int64_t kLargestPage = 1'000;

// The part of a list that is asked for by ?limit= and ?cursor=.
struct PageAsked {
  std::size_t limit = kUsualPage;
  // nullopt: from its begin.
  std::optional<Key> after;
};
// What is wrong is told by `parameters`.
PageAsked page_asked(Parameters& parameters, std::string_view list, std::size_t values);
// The same where the list is ordered by one number.
std::optional<std::int64_t> number_of(const std::optional<Key>& key);

}  // namespace curlew::api
