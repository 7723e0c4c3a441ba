#include "http/date.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace curlew::http {
namespace {

constexpr auto kMonths =
    std::to_array<std::string_view>({"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul",
                                     "Aug", "Sep", "Oct", "Nov", "Dec"});
constexpr auto kDays =
    std::to_array<std::string_view>({"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"});

// Takes one part after another; once a part is not what it must be, succeeded() stays
// false and the values mean nothing.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  void expect(std::string_view literal) {
    failed_ |= !rest_.starts_with(literal);
    drop(literal.size());
  }

  int number(std::size_t digits) {
    int value = 0;
    for (const char c : rest_.substr(0, digits)) {
      failed_ |= !is_ascii_digit(c);
      value = value * 10 + (c - '0');
    }
    drop(digits);
    return value;
  }

  // asctime pads the day with a space.
  int padded_number() {
    if (!rest_.starts_with(' ')) return number(2);
    drop(1);
    return number(1);
  }

  unsigned month() {
    const auto name = std::ranges::find(kMonths, rest_.substr(0, 3));
    failed_ |= name == kMonths.end();
    drop(3);
    return unsigned(name - kMonths.begin()) + 1;
  }

  std::chrono::seconds time_of_day() {
    const int hour = number(2);
    expect(":");
    const int minute = number(2);
    expect(":");
    const int second = number(2);
    failed_ |= hour > 23 || minute > 59 || second > 60;  // 60: a leap second.
    return std::chrono::hours(hour) + std::chrono::minutes(minute) +
           std::chrono::seconds(second);
  }

  bool succeeded() const { return !failed_ && rest_.empty(); }

 private:
  void drop(std::size_t count) {
    failed_ |= count > rest_.size();
    rest_.remove_prefix(std::min(count, rest_.size()));
  }

  std::string_view rest_;
  bool failed_ = false;
};

std::optional<Time> to_time(const Reader& reader, int year, unsigned month, int day,
                            std::chrono::seconds time) {
  if (!reader.succeeded()) return std::nullopt;
  const auto date = std::chrono::year(year) / int(month) / day;
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date) + time;
}

// "06 Nov 1994 08:49:37 GMT"
std::optional<Time> parse_imf_fixdate(std::string_view text) {
  Reader reader(text);
  const int day = reader.number(2);
  reader.expect(" ");
  const unsigned month = reader.month();
  reader.expect(" ");
  const int year = reader.number(4);
  reader.expect(" ");
  const auto time = reader.time_of_day();
  reader.expect(" GMT");
  return to_time(reader, year, month, day, time);
}

// "06-Nov-94 08:49:37 GMT". RFC 9110 puts a year more than 50 years ahead into the
// past, which takes a clock. Nothing on the web is older than 1970, so that year
// divides the centuries here.
std::optional<Time> parse_rfc850(std::string_view text) {
  Reader reader(text);
  const int day = reader.number(2);
  reader.expect("-");
  const unsigned month = reader.month();
  reader.expect("-");
  const int year = reader.number(2);
  reader.expect(" ");
  const auto time = reader.time_of_day();
  reader.expect(" GMT");
  return to_time(reader, year + (year < 70 ? 2000 : 1900), month, day, time);
}

// "Nov  6 08:49:37 1994"
std::optional<Time> parse_asctime(std::string_view text) {
  Reader reader(text);
  const unsigned month = reader.month();
  reader.expect(" ");
  const int day = reader.padded_number();
  reader.expect(" ");
  const auto time = reader.time_of_day();
  reader.expect(" ");
  const int year = reader.number(4);
  return to_time(reader, year, month, day, time);
}

}  // namespace

std::optional<Time> parse_http_date(std::string_view text) {
  text = trimmed(text);
  // The name of the day says nothing that the date does not; the date is not lost
  // over a wrong one.
  const std::size_t comma = text.find(", ");
  if (comma == text.npos) {
    const bool has_day = text.size() > 4 && text[3] == ' ';
    return has_day ? parse_asctime(text.substr(4)) : std::nullopt;
  }
  const std::string_view rest = text.substr(comma + 2);
  return rest.size() > 2 && rest[2] == '-' ? parse_rfc850(rest)
                                           : parse_imf_fixdate(rest);
}

std::string to_http_date(Time time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(
      std::chrono::floor<std::chrono::seconds>(time - day));
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT",
                     kDays[std::chrono::weekday(day).c_encoding()],
                     unsigned(date.day()), kMonths[unsigned(date.month()) - 1],
                     int(date.year()), clock.hours().count(), clock.minutes().count(),
                     clock.seconds().count());
}

}  // namespace curlew::http
