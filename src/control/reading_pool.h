// Reads what the network brought on threads of its own: a page of a megabyte takes a
// second, in which no beat would be sent and no other answer taken.
//
//   pool.begin({.order = order, .memory = memory, .result = std::move(result)});
//   for (Reading& reading : pool.take_finished()) send(std::move(reading.message));
//
// Feeds come before pages that are followed, and those before the pages of articles.
// Pages leave one thread free: feeds do not wait for a hundred pages that came at once.
// Large answers come last and one at a time, as each takes several times its size. An
// answer that a process has died of is read alone, so that the next death blames nobody
// else.

#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "fetch/fetcher.h"
#include "model/visit.h"
#include "pipeline/visit.h"
#include "store/reading_mark.h"
#include "store/terminal_cache.h"

namespace curlew::control {

// One answer, and what was made of it.
struct Reading {
  model::VisitOrder order;
  // See conclude_visit().
  std::shared_ptr<const store::SourceMemory> memory;
  fetch::FetchResult result;

  std::optional<store::SourceMemory> new_memory;
  // The report, encoded.
  std::string message;
};

// For all terminals of this process together as many as there are processors, and one
// more for each, which pages leave free.
std::size_t reading_threads_for(std::size_t terminals);

struct ReadingOptions {
  // 0: begin() reads, on its caller's thread.
  std::size_t threads = 0;
  // Says what is being read. Outlives the pool; nullptr: nobody.
  store::ReadingMark* mark = nullptr;
  pipeline::VisitOptions visit;
  // Called on a thread of the pool when there is something to take.
  std::function<void()> on_finished = [] {};
};

// For one thread to call. Its end drops what waits and gives up the pages that are
// being read.
class ReadingPool {
 public:
  explicit ReadingPool(ReadingOptions options);
  ~ReadingPool();
  ReadingPool(const ReadingPool&) = delete;
  ReadingPool& operator=(const ReadingPool&) = delete;

  void begin(Reading reading);
  // In no order.
  std::vector<Reading> take_finished();

 private:
  // In the order of their turns.
  enum Line : std::size_t { kFeeds, kFollowedPages, kArticlePages, kLarge, kLines };
  struct Waiting {
    Reading reading;
    Line line = kFeeds;
    bool is_suspect = false;
  };
  static Line line_of(const Reading& reading);
  void work();
  std::optional<Waiting> next();
  // The line whose first may begin now; nullptr: none.
  std::deque<Waiting>* find_ready();
  bool may_begin(const Waiting& waiting) const;
  static ReadingOptions ended_by(const std::atomic<bool>& is_stopping,
                                 ReadingOptions options);
  void read(Reading& reading) const;

  std::atomic<bool> is_stopping_ = false;
  const ReadingOptions options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<std::deque<Waiting>, kLines> waiting_;
  // How many of each are being read.
  std::array<std::size_t, kLines> reading_{};
  bool is_reading_suspect_ = false;
  std::vector<Reading> finished_;
  std::vector<std::thread> threads_;
};

}  // namespace curlew::control
