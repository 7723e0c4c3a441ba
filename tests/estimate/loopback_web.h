// Many hosts behind one port of this machine: tells them apart by the Host header, and
// lets each answer as slowly as it is told.

#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

#include "base/random.h"
#include "base/time.h"
#include "http/server.h"
#include "latency.h"

namespace curlew::estimate {

// Answers when their time has come, to a fraction of a millisecond as far as the
// machine is free. (sim's slow lane looks at a clock that may be moved by hand, and so
// only every 10 ms.)
class LateAnswers {
 public:
  LateAnswers();
  ~LateAnswers();
  void answer_after(Seconds delay, http::ServerResponse response,
                    http::Responder responder);

 private:
  using Instant = std::chrono::steady_clock::time_point;
  struct Waiting {
    http::ServerResponse response;
    http::Responder responder;
  };
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::multimap<Instant, Waiting> waiting_;
  bool stopping_ = false;
  std::thread thread_;
};

class LoopbackWeb {
 public:
  explicit LoopbackWeb(std::uint64_t seed);

  // Before the first request to it.
  void add_host(const std::string& name, const Latency& latency,
                Milliseconds crawl_delay);
  std::string url(const std::string& host, int document) const;

 private:
  struct Host {
    Latency latency;
    Milliseconds crawl_delay{0};
    int requests = 0;
  };
  void serve(const http::ServerRequest& request, http::Responder respond);

  std::mutex mutex_;
  Random random_;
  std::unordered_map<std::string, Host> hosts_;
  LateAnswers late_;
  std::unique_ptr<http::Server> server_;  // Last: it ends before what it uses.
};

}  // namespace curlew::estimate
