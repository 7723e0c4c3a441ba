// What all sources together tell of each: the rhythm a source starts from before its
// own is known, and the rate.

#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "schedule/news/news_state.h"

namespace curlew::schedule::news {

struct Population {
  std::array<float, 24> by_hour;  // Shares, sum 1.
  std::array<float, 7> by_day;
  float rate = 1;  // Items a day of a source in the mean.

  Population();  // Nothing is known: every hour is alike, one item a day.
};

// Adds up the states of all sources, once a day. A source counts with the root of its
// items: neither as much as it publishes (a few would speak for all) nor the same as
// all others (those with three items know nothing).
class Census {
 public:
  void count(const NewsState& state);
  Population result() const;

 private:
  std::array<double, 24> by_hour_{};
  std::array<double, 7> by_day_{};
  double weight_ = 0;
  double rate_ = 0;
  std::size_t sources_ = 0;
};

// For the store, with a version: bytes of another one give the empty population.
std::string to_bytes(const Population& population);
Population parse_population(std::string_view bytes);

}  // namespace curlew::schedule::news
