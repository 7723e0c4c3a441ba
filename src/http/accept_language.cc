#include "http/accept_language.h"

#include <algorithm>
#include <cstdlib>

#include "base/ascii.h"
#include "base/check.h"

namespace curlew::http {
namespace {

// A client may send megabytes of them.
constexpr std::size_t kMostRanges = 32;

// The weight in ";q=0.8"; 1 without one, 0 when it is not a number.
double weight_of(std::string_view parameters) {
  const auto q = parameters.find("q=");
  if (q == parameters.npos) return 1;
  const std::string number(parameters.substr(q + 2, 5));
  return std::clamp(std::strtod(number.c_str(), nullptr), 0.0, 1.0);
}

// Does the range "el-GR", or one of its beginnings, name `language`?
bool is_wanted_by(std::string_view range, std::string_view language) {
  while (!equals_ignoring_case(range, language)) {
    const auto dash = range.rfind('-');
    if (dash == range.npos) return false;
    range = range.substr(0, dash);
  }
  return true;
}

}  // namespace

std::string preferred_language(std::string_view accept_language,
                               std::span<const std::string> offered) {
  CHECK(!offered.empty());
  std::string_view best = offered.front();
  double best_weight = 0;
  for (std::size_t i = 0; i < kMostRanges && !accept_language.empty(); ++i) {
    const auto item = accept_language.substr(0, accept_language.find(','));
    accept_language.remove_prefix(std::min(accept_language.size(), item.size() + 1));
    const auto semicolon = item.find(';');
    const auto range = trimmed(item.substr(0, semicolon));
    const double weight =
        semicolon == item.npos ? 1 : weight_of(item.substr(semicolon + 1));
    // Of two with one weight the first wins.
    if (weight <= best_weight) continue;
    for (const std::string& language : offered) {
      if (range != "*" && !is_wanted_by(range, language)) continue;
      best = language;
      best_weight = weight;
      break;
    }
  }
  return std::string(best);
}

}  // namespace curlew::http
