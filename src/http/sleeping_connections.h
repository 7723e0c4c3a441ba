// Connections of the server that wait for something to send: an answer that is not made
// yet (late_answer.h), the next piece of a stream (stream.h).
//
// libmicrohttpd lets a connection sleep (suspend), but demands that every sleeping one
// is woken before the daemon stops, and that none is touched after it ended. This keeps
// the first promise; whoever lets a connection sleep keeps the second.

#pragma once

#include <microhttpd.h>

#include <mutex>
#include <unordered_set>

namespace curlew::http {

// Shared by a server and whatever waits for its connections; may outlive the server.
// May be called from any thread.
class SleepingConnections {
 public:
  // Only within a callback of libmicrohttpd for `connection`, which is called again
  // when it is woken. False when the server stops: nothing sleeps any more.
  bool sleep(MHD_Connection* connection);
  // Does nothing to one that does not sleep.
  void wake(MHD_Connection* connection);
  // The server stops: wakes all, and lets none sleep again.
  void close();
  bool is_closed() const;

 private:
  mutable std::mutex mutex_;
  std::unordered_set<MHD_Connection*> sleeping_;
  bool closed_ = false;
};

}  // namespace curlew::http
