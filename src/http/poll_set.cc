#include "http/poll_set.h"

#include <unistd.h>

#include <cerrno>

#include "base/check.h"

namespace curlew::http {
namespace {

constexpr std::size_t kEventsAtOnce = 256;

}  // namespace

PollSet::PollSet() : epoll_(epoll_create1(EPOLL_CLOEXEC)), events_(kEventsAtOnce) {
  CHECK(epoll_ >= 0);
}

PollSet::~PollSet() { close(epoll_); }

PollSet::Entry& PollSet::entry(int socket) {
  const auto index = std::size_t(socket);
  if (index >= entries_.size()) entries_.resize(index + 64);
  return entries_[index];
}

void PollSet::change(int operation, int socket, std::uint32_t events) {
  epoll_event event{.events = events, .data = {.fd = socket}};
  // The kernel refuses only for want of memory; that transfer then times out.
  const bool done = epoll_ctl(epoll_, operation, socket, &event) == 0;
  entry(socket).registered = done && operation != EPOLL_CTL_DEL ? events : 0;
}

void PollSet::introduce(int socket) { entry(socket) = {}; }

void PollSet::want(int socket, std::uint32_t events) {
  auto& known = entry(socket);
  known.wanted = events;
  if (events == 0 || events == known.registered) return;
  change(known.registered == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, events);
}

std::span<const epoll_event> PollSet::wait(Milliseconds max_wait) {
  const int count =
      epoll_wait(epoll_, events_.data(), int(events_.size()), int(max_wait.count()));
  CHECK(count >= 0 || errno == EINTR);
  std::size_t wanted = 0;
  for (int i = 0; i < count; ++i) {
    const auto& event = events_[std::size_t(i)];
    if (entry(event.data.fd).wanted != 0) {
      events_[wanted++] = event;
    } else {
      change(EPOLL_CTL_DEL, event.data.fd, 0);
    }
  }
  return {events_.data(), wanted};
}

}  // namespace curlew::http
