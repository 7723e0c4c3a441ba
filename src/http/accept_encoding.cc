#include "http/accept_encoding.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/ascii.h"

namespace curlew::http {
namespace {

// A client may send megabytes of them.
constexpr std::size_t kMostCodings = 32;

// The weight in "br;q=0.8"; 1 without one, 0 when it is not a number.
double coding_weight(std::string_view parameters) {
  const auto q = parameters.find("q=");
  if (q == parameters.npos) return 1;
  const std::string_view number = parameters.substr(q + 2);
  double weight = 0;
  std::from_chars(number.data(), number.data() + number.size(), weight);
  return std::clamp(weight, 0.0, 1.0);
}

// What is said of `coding`, by its name or else by "*"; nullopt: nothing.
std::optional<double> weight_said_of(std::string_view coding,
                                     std::string_view accept_encoding) {
  std::optional<double> of_others;
  for (std::size_t i = 0; i < kMostCodings && !accept_encoding.empty(); ++i) {
    const auto item = accept_encoding.substr(0, accept_encoding.find(','));
    accept_encoding.remove_prefix(std::min(accept_encoding.size(), item.size() + 1));
    const auto semicolon = item.find(';');
    const auto name = trimmed(item.substr(0, semicolon));
    const double weight =
        semicolon == item.npos ? 1 : coding_weight(item.substr(semicolon + 1));
    if (equals_ignoring_case(name, coding)) return weight;
    if (name == "*") of_others = weight;
  }
  return of_others;
}

}  // namespace

std::string_view preferred_encoding(std::string_view accept_encoding,
                                    std::span<const std::string_view> offered) {
  std::string_view best;
  double best_weight = 0;
  for (const std::string_view coding : offered) {
    const double weight = weight_said_of(coding, accept_encoding).value_or(0);
    if (weight <= best_weight) continue;
    best = coding;
    best_weight = weight;
  }
  return best;
}

}  // namespace curlew::http
