// Where payloads lie that may come again: a bounded table of the last ones. It is a
// hint: whoever finds something looks whether it is the same payload. For this module
// alone.

#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "archive/capture.h"

namespace curlew::archive {

// The first sixteen digits of "sha256:0123…" as a number.
std::uint64_t number_of_digest(std::string_view digest);

class KnownPayloads {
 public:
  explicit KnownPayloads(std::size_t most) : most_(most) {}

  bool is_full() const { return places_.size() >= most_; }
  // The place that a digest has stays. When there are too many, the oldest goes.
  enum class Age { kNewer, kOlder };
  void add(std::string_view digest, const Location& location, Age age = Age::kNewer);
  std::optional<Location> find(std::string_view digest) const;
  void forget(std::string_view digest);

 private:
  struct Place {
    std::uint32_t segment;
    Bytes offset;
  };

  const std::size_t most_;
  // By the number of the digest.
  std::unordered_map<std::uint64_t, Place> places_;
  std::deque<std::uint64_t> in_order_;
  std::vector<std::string> segments_;
};

}  // namespace curlew::archive
