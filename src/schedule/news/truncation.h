// What a short list costs: a feed that shows its newest 20 items and publishes 30 until
// the next visit loses 10 for ever.
//
// Items are lost in bursts, far above what was expected: of 20-item feeds of the
// development traces nearly all when 2 to 5 items were expected and 30 to 150 came,
// again and again from the same sources. So a source's room is counted in *expected*
// items: 20 divided by its burst factor, the mean over its items of (found / expected)
// at the visit that found them. With x items expected and room for K, the loss is the
// smooth hinge
//   loss(x) = ((x - K) + sqrt((x - K)^2 + s x)) / 2,
// which tends to 0 and to x - K, is s / 4K of each item far below the cliff (the same
// for every plan, so it moves nothing), and is convex, which the look-ahead needs.

#pragma once

#include <cmath>
#include <cstdint>

namespace curlew::schedule::news {

// A lost item counts as one that waited so long, in days.
inline constexpr double kLostItem = 2.5;
// s, of a Poisson process 2/pi.
inline constexpr double kScatter = 1;

struct ListRoom {
  // Items that the list holds; 0: no end.
  double room = 0;

  bool is_bounded() const { return room > 0; }

  double loss(double expected) const {
    const double over = expected - room;
    return (over + std::sqrt(over * over + kScatter * expected)) / 2;
  }
  // In item-days.
  double cost(double expected) const {
    return is_bounded() ? kLostItem * loss(expected) : 0;
  }
};

// After a visit that found `items` where `expected` were. A factor of one is four.
std::uint8_t learned_burst(std::uint8_t before, double items, double expected);

ListRoom make_list_room(std::uint16_t length, std::uint8_t burst);

// The length of a list, learned from the lengths that were seen: the longest, forgotten
// slowly.
std::uint16_t learned_length(std::uint16_t before, std::uint32_t shown);

}  // namespace curlew::schedule::news
