// The sockets that a loop waits for, in the kernel's epoll set, with as few system
// calls as possible: a socket that is not waited for stays in the set until it reports
// something or is closed (the kernel then drops it), because libcurl unwants a kept
// connection between two requests and wants it back at once.

#pragma once

#include <sys/epoll.h>

#include <cstdint>
#include <span>
#include <vector>

#include "base/time.h"

namespace curlew::http {

class PollSet {
 public:
  PollSet();
  ~PollSet();
  PollSet(const PollSet&) = delete;
  PollSet& operator=(const PollSet&) = delete;

  // Must be told of each new socket: its number may have been another's before.
  void introduce(int socket);

  // `events` of epoll; 0 to wait for nothing.
  void want(int socket, std::uint32_t events);

  // The wanted events that happened; valid until the next call.
  std::span<const epoll_event> wait(Milliseconds max_wait);

 private:
  struct Entry {
    std::uint32_t wanted = 0;
    // As the kernel knows it; 0 for not at all.
    std::uint32_t registered = 0;
  };
  Entry& entry(int socket);
  void change(int operation, int socket, std::uint32_t events);

  int epoll_ = -1;
  // By socket.
  std::vector<Entry> entries_;
  std::vector<epoll_event> events_;
};

}  // namespace curlew::http
