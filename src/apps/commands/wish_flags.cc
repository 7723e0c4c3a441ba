#include "apps/commands/wish_flags.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "apps/config/units.h"

namespace curlew::apps {
namespace {

constexpr Milliseconds kShortest{60'000};
constexpr int kHours = 24;
constexpr std::string_view kTakenBack = "none";

Result<std::optional<Milliseconds>> parse_gap(std::string_view flag,
                                              const std::string& text) {
  if (text.empty()) return std::optional<Milliseconds>();
  if (text == kTakenBack) return std::optional(Milliseconds(0));
  const auto gap = parse_duration(text);
  if (gap && *gap >= kShortest) return gap;
  return Error{ErrorKind::kUsage,
               fmt::format("{} {}: must be a duration from 1m to {}, such as 30m or "
                           "1h30m, or none",
                           flag, text, to_text(kLongestDuration))};
}

// A number at the beginning of `text`, which is taken away.
std::optional<int> take_number(std::string_view& text, int low, int high) {
  int number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < low || number > high) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, char expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(1);
  return true;
}

struct Hours {
  int from = 0;
  int to = 0;
  int offset = 0;  // From UTC.
};

std::optional<Hours> parse_hours(std::string_view text) {
  const auto from = take_number(text, 0, kHours - 1);
  if (!from || !take(text, '-')) return std::nullopt;
  const auto to = take_number(text, 0, kHours);
  if (!to || *to % kHours == *from) return std::nullopt;
  Hours hours{*from, *to, 0};
  if (take(text, '@')) {
    take(text, '+');
    const auto offset = take_number(text, -12, 14);
    if (!offset) return std::nullopt;
    hours.offset = *offset;
  }
  if (!text.empty()) return std::nullopt;
  return hours;
}

}  // namespace

Result<model::QuietTimes> parse_active_hours(std::string_view text) {
  const auto hours = parse_hours(text);
  if (!hours) {
    return Error{
        ErrorKind::kUsage,
        fmt::format("--active-hours {}: must be two hours, such as 8-20 in UTC or "
                    "8-20@+2 two hours east of it, or none",
                    text)};
  }
  const auto bit = [&](int hour) {
    return 1u << ((hour - hours->offset + 2 * kHours) % kHours);
  };
  std::uint32_t active = 0;
  for (int hour = hours->from; hour % kHours != hours->to % kHours; ++hour) {
    active |= bit(hour % kHours);
  }
  return model::QuietTimes{~active & 0xffffffu, 0};
}

std::string active_hours_text(const model::QuietTimes& quiet) {
  std::string text;
  const auto is_quiet = [&](int hour) {
    return (quiet.hours >> (hour % kHours) & 1u) != 0;
  };
  if (quiet.hours == 0) return text;
  for (int from = 0; from < kHours; ++from) {
    if (is_quiet(from) || !is_quiet(from + kHours - 1)) continue;
    int to = from;
    while (!is_quiet(to)) ++to;
    text += fmt::format("{}{}-{}", text.empty() ? "" : ",", from, to % kHours);
  }
  return text;
}

Result<WishEdit> to_wish_edit(const WishFlags& flags) {
  WishEdit edit;
  TRY_ASSIGN(edit.interval, parse_gap("--interval", flags.interval));
  TRY_ASSIGN(edit.longest_gap, parse_gap("--longest-gap", flags.longest_gap));
  if (flags.active_hours == kTakenBack) {
    edit.quiet = model::QuietTimes{};
  } else if (!flags.active_hours.empty()) {
    TRY_ASSIGN(edit.quiet, parse_active_hours(flags.active_hours));
  }
  return edit;
}

void apply(const WishEdit& edit, model::OwnWishes& wishes) {
  const auto set = [](std::optional<Milliseconds>& wish,
                      const std::optional<Milliseconds>& said) {
    if (said) wish = *said == Milliseconds(0) ? std::nullopt : said;
  };
  set(wishes.interval, edit.interval);
  set(wishes.longest_gap, edit.longest_gap);
  if (edit.quiet) wishes.quiet = *edit.quiet;
}

}  // namespace curlew::apps
