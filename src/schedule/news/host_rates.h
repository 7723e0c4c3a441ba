// How much the sources of a host publish: what a new source of that host starts from.
//
// Hosts are hashed into a fixed number of buckets, so that ten million sources cost two
// bytes each and no map. Where hosts share a bucket, its mean tends to the
// population's, which is what a source would start from otherwise.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "schedule/policy.h"

namespace curlew::schedule::news {

class HostRates {
 public:
  HostRates() : buckets_(kBuckets) {}

  void joined(Slot slot, std::string_view address);

  // Once a day: forgets the sums, then counts every source again.
  void begin() { buckets_.assign(kBuckets, {}); }
  void count(Slot slot, double rate);

  // Items a day to expect of a source before anything is known of it: the mean of its
  // host's sources, shrunk to the population's rate by two sources.
  double expected(Slot slot, double population_rate) const;

 private:
  static constexpr std::size_t kBuckets = 1 << 16;

  struct Bucket {
    float rates = 0;
    std::uint32_t sources = 0;
  };
  // By slot.
  std::vector<std::uint16_t> bucket_of_;
  std::vector<Bucket> buckets_;
};

}  // namespace curlew::schedule::news
