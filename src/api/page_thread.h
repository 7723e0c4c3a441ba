// A thread that makes pages, one after the other, so that the server's own is free for
// whoever only asks whether we are well.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace curlew::api {

class PageThread {
 public:
  using Task = std::function<void()>;

  explicit PageThread(std::size_t most_waiting);
  ~PageThread();  // Waits for the task under way; drops the others.
  PageThread(const PageThread&) = delete;
  PageThread& operator=(const PageThread&) = delete;

  // From any thread. False when as many tasks wait already as may.
  bool add(Task task);

 private:
  void run();

  const std::size_t most_waiting_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> waiting_;
  bool stopping_ = false;
  std::thread thread_;  // Last: it uses all of the above.
};

}  // namespace curlew::api
