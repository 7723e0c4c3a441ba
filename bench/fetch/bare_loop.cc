#include <curl/curl.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "fetch/load.h"

namespace curlew::bench {
namespace {

using SteadyClock = std::chrono::steady_clock;

struct Slot {
  CURL* easy = nullptr;
  std::string body;
};

std::size_t append(char* bytes, std::size_t, std::size_t size, void* slot) {
  static_cast<Slot*>(slot)->body.append(bytes, size);
  return size;
}

CURL* make_easy(Slot& slot, const Load& load) {
  CURL* easy = curl_easy_init();
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, long(CURL_HTTP_VERSION_2TLS));
  curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
  curl_easy_setopt(easy, CURLOPT_USERAGENT, "bare/1");
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, 10'000L);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, 60'000L);
  curl_easy_setopt(easy, CURLOPT_DNS_CACHE_TIMEOUT, 0L);
  curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, load.keep_connections ? 0L : 1L);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &append);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, &slot);
  curl_easy_setopt(easy, CURLOPT_PRIVATE, &slot);
  return easy;
}

// The requests, handed to `concurrency` handles that are used again and again.
class Requests {
 public:
  Requests(const Load& load, CURLM* multi)
      : load_(load), multi_(multi), slots_(load.concurrency) {
    curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, long(load.concurrency + 50));
    for (auto& slot : slots_) {
      slot.easy = make_easy(slot, load_);
      start_next(slot);
    }
  }
  ~Requests() {
    for (auto& slot : slots_) curl_easy_cleanup(slot.easy);
  }

  bool are_done() const { return outcome_.good + outcome_.bad == load_.requests; }
  const Outcome& outcome() const { return outcome_; }

  void collect() {
    int left = 0;
    while (const auto* message = curl_multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      Slot* slot = nullptr;
      long status = 0;
      const bool ok = message->data.result == CURLE_OK;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &slot);
      curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
      ++(ok && status == 200 && !slot->body.empty() ? outcome_.good : outcome_.bad);
      outcome_.body_bytes += slot->body.size();
      curl_multi_remove_handle(multi_, slot->easy);
      start_next(*slot);
    }
  }

 private:
  void start_next(Slot& slot) {
    if (started_ == load_.requests) return;
    slot.body.clear();
    curl_easy_setopt(slot.easy, CURLOPT_URL, url_of(load_, started_++).c_str());
    curl_multi_add_handle(multi_, slot.easy);
  }

  const Load& load_;
  CURLM* multi_;
  std::vector<Slot> slots_;
  std::size_t started_ = 0;
  Outcome outcome_;
};

struct EpollLoop {
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  CURLM* multi = curl_multi_init();
  long timeout_ms = -1;
  SteadyClock::time_point timer_set;

  static int on_socket(CURL*, curl_socket_t socket, int what, void* self, void* known) {
    auto& loop = *static_cast<EpollLoop*>(self);
    if (what == CURL_POLL_REMOVE) {
      return epoll_ctl(loop.epoll, EPOLL_CTL_DEL, socket, nullptr) * 0;
    }
    epoll_event event{};
    if (what & CURL_POLL_IN) event.events |= EPOLLIN;
    if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
    event.data.fd = socket;
    epoll_ctl(loop.epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event);
    if (!known) curl_multi_assign(loop.multi, socket, &loop);
    return 0;
  }

  static int on_timer(CURLM*, long timeout_ms, void* self) {
    auto& loop = *static_cast<EpollLoop*>(self);
    loop.timeout_ms = timeout_ms;
    loop.timer_set = SteadyClock::now();
    return 0;
  }

  EpollLoop() {
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, &on_socket);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, this);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, &on_timer);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, this);
  }
  ~EpollLoop() {
    curl_multi_cleanup(multi);
    close(epoll);
  }

  // Milliseconds left on libcurl's timer; -1 for none.
  long left() const {
    if (timeout_ms < 0) return -1;
    const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(
        SteadyClock::now() - timer_set);
    return std::max(0L, timeout_ms - passed.count());
  }

  void run_once() {
    std::array<epoll_event, 256> events;
    int running = 0;
    const int count = epoll_wait(epoll, events.data(), int(events.size()), int(left()));
    for (int i = 0; i < count; ++i) {
      const auto& event = events[std::size_t(i)];
      int selected = 0;
      if (event.events & (EPOLLIN | EPOLLHUP)) selected |= CURL_CSELECT_IN;
      if (event.events & EPOLLOUT) selected |= CURL_CSELECT_OUT;
      if (event.events & EPOLLERR) selected |= CURL_CSELECT_ERR;
      curl_multi_socket_action(multi, event.data.fd, selected, &running);
    }
    if (left() == 0) {
      timeout_ms = -1;
      curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
    }
  }
};

}  // namespace

Outcome run_bare_epoll(const Load& load) {
  EpollLoop loop;
  Requests requests(load, loop.multi);
  while (!requests.are_done()) {
    loop.run_once();
    requests.collect();
  }
  return requests.outcome();
}

Outcome run_bare_poll(const Load& load) {
  const std::unique_ptr<CURLM, CURLMcode (*)(CURLM*)> multi(curl_multi_init(),
                                                            &curl_multi_cleanup);
  Requests requests(load, multi.get());
  while (!requests.are_done()) {
    int running = 0;
    curl_multi_perform(multi.get(), &running);
    requests.collect();
    if (!requests.are_done()) curl_multi_poll(multi.get(), nullptr, 0, 1000, nullptr);
  }
  return requests.outcome();
}

}  // namespace curlew::bench
