#include "apps/lab/lone_surrogates.h"

#include <charconv>
#include <string_view>

namespace curlew::apps {
namespace {

constexpr std::size_t kEscapeLength = 6;  // \uXXXX

// The code unit that an escape at `at` stands for; -1 where there is none.
int code_unit_at(std::string_view json, std::size_t at) {
  if (json.substr(at, 2) != "\\u" || json.size() - at < kEscapeLength) return -1;
  int unit = -1;
  const char* const digits = json.data() + at + 2;
  const auto [end, error] = std::from_chars(digits, digits + 4, unit, 16);
  return error == std::errc() && end == digits + 4 ? unit : -1;
}

bool is_high_surrogate(int unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(int unit) { return unit >= 0xDC00 && unit < 0xE000; }

}  // namespace

std::string with_lone_surrogates_replaced(std::string json) {
  for (std::size_t at = json.find('\\'); at < json.size(); at = json.find('\\', at)) {
    const int unit = code_unit_at(json, at);
    if (is_high_surrogate(unit) &&
        is_low_surrogate(code_unit_at(json, at + kEscapeLength))) {
      at += 2 * kEscapeLength;
    } else if (is_high_surrogate(unit) || is_low_surrogate(unit)) {
      json.replace(at, kEscapeLength, "\\ufffd");
      at += kEscapeLength;
    } else {
      at += 2;  // Over the escaped character, which may be a backslash.
    }
  }
  return json;
}

}  // namespace curlew::apps
