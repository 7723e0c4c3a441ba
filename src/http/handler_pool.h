// Threads for handlers that need time, such as those that read the database: the
// server's own thread must not wait.
//
// Work comes in lanes, one for each route. Lanes take turns, and one lane never has all
// threads or the whole queue, so that one slow page, asked for by many, does not hold
// up the others.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace curlew::http {

struct HandlerPoolOptions {
  std::size_t threads = 4;
  // In all lanes together.
  std::size_t most_waiting = 256;
  // A page takes milliseconds.
  std::size_t most_waiting_in_lane = 64;
  // Fewer than `threads`.
  std::size_t most_running_of_lane = 2;
};

class HandlerPool {
 public:
  // Told on which thread it runs, from 0, so that each can have a connection of its
  // own.
  using Task = std::function<void(std::size_t thread)>;

  explicit HandlerPool(HandlerPoolOptions options = {});
  // As stop().
  ~HandlerPool();
  HandlerPool(const HandlerPool&) = delete;
  HandlerPool& operator=(const HandlerPool&) = delete;

  std::size_t threads() const { return options_.threads; }

  // Waits for the tasks under way; drops the others, and all that are added later. Not
  // from one of its threads.
  void stop();

  // From any thread. Lanes are numbered from 0. False when too many tasks wait already.
  bool add(std::size_t lane, Task task);

 private:
  struct Lane {
    std::deque<Task> waiting;
    std::size_t running = 0;
  };
  void run(std::size_t thread);
  Lane* next_lane();

  const HandlerPoolOptions options_;
  // Guards everything below.
  std::mutex mutex_;
  std::condition_variable changed_;
  // Grows; addresses stay.
  std::deque<Lane> lanes_;
  // The lane that is looked at first.
  std::size_t turn_ = 0;
  std::size_t waiting_ = 0;
  bool stopping_ = false;
  // Last: they use all of the above.
  std::vector<std::thread> threads_;
};

}  // namespace curlew::http
