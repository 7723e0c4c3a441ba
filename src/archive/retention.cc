#include "archive/retention.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/units.h"

namespace curlew::archive {
namespace {

Error no_retention(std::string_view text, std::string_view why) {
  return {ErrorKind::kUsage,
          fmt::format("'{}' does not say what versions are kept: {}; write \"all\" or "
                      "\"30d:1d 365d:7d\"",
                      text, why)};
}

}  // namespace

Result<Retention> parse_retention(std::string_view text) {
  Retention retention;
  std::string_view rest = trimmed(text);
  if (rest == "all") return retention;
  if (rest.empty()) return no_retention(text, "it is empty");
  while (!rest.empty()) {
    const auto end = std::min(rest.find(' '), rest.size());
    const std::string_view rule = rest.substr(0, end);
    rest = trimmed(rest.substr(end));
    const auto colon = rule.find(':');
    if (colon == rule.npos) return no_retention(text, "there is no colon");
    const auto age = parse_duration(rule.substr(0, colon));
    const auto every = parse_duration(rule.substr(colon + 1));
    if (!age || !every || *every <= Milliseconds(0)) {
      return no_retention(text, "a duration is wrong");
    }
    // Spans that contain each other keep the same versions in whatever order the rules
    // come to apply.
    if (!retention.empty() && (*age <= retention.back().age ||
                               *every % retention.back().every != Milliseconds(0))) {
      return no_retention(text, "each rule must be older, and a multiple of the last");
    }
    retention.push_back({*age, *every});
  }
  return retention;
}

std::vector<bool> is_kept(const std::vector<Time>& times, Time now,
                          const Retention& retention) {
  std::vector<bool> kept(times.size(), true);
  for (const auto& [age, every] : retention) {
    std::optional<std::int64_t> last_span;
    for (std::size_t i = 0; i < times.size() && now - times[i] > age; ++i) {
      // Spans begin at the epoch, wherever the versions begin.
      const std::int64_t span =
          std::chrono::floor<Milliseconds>(times[i].time_since_epoch()) / every;
      const bool is_first = last_span != span;
      last_span = span;
      if (!is_first && i + 1 < times.size()) kept[i] = false;
    }
  }
  return kept;
}

}  // namespace curlew::archive
