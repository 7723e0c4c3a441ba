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
//
// What is kept in the archive is committed for all readings of a few milliseconds
// together, on a thread of its own, before they are finished.

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
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/memory_budget.h"
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
  pipeline::ContextAnswers contexts;
  // By which contexts are asked for.
  std::string proxy;

  // To be got, and the result to be read again with them; empty: it is read.
  std::vector<std::string> needed_contexts;
  std::optional<store::SourceMemory> new_memory;
  // The report, encoded, and the memory that it takes until it is sent.
  std::string message;
  std::shared_ptr<const MemoryBudget::Share> room;
  // See VisitEnd. Where something was kept, the report of the same visit without it.
  std::optional<std::uint64_t> kept_in;
  model::VisitReport without_it;
};

// For all terminals of this process together as many as there are processors, and one
// more for each, which pages leave free.
std::size_t reading_threads_for(std::size_t terminals);

struct ReadingOptions {
  // 0: begin() reads, on its caller's thread.
  std::size_t threads = 0;
  // Counts reports that were not taken yet. Outlives the pool; nullptr: nobody counts.
  MemoryBudget* memory = nullptr;
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
  void commit_readings();
  // Those that cannot be committed fail.
  void commit(std::span<Reading> readings) const;
  bool is_anything_read() const;
  // Of readings that can be taken now. The lock is held before and after.
  void finish(std::span<Reading> readings, std::unique_lock<std::mutex>& lock);

  std::atomic<bool> is_stopping_ = false;
  const ReadingOptions options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<std::deque<Waiting>, kLines> waiting_;
  // How many of each are being read.
  std::array<std::size_t, kLines> reading_{};
  bool is_reading_suspect_ = false;
  std::vector<Reading> finished_;
  // They have kept something; somebody waits for `has_kept_` to commit it.
  std::vector<Reading> uncommitted_;
  std::condition_variable has_kept_;
  std::vector<std::thread> threads_;
};

}  // namespace curlew::control
