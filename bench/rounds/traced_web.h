// The feeds of a recorded trace as a web on loopback, at a moment that is set by hand:
// each feed on a host of its own that takes its time to answer, with its articles.

#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/random.h"
#include "base/time.h"
#include "http/server.h"
#include "sim/replay/sample.h"
#include "sim/web/delayed_answers.h"

namespace curlew::bench {

class TracedWeb {
 public:
  // Hosts answer after `latency` in the mean: half of them within three quarters of it,
  // some only after several times as long.
  TracedWeb(const sim::Sample& sample, Milliseconds latency, std::uint64_t seed);

  void set_now(Time now) { now_ = now; }
  std::string url(std::size_t place) const;

  // The feed as it was: the newest 20 of its articles.
  std::string feed_at(std::size_t place, Time now) const;
  std::string etag_at(std::size_t place, Time now) const;

 private:
  void serve(const http::ServerRequest& request, http::Responder respond);
  http::ServerResponse answer(std::size_t place, const http::ServerRequest& request);
  std::size_t published(std::size_t place, Time now) const;

  const sim::Sample& sample_;
  std::vector<Milliseconds> latencies_;  // By place.
  std::atomic<Time> now_;
  const SystemClock clock_;
  sim::DelayedAnswers late_;
  std::unique_ptr<http::Server> server_;  // Last: it ends before what it uses.
};

}  // namespace curlew::bench
