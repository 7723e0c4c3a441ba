// libcurl's multi interface driven by epoll: any number of transfers on one thread, at
// a cost that grows with those that have something to say and not with those that wait.
// (curl_multi_poll passes every socket to the kernel each time: with 1,000 transfers of
// which most are slow it spends 1.5 times the processor time.)
//
// One thread, except wake().

#pragma once

#include <curl/curl.h>

#include <memory>
#include <optional>

#include "base/clock.h"
#include "http/poll_set.h"

namespace curlew::http {

class MultiLoop {
 public:
  // `max_connections`, in use or kept for another request, all hosts together: beyond
  // it a connection is closed instead of kept.
  explicit MultiLoop(std::size_t max_connections);
  ~MultiLoop();
  MultiLoop(const MultiLoop&) = delete;
  MultiLoop& operator=(const MultiLoop&) = delete;

  void add(CURL* easy);
  void remove(CURL* easy);

  // Waits until something happens, at most `max_wait`, and moves transfers on.
  void run(Milliseconds max_wait);

  struct Ended {
    CURL* easy;
    CURLcode code;
  };
  std::optional<Ended> take_ended();

  // From any thread: ends a run() in progress, or the next one.
  void wake();

 private:
  static int on_new_socket(void* self, curl_socket_t socket, curlsocktype purpose);
  static int on_socket(CURL* easy, curl_socket_t socket, int what, void* self, void*);
  static int on_timer(CURLM* multi, long timeout_ms, void* self);

  Milliseconds until_timer(Milliseconds max_wait) const;
  void act(curl_socket_t socket, int events);

  // Sockets know no other.
  SystemClock real_time_;
  PollSet sockets_;
  int wake_event_ = -1;
  CURLM* multi_ = nullptr;
  std::optional<SteadyTime> timer_;
};

}  // namespace curlew::http
