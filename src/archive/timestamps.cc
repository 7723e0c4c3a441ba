#include "archive/timestamps.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/ascii.h"

namespace curlew::archive {
namespace {

constexpr std::size_t kSecondDigits = 14;
constexpr std::size_t kMillisecondDigits = 17;

int number_at(std::string_view digits, std::size_t begin, std::size_t count) {
  int number = 0;
  for (const char digit : digits.substr(begin, count)) {
    number = number * 10 + (digit - '0');
  }
  return number;
}

}  // namespace

std::string to_warc_date(Time time) {
  std::string text = to_iso8601(time);
  const auto ms = (time - std::chrono::floor<std::chrono::seconds>(time)).count();
  if (ms != 0) text.insert(text.size() - 1, fmt::format(".{:03}", ms));
  return text;
}

std::optional<Time> parse_warc_date(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00";
  if (text.ends_with('Z')) text.remove_suffix(1);
  std::string digits;
  for (std::size_t i = 0; i < std::min(text.size(), kForm.size()); ++i) {
    if (kForm[i] == '0' ? !is_ascii_digit(text[i]) : text[i] != kForm[i]) {
      return std::nullopt;
    }
    if (kForm[i] == '0') digits += text[i];
  }
  if (text.size() > kForm.size()) {
    std::string_view fraction = text.substr(kForm.size());
    if (fraction[0] != '.' ||
        !std::ranges::all_of(fraction.substr(1), is_ascii_digit)) {
      return std::nullopt;
    }
    digits += fmt::format("{:0<3}", fraction.substr(1, 3));
  }
  return parse_timestamp(digits);
}

std::string to_timestamp(Time time) {
  std::string digits;
  for (const char c : to_iso8601(time)) {
    if (is_ascii_digit(c)) digits += c;
  }
  const auto ms = (time - std::chrono::floor<std::chrono::seconds>(time)).count();
  return digits + fmt::format("{:03}", ms);
}

std::optional<Time> parse_timestamp(std::string_view digits) {
  constexpr std::string_view kEarliest = "00000101000000000";
  if (digits.size() < 4 || digits.size() % 2 != (digits.size() == kMillisecondDigits) ||
      (digits.size() > kSecondDigits && digits.size() != kMillisecondDigits) ||
      !std::ranges::all_of(digits, is_ascii_digit)) {
    return std::nullopt;
  }
  std::string all(digits);
  all += kEarliest.substr(all.size());
  const std::chrono::year_month_day date{
      std::chrono::year(number_at(all, 0, 4)),
      std::chrono::month(static_cast<unsigned>(number_at(all, 4, 2))),
      std::chrono::day(static_cast<unsigned>(number_at(all, 6, 2)))};
  const int hour = number_at(all, 8, 2);
  const int minute = number_at(all, 10, 2);
  const int second = number_at(all, 12, 2);
  // A leap second is the second before it.
  if (!date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
  return Time(std::chrono::sys_days(date).time_since_epoch() +
              std::chrono::hours(hour) + std::chrono::minutes(minute) +
              std::chrono::seconds(std::min(second, 59)) +
              Milliseconds(number_at(all, kSecondDigits, 3)));
}

}  // namespace curlew::archive
