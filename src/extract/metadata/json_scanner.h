// Walks over JSON and tells what it meets, forgiving what can be forgiven: line ends in
// strings, trailing commas, text around the JSON, an end that never comes. Linear, no
// recursion.

#pragma once

#include <string>
#include <string_view>

namespace curlew::extract {

class JsonEvents {
 public:
  virtual ~JsonEvents() = default;
  // `key` is the name under which the innermost object has it, also through arrays.
  virtual void on_object_begin(std::string_view key) = 0;
  virtual void on_object_end() = 0;
  virtual void on_string(std::string_view key, std::string value) = 0;
};

// What is deeper ends the walk.
inline constexpr std::size_t kMaxJsonDepth = 64;

void scan_json(std::string_view json, JsonEvents& events);

}  // namespace curlew::extract
