#include "parse/date/date_numbers.h"

#include <utility>

namespace curlew::parse {
namespace {

bool set_once(int& part, int value) {
  if (part >= 0) return false;
  part = value;
  return true;
}

bool is_year(const DateNumbers::Number& number) {
  return number.digits.count >= 3 || number.digits.value > 31;
}

int year_of(const DateNumbers::Number& number) {
  return full_year(number.digits.value, number.digits.count);
}

}  // namespace

bool DateNumbers::add(Number number) {
  if (count_ == int(numbers_.size()) || number.digits.count > 4) return false;
  numbers_[count_++] = number;
  return true;
}

bool DateNumbers::set_year(int year) { return set_once(year_, year); }
bool DateNumbers::set_month(int month) { return set_once(month_, month); }
bool DateNumbers::set_day(int day) { return set_once(day_, day); }

bool DateNumbers::set_named_month(int month, bool is_first_word) {
  if (month_may_be_weekday_) month_ = -1;
  month_may_be_weekday_ = is_first_word;
  return set_month(month);
}

bool DateNumbers::settle(DateFields& fields) const {
  if (year_ >= 0) {
    fields.year = year_;
    fields.month = month_ >= 0 ? month_ : 1;
    fields.day = day_ >= 0 ? day_ : 1;
    return count_ == 0;
  }
  if (day_ >= 0) return false;
  if (month_ < 0) return count_ == 3 ? settle_three(fields) : settle_two(fields);
  fields.month = month_;
  if (count_ == 1 && is_year(numbers_[0])) {  // "Nov. 2020"
    fields.year = year_of(numbers_[0]);
    return true;
  }
  if (count_ != 2) return false;
  const bool year_first = is_year(numbers_[0]);
  const Number& year = numbers_[year_first ? 0 : 1];
  fields.year = year_of(year);
  fields.day = numbers_[year_first ? 1 : 0].digits.value;
  return true;
}

// "2020/06" and "06/2020".
bool DateNumbers::settle_two(DateFields& fields) const {
  if (count_ != 2) return false;
  const bool year_first = numbers_[0].digits.count == 4;
  const Number& year = numbers_[year_first ? 0 : 1];
  if (year.digits.count != 4 || numbers_[1].separator == ' ') return false;
  fields.year = year.digits.value;
  fields.month = numbers_[year_first ? 1 : 0].digits.value;
  return true;
}

// Slashes are American and put the month first, unless it cannot be one; points,
// hyphens and spaces put the day first.
bool DateNumbers::settle_three(DateFields& fields) const {
  const auto& [first, second, third] = numbers_;
  if (is_year(first)) {
    fields.year = year_of(first);
    fields.month = second.digits.value;
    fields.day = third.digits.value;
    return true;
  }
  fields.year = year_of(third);
  fields.day = first.digits.value;
  fields.month = second.digits.value;
  const bool month_first = second.separator == '/' && fields.day <= 12;
  if (month_first || fields.month > 12) std::swap(fields.day, fields.month);
  return true;
}

}  // namespace curlew::parse
