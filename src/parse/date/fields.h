// What every date dialect reads a string into, and the one place where those numbers
// are checked and become an instant.

#pragma once

#include <optional>
#include <string_view>

#include "base/time.h"

namespace curlew::parse {

struct DateFields {
  int year = 0;
  int month = 1;
  // Of the month; of the year when `month` is 0.
  int day = 1;
  int hour = 0;
  int minute = 0;
  int second = 0;
  int millisecond = 0;
  // East of Greenwich.
  int offset_minutes = 0;
  // "Europe/Athens": then the offset comes from its rules.
  std::string_view region;
};

// nullopt when a number is outside its range. 24:00:00 is the next midnight and second
// 60 a leap second, as ISO 8601 and RFC 3339 have them. A day that its month does not
// have is refused, not rolled over: a wrong day is worse than an unknown one.
std::optional<Time> to_time(const DateFields& fields);

// Years written with two digits, or with three by programs that count from 1900
// (RFC 2822 §4.3: up to 49 means this century).
int full_year(int value, int digits);

}  // namespace curlew::parse
