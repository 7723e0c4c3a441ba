// When should a source be visited again?
//
// A policy is a pure function of what earlier visits showed: it keeps nothing itself,
// reads no clock and no setting, so that equal histories give equal answers. What it
// must remember of a source is a PolicyState: flat bytes of fixed size, which the
// planner holds in memory by the million and the store keeps as a blob.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/random.h"
#include "base/result.h"
#include "base/time.h"

namespace curlew::schedule {

// All zero for a source that no policy has seen. A policy puts its own flat struct in
// it and takes it out again; the first byte is a version, never 0 once written.
class PolicyState {
 public:
  static constexpr std::size_t kSize = 112;

  bool is_fresh() const { return bytes_[0] == std::byte{0}; }

  template <typename Flat>
  Flat as() const {
    static_assert(std::is_trivially_copyable_v<Flat> && sizeof(Flat) <= kSize);
    Flat flat;
    std::memcpy(&flat, bytes_.data(), sizeof flat);
    return flat;
  }
  template <typename Flat>
  void set(const Flat& flat) {
    static_assert(std::is_trivially_copyable_v<Flat> && sizeof(Flat) <= kSize);
    std::memcpy(bytes_.data(), &flat, sizeof flat);
  }

  // For the store: without the zeros at the end. Bytes of another size are of another
  // release and count as fresh.
  std::string to_bytes() const;
  static PolicyState from_bytes(std::string_view bytes);

  bool operator==(const PolicyState&) const = default;

 private:
  std::array<std::byte, kSize> bytes_{};
};

// What one visit taught. Failed visits teach nothing and are not shown to policies.
struct Observation {
  Time at;
  std::optional<Time> previous;  // The visit before; nullopt for the first.
  std::uint32_t new_items = 0;   // 0: nothing changed.
  std::span<const Time>
      item_times;  // Of the new items that state one; at most new_items.
};

class Policy {
 public:
  virtual ~Policy() = default;

  virtual std::string_view name() const = 0;

  // When to visit a source that was added at `now` for the first time.
  virtual Time first_visit(PolicyState& state, Time now, Random& random) const = 0;

  // Learns from a visit and says when the next one is due.
  virtual Time next_visit(PolicyState& state, const Observation& seen) const = 0;
};

// Visits everybody in turn: a source goes to the end of the line after its visit. The
// planner's budget per tick sets the pace.
std::unique_ptr<Policy> make_round_robin_policy();

struct ToeOptions {
  Milliseconds tick{600'000};  // One execution.
};
// The training phase of advaRSS (RSS-A §III.A, RSS-B Algorithm 1).
std::unique_ptr<Policy> make_toe_policy(ToeOptions options);

// By its name in the configuration; the error lists the names there are.
Result<std::unique_ptr<Policy>> make_policy(std::string_view name, Milliseconds tick);

}  // namespace curlew::schedule
