// What is remembered of one document: 116 bytes.

#pragma once

#include <array>
#include <cstdint>

#include "base/time.h"
#include "schedule/documents/phase_model.h"
#include "schedule/state_kind.h"

namespace curlew::schedule::documents {

// The upper half of a float: three significant digits, any size.
std::uint16_t to_half(float value);
float from_half(std::uint16_t half);

// Minutes since 1970; 0 is "never".
using Minute = std::uint32_t;
Minute to_minute(Time time);
Time to_time(Minute minute);
// 0 when `to` is earlier.
double days_between(Minute from, Minute to);

// The visits so far, as far as neighbours care, too.
struct DocumentPast {
  StateKind kind = StateKind::kDocument;
  // Did the last visits find a change? The last is bit 0.
  std::uint8_t bits = 0;
  // The habit_cell() of the last visit, before it was made.
  std::uint8_t habit = 0;
  std::uint8_t unused = 0;
  Minute last = 0;
  Minute previous = 0;
  Minute unused_time = 0;
  // How many changes were expected at the last visit: -ln P(unchanged).
  float expected = 0;

  bool found_change() const { return (bits & 1) != 0; }
};

struct DocumentState {
  DocumentPast past;
  std::array<std::uint16_t, kConditions> likelihoods = {};

  void set_likelihoods(const Conditions& values);
  Conditions get_likelihoods() const;
};
static_assert(sizeof(DocumentState) == 116);

}  // namespace curlew::schedule::documents
