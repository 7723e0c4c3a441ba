#include "detect/page/day_of_visit.h"

#include <charconv>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "base/date_words.h"
#include "detect/diff/words.h"

namespace curlew::detect {
namespace {

using namespace std::chrono_literals;

// What a page says of the time is about a line.
constexpr std::size_t kMaxBytes = 200;
// Time zones on Earth, and steps between them.
constexpr auto kFirstZone = -12h;
constexpr auto kLastZone = 14h;
constexpr auto kZoneStep = 30min;
// A clock on a page that was cached for a moment, or goes wrong.
constexpr auto kClockSlack = 2min;

// What a word can say of a moment; a set, as "11" may be a day and a month.
enum : std::uint8_t {
  kDay = 1,
  kMonthNumber = 2,
  kMonthName = 4,
  kYear = 8,
  kWeekday = 16,
  kHour = 32,
  kMinute = 64,
  kSecond = 128,
};
using TimeFields = std::uint8_t;

struct LocalTime {
  explicit LocalTime(Time at)
      : date(std::chrono::floor<std::chrono::days>(at)),
        weekday(std::chrono::floor<std::chrono::days>(at)),
        since_midnight(std::chrono::floor<std::chrono::minutes>(
            at - std::chrono::floor<std::chrono::days>(at))) {}

  std::chrono::year_month_day date;
  std::chrono::weekday weekday;
  std::chrono::minutes since_midnight;
};

// "18", "18th"; nullopt: no number.
std::optional<unsigned> number_of(std::string_view word) {
  unsigned number = 0;
  const auto [end, error] =
      std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc()) return std::nullopt;
  const std::string suffix =
      to_ascii_lower(word.substr(std::size_t(end - word.data())));
  for (const std::string_view known : {"", "st", "nd", "rd", "th", "er", "η"})
    if (suffix == known) return number;
  return std::nullopt;
}

TimeFields fields_of_date(std::string_view word, const LocalTime& time) {
  TimeFields fields = 0;
  const auto number = number_of(word);
  if (!number) {
    const FoldedWord folded(word);
    if (unsigned(month_of(folded)) == unsigned(time.date.month())) fields |= kMonthName;
    if (is_weekday(folded, time.weekday.c_encoding())) fields |= kWeekday;
    return fields;
  }
  const unsigned year = unsigned(int(time.date.year()));
  if (*number == unsigned(time.date.day())) fields |= kDay;
  if (*number == unsigned(time.date.month())) fields |= kMonthNumber;
  if (*number == year || *number == year % 100) fields |= kYear;
  return fields;
}

// A clock's hour and minute, of 24 or of 12 hours.
bool is_clock_of(unsigned hour, unsigned minute, const LocalTime& time) {
  if (hour > 24 || minute > 59) return false;
  const std::chrono::minutes half_day = 12h;
  const auto shown = std::chrono::minutes(hour * 60 + minute) % half_day;
  const auto apart = (shown - time.since_midnight % half_day + half_day) % half_day;
  return apart <= kClockSlack || apart >= half_day - kClockSlack;
}

// A text as words, and what each of them says of a moment.
class Reading {
 public:
  Reading(std::string_view text, const std::vector<Word>& words, const LocalTime& time)
      : text_(text), words_(words), fields_(words.size()) {
    for (std::size_t i = 0; i < words.size(); ++i)
      fields_[i] = fields_of_date(word(i), time);
    for (std::size_t i = 0; i + 2 < words.size(); ++i) read_clock(i, time);
  }

  std::string_view word(std::size_t i) const {
    return text_.substr(words_[i].begin, words_[i].end - words_[i].begin);
  }
  TimeFields fields(std::size_t i) const { return fields_[i]; }

  // A day with its month, or the time of day.
  bool has_moment() const {
    TimeFields all = 0;
    int numbers = 0;
    for (const TimeFields fields : fields_) {
      all |= fields;
      numbers += (fields & (kDay | kMonthNumber)) != 0;
    }
    if ((all & kMinute) != 0) return true;
    if ((all & kDay) == 0) return false;
    // "11/11/2026" needs two of them.
    return (all & kMonthName) != 0 ||
           ((all & kMonthNumber) != 0 && (all & kYear) != 0 && numbers >= 2);
  }

 private:
  // "19:04" or "19:04:33".
  void read_clock(std::size_t i, const LocalTime& time) {
    if (word(i + 1) != ":") return;
    const auto hour = number_of(word(i));
    const auto minute = number_of(word(i + 2));
    if (!hour || !minute || !is_clock_of(*hour, *minute, time)) return;
    fields_[i] |= kHour;
    fields_[i + 2] |= kMinute;
    if (i + 4 < words_.size() && word(i + 3) == ":" && number_of(word(i + 4)))
      fields_[i + 4] |= kSecond;
  }

  std::string_view text_;
  const std::vector<Word>& words_;
  std::vector<TimeFields> fields_;
};

bool tell_moments(const Reading& before, const Reading& after, std::size_t words) {
  if (!before.has_moment() || !after.has_moment()) return false;
  for (std::size_t i = 0; i < words; ++i)
    if (before.word(i) != after.word(i) && (before.fields(i) & after.fields(i)) == 0)
      return false;
  return true;
}

}  // namespace

bool tells_visits(std::string_view before, Time fetched_before, std::string_view after,
                  Time fetched_after) {
  if (before.size() > kMaxBytes || after.size() > kMaxBytes) return false;
  const std::vector<Word> old_words = cut_words(before);
  const std::vector<Word> words = cut_words(after);
  if (old_words.size() != words.size()) return false;
  for (auto zone = std::chrono::minutes(kFirstZone); zone <= kLastZone;
       zone += kZoneStep) {
    const Reading old(before, old_words, LocalTime(fetched_before + zone));
    const Reading now(after, words, LocalTime(fetched_after + zone));
    if (tell_moments(old, now, words.size())) return true;
  }
  return false;
}

}  // namespace curlew::detect
