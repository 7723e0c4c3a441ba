// Carries opaque messages between controller and terminals. Only carries: whatever must
// not be lost is in the database, so losing the whole broker loses no data.

#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
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

// Requests are answered as long as it lives.
class Answering {
 public:
  virtual ~Answering() = default;
};

// Makes the answer to a request, which may be an error. Called on a thread of the
// broker's or of who asks, one request at a time.
using Answer = std::function<Result<std::string>(std::string_view request)>;

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

  // Asks whoever answers to the subject now; nothing is kept for later. The answer, or
  // the error that was made there. kDisconnected: nobody is there to answer, or the
  // broker is away (check()). kBusy: somebody may be, but not within `wait`. kLimit:
  // the request does not fit into a message. An answer may have any size; `wait` is for
  // each of its parts.
  virtual Result<std::string> request(std::string_view subject,
                                      std::string_view payload, Milliseconds wait) = 0;

  // kDisconnected: it is away now.
  virtual Result<void> check() { return {}; }

  // One answers to a subject at a time.
  virtual Result<std::unique_ptr<Answering>> answer(std::string_view subject,
                                                    Answer answer) = 0;
};

struct MemoryBrokerOptions {
  std::size_t queue_limit = 100'000;
  // Counts what waits. Outlives the broker; nullptr: nobody counts.
  MemoryBudget* memory = nullptr;
};

// Inside one process: takers go away with the broker itself, so that it keeps nothing
// of what was taken.
std::unique_ptr<Broker> make_memory_broker(MemoryBrokerOptions options);

struct NatsBrokerOptions {
  // "nats://[USER@]HOST:PORT", several with commas between them.
  std::string url;
  // Of the user in the URL; empty: none.
  std::string password;
  // Tells this installation from others at the same server: begins the names of its
  // subjects, and is that of its stream. Letters, digits, - and _.
  std::string installation = "curlew";
  // As the server shows it.
  std::string client = "curlew";
  std::size_t queue_limit = 100'000;
  // What waits at the server, all queues together.
  Bytes storage_limit = 1_GiB;
  // Counts what was taken here, until its taker lets it go. Outlives the broker;
  // nullptr: nobody counts.
  MemoryBudget* memory = nullptr;
};

// Between processes, through a NATS server with JetStream (2.9 or later). One process
// at a time takes from a queue: who begins to pull gets what the last one did not
// acknowledge. While the server is away every call fails at once with kDisconnected,
// and works again when it is back. `clock` outlives it. kDisconnected: nobody answers
// at that URL.
Result<std::unique_ptr<Broker>> make_nats_broker(NatsBrokerOptions options,
                                                 const Clock& clock);

}  // namespace curlew::broker
