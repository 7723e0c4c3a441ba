#include "service/moment.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "archive/timestamps.h"
#include "base/ascii.h"
#include "base/units.h"
#include "parse/date.h"
#include "service/typed_values.h"

namespace curlew::service {
namespace {

// The last millisecond of what so many digits of a timestamp name: 4 a year, 6 a month,
// 8 a day, 10 an hour, 12 a minute, 14 a second.
Time last_of(Time first, std::size_t digits) {
  namespace chrono = std::chrono;
  const chrono::year_month_day date{chrono::floor<chrono::days>(first)};
  const auto begin_of = [](chrono::year_month month) {
    return Time(chrono::sys_days(month / 1));
  };
  const chrono::year_month month = date.year() / date.month();
  Time next = first + Milliseconds(1);
  if (digits <= 4) {
    next = begin_of(month + chrono::years(1));
  } else if (digits <= 6) {
    next = begin_of(month + chrono::months(1));
  } else if (digits <= 8) {
    next = first + chrono::days(1);
  } else if (digits <= 10) {
    next = first + chrono::hours(1);
  } else if (digits <= 12) {
    next = first + chrono::minutes(1);
  } else if (digits <= 14) {
    next = first + chrono::seconds(1);
  }
  return next - Milliseconds(1);
}

}  // namespace

std::optional<Moment> parse_archive_moment(std::string_view text) {
  const auto digits = std::ranges::count_if(text, is_ascii_digit);
  const bool is_timestamp = std::size_t(digits) == text.size();
  const auto time =
      is_timestamp ? archive::parse_timestamp(text) : archive::parse_warc_date(text);
  if (!time) return std::nullopt;
  return Moment{*time, last_of(*time, std::size_t(digits))};
}

Result<Moment> parse_moment(std::string_view what, std::string_view typed, Time now) {
  std::string_view text = trimmed(typed);
  if (text == "now") return Moment{now, now};
  if (const auto moment = parse_archive_moment(text)) return *moment;
  std::string_view duration = text;
  if (duration.ends_with(" ago"))
    duration = trimmed(duration.substr(0, text.size() - 4));
  if (const auto passed = parse_duration(duration)) {
    return Moment{now - *passed, now - *passed};
  }
  if (const auto time = parse::parse_date(text)) {
    const bool is_whole_second =
        *time == std::chrono::floor<std::chrono::seconds>(*time);
    return Moment{*time, is_whole_second ? last_of(*time, 14) : *time};
  }
  return Error{ErrorKind::kUsage,
               fmt::format("{} {}: no time; such are 2026-11-15, 2026-11-15T10:00Z, "
                           "20261115100000 and \"2h ago\"",
                           what, shown_word(typed))};
}

}  // namespace curlew::service
