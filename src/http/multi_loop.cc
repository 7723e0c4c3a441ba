#include "http/multi_loop.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/check.h"

namespace curlew::http {
namespace {

std::uint32_t to_epoll(int what) {
  std::uint32_t events = 0;
  if (what == CURL_POLL_IN || what == CURL_POLL_INOUT) events |= EPOLLIN;
  if (what == CURL_POLL_OUT || what == CURL_POLL_INOUT) events |= EPOLLOUT;
  return events;
}

int to_curl(std::uint32_t events) {
  int selected = 0;
  if (events & (EPOLLIN | EPOLLHUP)) selected |= CURL_CSELECT_IN;
  if (events & EPOLLOUT) selected |= CURL_CSELECT_OUT;
  if (events & EPOLLERR) selected |= CURL_CSELECT_ERR;
  return selected;
}

}  // namespace

MultiLoop::MultiLoop(std::size_t max_connections)
    : wake_event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), multi_(curl_multi_init()) {
  CHECK(wake_event_ >= 0 && multi_ != nullptr);
  sockets_.introduce(wake_event_);
  sockets_.want(wake_event_, EPOLLIN);
  curl_multi_setopt(multi_, CURLMOPT_SOCKETFUNCTION, &on_socket);
  curl_multi_setopt(multi_, CURLMOPT_SOCKETDATA, this);
  curl_multi_setopt(multi_, CURLMOPT_TIMERFUNCTION, &on_timer);
  curl_multi_setopt(multi_, CURLMOPT_TIMERDATA, this);
  curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, long(max_connections));
}

MultiLoop::~MultiLoop() {
  curl_multi_cleanup(multi_);
  close(wake_event_);
}

void MultiLoop::add(CURL* easy) {
  curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, &on_new_socket);
  curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, this);
  CHECK(curl_multi_add_handle(multi_, easy) == CURLM_OK);
}

void MultiLoop::remove(CURL* easy) { curl_multi_remove_handle(multi_, easy); }

int MultiLoop::on_new_socket(void* self, curl_socket_t socket, curlsocktype) {
  static_cast<MultiLoop*>(self)->sockets_.introduce(socket);
  return CURL_SOCKOPT_OK;
}

int MultiLoop::on_socket(CURL*, curl_socket_t socket, int what, void* self, void*) {
  static_cast<MultiLoop*>(self)->sockets_.want(socket, to_epoll(what));
  return 0;
}

int MultiLoop::on_timer(CURLM*, long timeout_ms, void* self) {
  auto& loop = *static_cast<MultiLoop*>(self);
  loop.timer_.reset();
  if (timeout_ms >= 0) {
    loop.timer_ = loop.real_time_.steady() + Milliseconds(timeout_ms);
  }
  return 0;
}

Milliseconds MultiLoop::until_timer(Milliseconds max_wait) const {
  if (!timer_) return max_wait;
  return std::clamp(*timer_ - real_time_.steady(), Milliseconds(0), max_wait);
}

void MultiLoop::act(curl_socket_t socket, int events) {
  int running = 0;
  curl_multi_socket_action(multi_, socket, events, &running);
}

void MultiLoop::run(Milliseconds max_wait) {
  for (const auto& event : sockets_.wait(until_timer(max_wait))) {
    if (event.data.fd == wake_event_) {
      std::uint64_t wakes = 0;
      CHECK(read(wake_event_, &wakes, sizeof wakes) == sizeof wakes || errno == EAGAIN);
    } else {
      act(event.data.fd, to_curl(event.events));
    }
  }
  if (timer_ && *timer_ <= real_time_.steady()) {
    timer_.reset();
    act(CURL_SOCKET_TIMEOUT, 0);
  }
}

std::optional<MultiLoop::Ended> MultiLoop::take_ended() {
  int left = 0;
  while (const auto* message = curl_multi_info_read(multi_, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    return Ended{message->easy_handle, message->data.result};
  }
  return std::nullopt;
}

void MultiLoop::wake() {
  const std::uint64_t one = 1;
  CHECK(write(wake_event_, &one, sizeof one) == sizeof one || errno == EAGAIN);
}

}  // namespace curlew::http
