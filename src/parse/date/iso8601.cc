#include "parse/date/iso8601.h"

#include "parse/date/digits.h"
#include "parse/date/fields.h"
#include "parse/date/zone.h"

namespace curlew::parse {
namespace {

bool take(std::string_view& rest, char expected) {
  if (!rest.starts_with(expected)) return false;
  rest.remove_prefix(1);
  return true;
}

bool take_exactly(std::string_view& rest, int count, int& value) {
  const Digits digits = leading_digits(rest);
  if (digits.count != count) return false;
  value = digits.value;
  rest.remove_prefix(count);
  return true;
}

// The first `count` digits of a longer run, which the caller has measured.
int take_some(std::string_view& rest, int count) {
  const int value = leading_digits(rest.substr(0, count)).value;
  rest.remove_prefix(count);
  return value;
}

// Week 1 is the week with the year's first Thursday; days count from Monday. The result
// is a day of the year, which may lie in a neighbouring year, hence the change of year.
bool set_week_date(DateFields& fields, int week, int weekday) {
  if (week < 1 || week > 53 || weekday < 1 || weekday > 7) return false;
  const std::chrono::sys_days january_4(std::chrono::year(fields.year) / 1 / 4);
  const auto days_from_monday = std::chrono::weekday(january_4) - std::chrono::Monday;
  const std::chrono::year_month_day date(january_4 - days_from_monday +
                                         std::chrono::days(7 * week - 8 + weekday));
  fields.year = int(date.year());
  fields.month = int(unsigned(date.month()));
  fields.day = int(unsigned(date.day()));
  return true;
}

// After the 'W': "35", "35-4", "354".
bool read_week(std::string_view& rest, DateFields& fields) {
  const Digits digits = take_digits(rest);
  if (digits.count == 3)
    return set_week_date(fields, digits.value / 10, digits.value % 10);
  if (digits.count != 2) return false;
  int weekday = 1;
  if (take(rest, '-') && !take_exactly(rest, 1, weekday)) return false;
  return set_week_date(fields, digits.value, weekday);
}

// After "YYYY-" or "YY-".
bool read_after_year(std::string_view& rest, DateFields& fields) {
  if (take(rest, 'W')) return read_week(rest, fields);
  const Digits digits = take_digits(rest);
  if (digits.count == 2) {
    fields.month = digits.value;
    return !take(rest, '-') || take_exactly(rest, 2, fields.day);
  }
  if (digits.count != 3) return false;
  if (digits.value <= 12 && take(rest, '-')) {  // "2003-012-31": a zero too many.
    fields.month = digits.value;
    return take_exactly(rest, 2, fields.day);
  }
  fields.month = 0;
  fields.day = digits.value;
  return true;
}

// "22013" is a mistyped 2013 sooner than the 13th day of 2022.
bool is_mistyped_year(int value) { return value % 10'000 / 100 == 20; }

// Dates without hyphens: the number of digits tells the form.
bool read_basic_date(std::string_view& rest, int digits, DateFields& fields) {
  const int year_digits = digits == 5 || digits == 6 ? 2 : 4;
  if (digits == 5 && is_mistyped_year(leading_digits(rest).value)) return false;
  fields.year = full_year(take_some(rest, year_digits), year_digits);
  if (digits == 5 || digits == 7) {
    fields.month = 0;
    fields.day = take_some(rest, 3);
    return true;
  }
  fields.month = take_some(rest, 2);
  fields.day = take_some(rest, 2);
  return true;
}

// "-0312" and "-03-12": a month of a year of this century.
bool read_month_of_short_year(std::string_view& rest, DateFields& fields) {
  const int digits = leading_digits(rest).count;
  if (digits != 2 && digits != 4) return false;
  fields.year = full_year(take_some(rest, 2), 2);
  if (digits == 2 && !take(rest, '-')) return false;
  return take_exactly(rest, 2, fields.month);
}

bool read_date(std::string_view& rest, DateFields& fields) {
  if (take(rest, '-')) return read_month_of_short_year(rest, fields);
  const Digits digits = leading_digits(rest);
  switch (digits.count) {
    case 2:
    case 4:
      fields.year = full_year(digits.value, digits.count);
      rest.remove_prefix(digits.count);
      if (take(rest, '-')) return read_after_year(rest, fields);
      if (take(rest, 'W')) return read_week(rest, fields);
      return digits.count == 4 && rest.empty();
    case 5:
    case 6:
    case 7:
    case 8:
    case 12:
    case 14:
      return read_basic_date(rest, digits.count, fields);
    default:
      return false;
  }
}

bool read_time(std::string_view& rest, DateFields& fields) {
  const int digits = leading_digits(rest).count;
  if (digits != 2 && digits != 4 && digits != 6) return false;
  fields.hour = take_some(rest, 2);
  if (digits == 2) {
    if (!take(rest, ':')) return true;
    if (!take_exactly(rest, 2, fields.minute)) return false;
    if (take(rest, ':') && !take_exactly(rest, 2, fields.second)) return false;
  } else {
    fields.minute = take_some(rest, 2);
    if (digits == 6) fields.second = take_some(rest, 2);
  }
  if (take(rest, '.') || take(rest, ',')) fields.millisecond = take_milliseconds(rest);
  return true;
}

bool read_zone(std::string_view& rest, DateFields& fields) {
  while (take(rest, ' ')) continue;
  if (rest.starts_with('+') || rest.starts_with('-')) {
    const auto offset = take_offset_minutes(rest);
    if (!offset) return false;
    fields.offset_minutes = *offset;
  }
  // "-05:00Z" is seen too; the offset is the publisher's intention.
  if (!take(rest, 'Z')) take(rest, 'z');
  return rest.empty();
}

bool take_time_separator(std::string_view& rest) {
  if (take(rest, 'T') || take(rest, 't')) return true;
  bool found = false;
  while (take(rest, ' ')) found = true;
  return found;
}

// Seconds since 1970, or milliseconds when there are 13 digits.
std::optional<Time> parse_unix_time(std::string_view text) {
  std::int64_t value = 0;
  for (const char c : text) value = value * 10 + (c - '0');
  return text.size() == 13 ? from_unix_ms(value) : from_unix_seconds(value);
}

bool is_unix_time(std::string_view text) {
  const auto count = std::size_t(leading_digits(text).count);
  return count == text.size() && (count == 9 || count == 10 || count == 13);
}

}  // namespace

std::optional<Time> parse_iso8601(std::string_view text) {
  if (is_unix_time(text)) return parse_unix_time(text);
  DateFields fields;
  const bool fused = leading_digits(text).count >= 12;  // "20031231101455"
  if (!read_date(text, fields)) return std::nullopt;
  if (!text.empty()) {
    if (!fused && !take_time_separator(text)) return std::nullopt;
    if (!read_time(text, fields) || !read_zone(text, fields)) return std::nullopt;
  }
  return to_time(fields);
}

}  // namespace curlew::parse
