#include "parse/xml_feed/wishes.h"

#include <array>
#include <charconv>

#include "base/ascii.h"

namespace curlew::parse {
namespace {

struct Period {
  std::string_view name;
  std::chrono::hours length;
};
constexpr auto kPeriods = std::to_array<Period>({
    {"hourly", std::chrono::hours(1)},
    {"daily", std::chrono::hours(24)},
    {"weekly", std::chrono::hours(24 * 7)},
    {"monthly", std::chrono::hours(24 * 30)},
    {"yearly", std::chrono::hours(24 * 365)},
});

constexpr std::string_view kDays[] = {"sunday",   "monday", "tuesday", "wednesday",
                                      "thursday", "friday", "saturday"};

// A longer wish is a mistake: the feed would never be read again.
constexpr std::int64_t kMaxTtlMinutes = std::int64_t{366} * 24 * 60;

std::optional<std::int64_t> parse_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value < 0) return std::nullopt;
  return value;
}

void read_hours(FeedDocument& document, Feed& feed) {
  const int depth = document.depth();
  while (document.next_child(depth)) {
    if (document.element() != Element::kHour) continue;
    const auto hour = parse_number(document.read_text());
    // The specification counts from 0; its predecessor counted to 24.
    if (hour && *hour <= 24) feed.skip_hours.set(static_cast<std::size_t>(*hour % 24));
  }
}

void read_days(FeedDocument& document, Feed& feed) {
  const int depth = document.depth();
  while (document.next_child(depth)) {
    if (document.element() != Element::kDay) continue;
    const std::string day = to_ascii_lower(document.read_text());
    for (std::size_t i = 0; i < std::size(kDays); ++i) {
      if (day == kDays[i]) feed.skip_days.set(i);
    }
  }
}

std::optional<Milliseconds> parse_period(std::string_view name) {
  for (const Period& period : kPeriods) {
    if (equals_ignoring_case(period.name, name)) return period.length;
  }
  return std::nullopt;
}

}  // namespace

void WishReader::read(FeedDocument& document, Feed& feed) {
  switch (document.element()) {
    case Element::kTtl:
      if (const auto minutes = parse_number(document.read_text());
          minutes && *minutes > 0 && *minutes <= kMaxTtlMinutes) {
        feed.ttl = std::chrono::minutes(*minutes);
      }
      break;
    case Element::kSkipHours:
      read_hours(document, feed);
      break;
    case Element::kSkipDays:
      read_days(document, feed);
      break;
    case Element::kUpdatePeriod:
      period_ = parse_period(document.read_text());
      update_period(feed);
      break;
    case Element::kUpdateFrequency:
      frequency_ = parse_number(document.read_text()).value_or(1);
      update_period(feed);
      break;
    default:
      break;
  }
}

// The two come in either order; without a period there is nothing to divide.
void WishReader::update_period(Feed& feed) const {
  if (period_ && frequency_ > 0) feed.period = *period_ / frequency_;
}

}  // namespace curlew::parse
