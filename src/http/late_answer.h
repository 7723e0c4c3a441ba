// The one answer of a request to the server, which may come before or after the handler
// returns and from any thread, while the client may leave at any time.
//
// libmicrohttpd lets a connection sleep (suspend) until its answer exists, but demands
// that every sleeping connection is woken before the daemon stops, and that none is
// touched after it ended. SleepingConnections keeps that promise under one lock.

#pragma once

#include <microhttpd.h>

#include <memory>
#include <mutex>
#include <unordered_set>
#include <variant>

#include "http/server.h"

namespace curlew::http {

class LateAnswer;

// Shared by a server and all its unanswered requests. Outlives both.
struct SleepingConnections {
  std::mutex mutex;  // Guards everything here and every LateAnswer.
  std::unordered_set<LateAnswer*> sleeping;
  bool closed = false;

  // Wakes all and lets none sleep again; their answers are dropped.
  void close();
};

class LateAnswer {
 public:
  explicit LateAnswer(std::shared_ptr<SleepingConnections> connections)
      : connections_(std::move(connections)) {}

  // From any thread. All but the first answer are ignored.
  void answer(ServerResponse response);

  // The rest belongs to the server's thread.
  struct Sleeping {};  // The connection sleeps; MHD calls again when it is woken.
  struct Gone {};      // The server stops: drop the connection.
  std::variant<Sleeping, Gone, ServerResponse> take_or_sleep(
      MHD_Connection* connection);
  // The connection ended. Nothing touches it from here on.
  void forget_connection();

 private:
  friend struct SleepingConnections;
  enum class State { kOpen, kSleeping, kAnswered, kGone };

  std::shared_ptr<SleepingConnections> connections_;
  State state_ = State::kOpen;
  MHD_Connection* connection_ = nullptr;  // While it sleeps.
  ServerResponse response_;
};

// The Responder handed to a handler: answers 500 when it is dropped unanswered.
Responder make_responder(std::shared_ptr<LateAnswer> answer);

}  // namespace curlew::http
