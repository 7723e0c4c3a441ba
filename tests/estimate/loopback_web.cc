#include "loopback_web.h"

#include <fmt/format.h>

#include <utility>

namespace curlew::estimate {

LateAnswers::LateAnswers() : thread_([this] { run(); }) {}

LateAnswers::~LateAnswers() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void LateAnswers::answer_after(Seconds delay, http::ServerResponse response,
                               http::Responder responder) {
  using std::chrono::steady_clock;
  const Instant due =
      steady_clock::now() + std::chrono::duration_cast<steady_clock::duration>(delay);
  bool is_first = false;
  {
    const std::lock_guard lock(mutex_);
    is_first = waiting_.empty() || due < waiting_.begin()->first;
    waiting_.emplace(due, Waiting{std::move(response), std::move(responder)});
  }
  if (is_first) changed_.notify_all();
}

void LateAnswers::run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (waiting_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const Instant due = waiting_.begin()->first;
    if (due > std::chrono::steady_clock::now()) {
      changed_.wait_until(lock, due);
      continue;
    }
    Waiting answer = std::move(waiting_.extract(waiting_.begin()).mapped());
    lock.unlock();
    answer.responder(std::move(answer.response));
    lock.lock();
  }
}

LoopbackWeb::LoopbackWeb(std::uint64_t seed) : random_(seed) {
  server_ = http::start_server({}, [this](const http::ServerRequest& request,
                                          http::Responder respond) {
              serve(request, std::move(respond));
            }).value();
}

void LoopbackWeb::add_host(const std::string& name, const Latency& latency,
                           Milliseconds crawl_delay) {
  const std::lock_guard lock(mutex_);
  hosts_[name] = {latency, crawl_delay};
}

std::string LoopbackWeb::url(const std::string& host, int document) const {
  return fmt::format("http://{}:{}/{}", host, server_->port(), document);
}

void LoopbackWeb::serve(const http::ServerRequest& request, http::Responder respond) {
  const auto authority = http::find_header(request.headers, "host").value_or("");
  const std::string name(authority.substr(0, authority.find(':')));
  Seconds delay{0};
  http::ServerResponse response{.body = "a document"};
  {
    const std::lock_guard lock(mutex_);
    const auto found = hosts_.find(name);
    if (found == hosts_.end()) return respond({.status = 404});
    Host& host = found->second;
    delay = draw(host.latency, host.requests++, random_);
    if (request.path == "/robots.txt") {
      const Seconds wish = host.crawl_delay;
      response.body = fmt::format("User-agent: *\nCrawl-delay: {}\n", wish.count());
    }
  }
  late_.answer_after(delay, std::move(response), std::move(respond));
}

}  // namespace curlew::estimate
