// How often a source is visited as it is planned now, in two bytes.
//
// When to come again follows from the price of a visit: the best gap between visits of
// a source that publishes at a steady rate is sqrt(2 * price / rate), so the visits
// that it asks for fall with the root of the price. What a plan says at one price thus
// tells what it would say at any other. Where something else decided (the user's own
// interval, back-off, the publisher), the price has no say.

#pragma once

#include <cstdint>

namespace curlew::schedule {

class Demand {
 public:
  // Nothing is planned yet.
  Demand() = default;
  static Demand at_price(double visits_per_day, double price);
  static Demand at_any_price(double visits_per_day);

  bool is_known() const { return code_ != 0; }
  bool heeds_price() const { return (code_ & kFixed) == 0; }
  // Visits a day: at a price of 1 when it heeds the price. Within .1 %.
  double visits() const;

  std::uint16_t code() const { return code_; }
  static Demand from_code(std::uint16_t code);

 private:
  static constexpr std::uint16_t kFixed = 0x8000;
  static std::uint16_t encode(double visits_per_day);

  std::uint16_t code_ = 0;
};

}  // namespace curlew::schedule
