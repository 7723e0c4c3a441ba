// The one answer of a request to the server, which may come before or after the handler
// returns and from any thread, while the client may leave at any time.

#pragma once

#include <memory>
#include <mutex>
#include <variant>

#include "http/server.h"
#include "http/sleeping_connections.h"

namespace curlew::http {

class LateAnswer {
 public:
  explicit LateAnswer(std::shared_ptr<SleepingConnections> connections)
      : connections_(std::move(connections)) {}

  // From any thread. All but the first answer are ignored.
  void answer(ServerResponse response);

  // Of the server's thread, like all below: the connection sleeps; MHD calls again when
  // it is woken.
  struct Sleeping {};
  // The server stops: drop the connection.
  struct Gone {};
  std::variant<Sleeping, Gone, ServerResponse> take_or_sleep(
      MHD_Connection* connection);
  // The connection ended. Nothing touches it from here on.
  void forget_connection();

 private:
  enum class State { kOpen, kAnswered, kGone };

  const std::shared_ptr<SleepingConnections> connections_;
  // Guards everything below.
  std::mutex mutex_;
  State state_ = State::kOpen;
  // Set when it first sleeps.
  MHD_Connection* connection_ = nullptr;
  ServerResponse response_;
};

// The Responder handed to a handler: answers 500 when it is dropped unanswered.
Responder make_responder(std::shared_ptr<LateAnswer> answer);

}  // namespace curlew::http
