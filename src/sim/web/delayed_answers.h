// Answers that come late: keeps them with their responders until their time has come.

#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "base/clock.h"
#include "http/server.h"

namespace curlew::sim {

class DelayedAnswers {
 public:
  // The clock must outlive the lane.
  explicit DelayedAnswers(const Clock& clock);
  // As stop().
  ~DelayedAnswers();

  // Drops what has not been answered. Once, by its owner.
  void stop();

  // From any thread. After stop() it is dropped.
  void answer_after(Milliseconds delay, http::ServerResponse response,
                    http::Responder responder);

 private:
  void run();

  struct Waiting {
    http::ServerResponse response;
    http::Responder responder;
  };
  const Clock& clock_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::multimap<SteadyTime, Waiting> waiting_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace curlew::sim
