#include "parse/date/fields.h"

#include "parse/date/zone.h"

namespace curlew::parse {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

std::optional<std::chrono::sys_days> to_day(const DateFields& fields) {
  const std::chrono::year year(fields.year);
  if (fields.month == 0) {
    const int length = year.is_leap() ? 366 : 365;
    if (fields.day < 1 || fields.day > length) return std::nullopt;
    return std::chrono::sys_days(year / 1 / 1) + days(fields.day - 1);
  }
  if (fields.month < 0 || fields.day < 0) return std::nullopt;
  const auto date = year / fields.month / fields.day;
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

bool is_time_of_day(const DateFields& fields) {
  if (fields.hour == 24) return fields.minute == 0 && fields.second == 0;
  return fields.hour < 24 && fields.minute < 60 && fields.second <= 60;
}

// Feeds that carry anything else carry garbage, and four digits must print it.
bool is_printable_year(Time time) {
  constexpr Time kFirst = std::chrono::sys_days(std::chrono::year(1) / 1 / 1);
  constexpr Time kEnd = std::chrono::sys_days(std::chrono::year(10000) / 1 / 1);
  return time >= kFirst && time < kEnd;
}

}  // namespace

std::optional<Time> to_time(const DateFields& fields) {
  if (fields.year > 9999 || !is_time_of_day(fields)) return std::nullopt;
  const auto day = to_day(fields);
  if (!day) return std::nullopt;
  const Time local = *day + hours(fields.hour) + minutes(fields.minute) +
                     seconds(fields.second) + Milliseconds(fields.millisecond);
  const int offset = fields.region.empty()
                         ? fields.offset_minutes
                         : region_offset_minutes(fields.region, local);
  const Time time = local - minutes(offset);
  return is_printable_year(time) ? std::optional(time) : std::nullopt;
}

int full_year(int value, int digits) {
  if (digits <= 2) return value + (value < 50 ? 2000 : 1900);
  if (digits == 3) return value + 1900;
  return value;
}

}  // namespace curlew::parse
