// Requests and their answers, of which large ones are fetched in parts, one after the
// other: the server drops a client that does not keep up.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "base/time.h"
#include "broker/broker.h"
#include "broker/nats/connection.h"

namespace curlew::broker {

// Thread-safe. `subject` is the server's.
Result<std::string> ask_nats(NatsConnection& connection, const std::string& subject,
                             std::string_view payload, Milliseconds wait);

// On a thread of its own. `connection` and `clock` outlive what it returns.
Result<std::unique_ptr<Answering>> answer_nats(NatsConnection& connection,
                                               const std::string& subject,
                                               Answer answer, const Clock& clock);

}  // namespace curlew::broker
