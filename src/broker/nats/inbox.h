// What this process takes from one queue. It asks the server for a number of messages
// and does not wait for them: whoever pulls gets what has come by then. So a pull costs
// no round trip, and no more than one such number is ever held here.

#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/time.h"
#include "broker/broker.h"
#include "broker/nats/connection.h"
#include "broker/nats/parts.h"
#include "broker/nats/stream.h"

namespace curlew::broker {

// Thread-safe.
class NatsInbox {
 public:
  // All outlive it. `memory` may be nullptr.
  NatsInbox(std::string queue, NatsConnection& connection, NatsStream& stream,
            MemoryBudget* memory, const Clock& clock);

  // As those of Broker.
  Result<std::vector<Delivery>> pull(std::size_t most, Milliseconds wait,
                                     Bytes most_bytes);
  Result<void> ack(std::span<const std::uint64_t> tokens);

 private:
  struct Waiting {
    std::string payload;
    std::vector<std::string> acknowledgements;
  };

  // Begins anew on a new connection.
  Result<void> prepare();
  Result<void> ask(std::size_t most);
  // False: nothing has come.
  Result<bool> receive(Milliseconds wait);
  void take(natsMsg* message);
  std::vector<Delivery> deliver(std::size_t most, Bytes most_bytes);
  void acknowledge(const std::vector<std::string>& messages);

  const std::string queue_;
  NatsConnection& connection_;
  NatsStream& stream_;
  MemoryBudget* const memory_;
  const Clock& clock_;

  std::mutex mutex_;
  // Where the server sends what was asked for.
  NatsSubscription subscription_;
  std::string reply_to_;
  // The connection that it belongs to; 0: none.
  std::uint64_t generation_ = 0;
  // Messages that the server may still send, and until when.
  std::size_t asked_ = 0;
  SteadyTime asked_until_ = SteadyTime::min();
  Joining joining_;
  std::deque<Waiting> waiting_;

  std::mutex tokens_mutex_;
  std::uint64_t last_token_ = 0;
  std::unordered_map<std::uint64_t, std::vector<std::string>> unacknowledged_;
};

}  // namespace curlew::broker
