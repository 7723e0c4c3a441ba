// The numbers of a written date, and which of them is the year, the month and the day.

#pragma once

#include <array>

#include "parse/date/digits.h"
#include "parse/date/fields.h"

namespace curlew::parse {

class DateNumbers {
 public:
  struct Number {
    Digits digits;
    // What stood before it: '/', '-', '.' or ' '.
    char separator;
  };

  // Each returns false when the date already has what is added.
  bool add(Number number);
  bool set_year(int year);
  bool set_month(int month);
  bool set_day(int day);

  // "mar., 01 déc." begins with a Tuesday: a name at the very beginning gives way to
  // another one.
  bool set_named_month(int month, bool is_first_word);

  bool empty() const { return count_ == 0 && year_ < 0 && month_ < 0 && day_ < 0; }
  // Are year, month and day all there?
  bool complete() const {
    return count_ + (year_ >= 0) + (month_ >= 0) + (day_ >= 0) >= 3;
  }

  // Writes year, month and day; false when they cannot be told.
  bool settle(DateFields& fields) const;

 private:
  bool settle_two(DateFields& fields) const;
  bool settle_three(DateFields& fields) const;

  std::array<Number, 3> numbers_;
  int count_ = 0;
  int year_ = -1;
  int month_ = -1;
  int day_ = -1;
  bool month_may_be_weekday_ = false;
};

}  // namespace curlew::parse
