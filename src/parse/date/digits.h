// Runs of decimal digits: what every date dialect is made of.

#pragma once

#include <string_view>

#include "base/ascii.h"

namespace curlew::parse {

struct Digits {
  // Meaningless when there are more than nine.
  int value = 0;
  int count = 0;
};

// The leading digits of `text`, without taking them off.
inline Digits leading_digits(std::string_view text) {
  unsigned value = 0;
  int count = 0;
  while (count < int(text.size()) && is_ascii_digit(text[count]))
    value = value * 10 + unsigned(text[count++] - '0');
  return {count <= 9 ? int(value) : 0, count};
}

inline Digits take_digits(std::string_view& text) {
  const Digits digits = leading_digits(text);
  text.remove_prefix(digits.count);
  return digits;
}

// Digits after a decimal sign, as milliseconds; the rest are taken off and dropped.
inline int take_milliseconds(std::string_view& text) {
  int result = 0;
  int scale = 100;
  while (!text.empty() && is_ascii_digit(text.front())) {
    result += (text.front() - '0') * scale;
    scale /= 10;
    text.remove_prefix(1);
  }
  return result;
}

}  // namespace curlew::parse
