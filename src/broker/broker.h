// Carries opaque messages between controller and terminals. Only carries: whatever must
// not be lost is in the database, so losing the whole broker loses no data.

#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/memory_budget.h"
#include "base/result.h"
#include "base/time.h"

namespace curlew::broker {

struct Delivery {
  // Names this delivery in ack().
  std::uint64_t token = 0;
  std::string payload;
  // What the payload takes of this process's memory, where that is counted.
  MemoryBudget::Share room = {};
};

inline constexpr Bytes kAnySize = std::numeric_limits<Bytes>::max();

// Thread-safe.
class Broker {
 public:
  virtual ~Broker() = default;

  // kLimit when the queue is full: the sender slows down and tries again. On an error
  // the payload stays with the sender, untouched.
  virtual Result<void> publish(std::string_view subject, std::string&& payload) = 0;

  // Up to `most` messages, oldest first, of `most_bytes` together but at least one;
  // waits at most `wait` for the first one.
  virtual Result<std::vector<Delivery>> pull(std::string_view subject, std::size_t most,
                                             Milliseconds wait,
                                             Bytes most_bytes = kAnySize) = 0;

  // Their work is safe. What its taker did not acknowledge before it went away is
  // delivered again. There is no lease here: how long a visit may take is known to the
  // controller, which sends its order again (control/dispatch.h,
  // docs/decisions/0011-one-lease.md).
  virtual Result<void> ack(std::string_view subject,
                           std::span<const std::uint64_t> tokens) = 0;
};

struct MemoryBrokerOptions {
  std::size_t queue_limit = 100'000;
  // Counts what waits. Outlives the broker; nullptr: nobody counts.
  MemoryBudget* memory = nullptr;
};

// Inside one process: takers go away with the broker itself, so that it keeps nothing
// of what was taken.
std::unique_ptr<Broker> make_memory_broker(MemoryBrokerOptions options);

}  // namespace curlew::broker
