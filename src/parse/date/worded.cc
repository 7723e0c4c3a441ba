#include "parse/date/worded.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/date_words.h"
#include "parse/date/date_numbers.h"
#include "parse/date/digits.h"
#include "parse/date/fields.h"
#include "parse/date/letters.h"
#include "parse/date/zone.h"

namespace curlew::parse {
namespace {

enum class Half { kUnknown, kMorning, kAfternoon };
constexpr int kKoreaMinutes = 9 * 60;

// Folded words.
constexpr auto kMorning =
    std::to_array<std::string_view>({"am", "a.m", "오전", "午前", "上午", "πμ", "π.μ"});
constexpr auto kAfternoon =
    std::to_array<std::string_view>({"pm", "p.m", "오후", "午後", "下午", "μμ", "μ.μ"});

Half half_of(std::string_view folded) {
  if (folded.empty()) return Half::kUnknown;
  const bool is_ascii = static_cast<unsigned char>(folded.front()) < 0x80;
  if (is_ascii && folded.back() != 'm') return Half::kUnknown;
  if (std::ranges::find(kMorning, folded) != kMorning.end()) return Half::kMorning;
  if (std::ranges::find(kAfternoon, folded) != kAfternoon.end())
    return Half::kAfternoon;
  return Half::kUnknown;
}

bool is_korean_half(std::string_view folded) {
  return folded == "오전" || folded == "오후";
}

// The T of ISO 8601 between a date and a time.
bool is_time_mark(std::string_view word, std::string_view rest) {
  return (word == "T" || word == "t") && !rest.empty() && is_ascii_digit(rest.front());
}

// "Europe/Athens", "EST5EDT".
bool is_region(std::string_view word) {
  return word.size() > 4 && word.find_first_of("/0123456789") != word.npos;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  std::optional<Time> read() {
    while (!rest_.empty()) {
      const bool was_whole = is_whole();
      // A further number would be taken for a part of the date.
      if (was_whole && is_ascii_digit(rest_.front())) break;
      if (!read_token()) {
        if (!was_whole) return std::nullopt;
        break;  // What follows a date is none of its business.
      }
    }
    if (!numbers_.settle(fields_)) return std::nullopt;
    apply_half();
    if (is_korean_ && !has_zone_) fields_.offset_minutes = kKoreaMinutes;
    return to_time(fields_);
  }

 private:
  // Can nothing more belong to the date? Where the zone is missing, what comes may be
  // meant as one: a sign or a digit then still counts as a fault.
  bool is_whole() const {
    if (!numbers_.complete() || !has_clock_) return false;
    const char c = rest_.front();
    return has_zone_ || !(is_ascii_digit(c) || c == '+' || c == '-' || c == ':');
  }

  bool read_token() {
    const char c = rest_.front();
    if (is_ascii_digit(c)) return read_number();
    if (const std::size_t length = separator_length(rest_)) return skip(length);
    if (is_letter(c)) return read_word();
    if (c == '+') return read_offset();
    if (c == '-') {
      const bool is_sign = has_clock_ && rest_.size() > 1 && is_ascii_digit(rest_[1]);
      return is_sign ? read_offset() : skip(1);
    }
    if (c == '(') return skip(std::min(rest_.find(')'), rest_.size() - 1) + 1);
    return false;
  }

  // Separators are remembered: what stands between numbers tells their order.
  bool skip(std::size_t length) {
    if (rest_.front() != ' ') separator_ = rest_.front();
    rest_.remove_prefix(length);
    return true;
  }

  bool read_number() {
    const Digits digits = take_digits(rest_);
    if (digits.count <= 2 && rest_.starts_with(':')) return read_clock(digits.value);
    if (is_clock_with_other_sign(digits)) return read_clock(digits.value);
    if (const Unit* unit = take_unit(rest_)) return set_unit(*unit, digits);
    if (!has_clock_ && is_before_half_of_day()) return set_clock(fields_.hour, digits);
    skip_ordinal_ending(rest_);
    return numbers_.add({digits, std::exchange(separator_, ' ')});
  }

  // "10.30" and "10h30", once the date cannot be meant any more.
  bool is_clock_with_other_sign(Digits digits) const {
    const bool has_sign = rest_.size() >= 3 && is_ascii_digit(rest_[1]) &&
                          is_ascii_digit(rest_[2]) &&
                          (rest_[0] == 'h' || (rest_[0] == '.' && numbers_.complete()));
    return digits.count <= 2 && !has_clock_ && has_sign;
  }

  // "3pm" and "3 p.m.": then the number is an hour.
  bool is_before_half_of_day() const {
    std::string_view next = trimmed(rest_.substr(0, 4));
    if (next.empty() || !is_ascii_alpha(next.front())) return false;
    const std::string_view word = take_word(next);
    return half_of(FoldedWord(word).view()) != Half::kUnknown;
  }

  // From the sign between hours and minutes on.
  bool read_clock(int hour) {
    if (has_clock_) return false;
    has_clock_ = true;
    fields_.hour = hour;
    rest_.remove_prefix(1);
    if (!read_clock_part(fields_.minute)) return false;
    if (!rest_.starts_with(':')) return true;
    rest_.remove_prefix(1);
    if (!read_clock_part(fields_.second)) return false;
    if (rest_.size() > 1 && (rest_[0] == '.' || rest_[0] == ',') &&
        is_ascii_digit(rest_[1])) {
      rest_.remove_prefix(1);
      fields_.millisecond = take_milliseconds(rest_);
    }
    return !rest_.starts_with(':');
  }

  bool read_clock_part(int& part) {
    const Digits digits = take_digits(rest_);
    part = digits.value;
    return digits.count == 1 || digits.count == 2;
  }

  // "2004년 05월 28일 1시 31분"
  bool set_unit(const Unit& unit, Digits digits) {
    is_korean_ |= unit.language == Language::kKorean;
    switch (unit.part) {
      case DatePart::kYear:
        return numbers_.set_year(full_year(digits.value, digits.count));
      case DatePart::kMonth:
        return numbers_.set_month(digits.value);
      case DatePart::kDay:
        return numbers_.set_day(digits.value);
      case DatePart::kHour:
        return set_clock(fields_.hour, digits);
      case DatePart::kMinute:
        return set_clock(fields_.minute, digits);
      case DatePart::kSecond:
        return set_clock(fields_.second, digits);
    }
    return false;
  }

  bool set_clock(int& part, Digits digits) {
    part = digits.value;
    has_clock_ = true;
    return digits.count <= 2;
  }

  bool read_offset() {
    const auto offset = take_offset_minutes(rest_);
    if (!offset) return false;
    set_offset(*offset);
    return true;
  }

  bool read_word() {
    const bool is_first = numbers_.empty() && words_++ == 0;
    const std::string_view word = take_word(rest_);
    if (is_time_mark(word, rest_)) return true;
    if (has_clock_ && numbers_.complete() && read_zone(word)) return true;
    const FoldedWord folded(word);
    if (const Half half = half_of(folded.view()); half != Half::kUnknown) {
      half_ = half;
      is_korean_ |= is_korean_half(folded.view());
      return true;
    }
    if (!numbers_.complete()) {
      if (const int month = month_of(folded))
        return numbers_.set_named_month(month, is_first);
      if (is_first || is_filler(folded.view())) return true;  // First: a weekday.
    }
    // A word after the date that nobody knows is a zone that nobody knows.
    return (!is_filler(folded.view()) && read_zone(word)) || numbers_.complete();
  }

  bool read_zone(std::string_view word) {
    if (is_region(word)) return set_region(word);
    const auto offset = zone_offset_minutes(word);
    if (offset && !has_zone_) set_offset(*offset);
    return offset.has_value();
  }

  bool set_region(std::string_view word) {
    fields_.region = word;
    has_zone_ = true;
    return true;
  }

  // "GMT-07:00" and "-0500 EST": the number outweighs the name.
  void set_offset(int offset) {
    fields_.offset_minutes = offset;
    fields_.region = {};
    has_zone_ = true;
  }

  void apply_half() {
    if (half_ == Half::kAfternoon && fields_.hour < 12) fields_.hour += 12;
    if (half_ == Half::kMorning && fields_.hour == 12) fields_.hour = 0;
  }

  std::string_view rest_;
  DateFields fields_;
  DateNumbers numbers_;
  Half half_ = Half::kUnknown;
  char separator_ = ' ';
  int words_ = 0;
  bool has_clock_ = false;
  bool has_zone_ = false;
  bool is_korean_ = false;
};

}  // namespace

std::optional<Time> parse_worded_date(std::string_view text) {
  return Reader(text).read();
}

}  // namespace curlew::parse
