// The connection to a NATS server, which mends itself, and what it says in words.

#pragma once

#include <nats/nats.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "broker/broker.h"

namespace curlew::broker {

// Owned by unique_ptr's; of a subscription: before its connection goes.
template <auto destroy>
struct NatsDeleter {
  template <typename T>
  void operator()(T* object) const {
    destroy(object);
  }
};
using NatsMessage = std::unique_ptr<natsMsg, NatsDeleter<natsMsg_Destroy>>;
using NatsSubscription =
    std::unique_ptr<natsSubscription, NatsDeleter<natsSubscription_Destroy>>;

// The bytes of a message, as long as it lives.
std::string_view payload_of(natsMsg* message);

// Thread-safe.
class NatsConnection {
 public:
  static Result<std::unique_ptr<NatsConnection>> open(const NatsBrokerOptions& options);
  ~NatsConnection();

  natsConnection* get() const { return connection_; }
  jsCtx* jetstream() const { return jetstream_; }

  // Counts connections, from one. What was asked for on an earlier one may be lost.
  std::uint64_t generation() const { return generation_; }
  // kDisconnected while the server is away: nobody waits for it.
  Result<void> check() const;
  // Of one message.
  Bytes largest_message() const;

  // What went wrong with `doing`; kDisconnected where trying again may help.
  static Error error_of(std::string_view doing, natsStatus status);

 private:
  explicit NatsConnection(std::atomic<std::uint64_t>& generation)
      : generation_(generation) {}

  natsConnection* connection_ = nullptr;
  jsCtx* jetstream_ = nullptr;
  std::atomic<std::uint64_t>& generation_;
};

}  // namespace curlew::broker
