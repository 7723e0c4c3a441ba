#include "schedule/documents/document_state.h"

#include <algorithm>
#include <bit>

namespace curlew::schedule::documents {

std::uint16_t to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  // To nearest, ties to even.
  return std::uint16_t((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

float from_half(std::uint16_t half) {
  return std::bit_cast<float>(std::uint32_t{half} << 16);
}

Minute to_minute(Time time) {
  const auto minutes =
      std::chrono::floor<std::chrono::minutes>(time.time_since_epoch()).count();
  return Minute(std::clamp<std::int64_t>(minutes, 1, UINT32_MAX));
}

Time to_time(Minute minute) { return Time(std::chrono::minutes(minute)); }

double days_between(Minute from, Minute to) {
  return to > from ? double(to - from) / (24 * 60) : 0;
}

void DocumentState::set_likelihoods(const Conditions& values) {
  std::transform(values.begin(), values.end(), likelihoods.begin(), to_half);
}

Conditions DocumentState::get_likelihoods() const {
  Conditions values;
  std::transform(likelihoods.begin(), likelihoods.end(), values.begin(), from_half);
  return values;
}

}  // namespace curlew::schedule::documents
