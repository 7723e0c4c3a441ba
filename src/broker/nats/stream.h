// The queues of an installation at the server: one JetStream stream, whose messages are
// gone when they are acknowledged, and a consumer for each queue.

#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "base/result.h"
#include "broker/broker.h"
#include "broker/nats/connection.h"

namespace curlew::broker {

// Thread-safe.
class NatsStream {
 public:
  // `connection` outlives it.
  NatsStream(const NatsBrokerOptions& options, NatsConnection& connection);

  const std::string& name() const { return name_; }
  // Of a queue, as the server knows it.
  std::string subject_of(std::string_view queue) const;
  std::string consumer_of(std::string_view queue) const;

  // Makes the stream where it is missing: at the first call, and after the connection
  // was lost. The server may have come back without it.
  Result<void> ensure();

  // One message. kLimit: the queue, or the stream, is full.
  Result<void> publish(std::string_view queue, std::string_view message);

  // Makes the consumer of a queue anew, so that all that is not acknowledged is
  // delivered to whoever asks next.
  Result<void> restart_consumer(std::string_view queue);

 private:
  const std::string name_;
  const std::size_t queue_limit_;
  const Bytes storage_limit_;
  NatsConnection& connection_;
  std::mutex mutex_;
  // Of the connection that the stream was last seen on.
  std::uint64_t ensured_ = 0;
};

}  // namespace curlew::broker
