// What an app sent: the parameters of an address, and the fields of a form in the body
// (application/x-www-form-urlencoded). Apps send either, and the same one many times.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/server.h"

namespace curlew::api {

class FormFields {
 public:
  // More fields are left out: nothing that is asked for needs them.
  static constexpr std::size_t kMost = 12'000;

  explicit FormFields(const http::ServerRequest& request);

  bool has(std::string_view name) const { return find(name) != nullptr; }
  // The first one's value; "": there is none, or it is empty.
  std::string_view operator[](std::string_view name) const;
  std::vector<std::string_view> all(std::string_view name) const;
  // nullopt: there is none, or it is not a number of at least 0.
  std::optional<std::int64_t> number(std::string_view name) const;
  // Is all of it text that a database takes?
  bool are_storable() const;

 private:
  void add(std::string_view encoded);
  const std::string* find(std::string_view name) const;

  // Those of the address first.
  std::vector<std::pair<std::string, std::string>> fields_;
};

// "1,2,3" as Fever has them; what is not a number is left out, as is what comes behind
// `most` of them.
std::vector<std::int64_t> parse_number_list(std::string_view text, std::size_t most);
std::string number_list(const std::vector<std::int64_t>& numbers);

}  // namespace curlew::api
