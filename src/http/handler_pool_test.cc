#include "http/handler_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <set>
#include <stdexcept>
#include <vector>

namespace curlew::http {
namespace {

// Tasks that wait until the test lets them go.
class Gate {
 public:
  HandlerPool::Task task() {
    return [this](std::size_t) {
      ++running;
      opened_.wait();
    };
  }
  void open() { open_.set_value(); }
  void wait_for(int count) {
    while (running < count) std::this_thread::yield();
  }
  std::atomic<int> running = 0;

 private:
  std::promise<void> open_;
  std::shared_future<void> opened_ = open_.get_future().share();
};

TEST(HandlerPool, ASlowLaneDoesNotHoldUpTheOthers) {
  Gate gate;
  std::promise<void> other;
  HandlerPool pool({.threads = 3, .most_running_of_lane = 2});
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(pool.add(0, gate.task()));
  gate.wait_for(2);
  ASSERT_TRUE(pool.add(1, [&](std::size_t) { other.set_value(); }));
  EXPECT_EQ(other.get_future().wait_for(std::chrono::seconds(5)),
            std::future_status::ready);
  EXPECT_EQ(gate.running, 2);
  gate.open();
  gate.wait_for(10);
}

TEST(HandlerPool, LanesTakeTurns) {
  Gate gate;
  std::vector<int> order;
  std::promise<void> done;
  {
    HandlerPool pool({.threads = 1, .most_running_of_lane = 1});
    pool.add(5, gate.task());
    gate.wait_for(1);
    for (int i = 0; i < 3; ++i) {
      pool.add(0, [&](std::size_t) { order.push_back(0); });
    }
    pool.add(1, [&](std::size_t) { order.push_back(1); });
    pool.add(2, [&](std::size_t) { order.push_back(2); });
    pool.add(6, [&](std::size_t) { order.push_back(6); });
    pool.add(0, [&](std::size_t) { done.set_value(); });
    gate.open();
    done.get_future().wait();
  }
  EXPECT_EQ(order, (std::vector{6, 0, 1, 2, 0, 0}));
}

TEST(HandlerPool, RefusesWhatWouldWaitTooLong) {
  Gate gate;
  HandlerPool pool({.threads = 2,
                    .most_waiting = 4,
                    .most_waiting_in_lane = 3,
                    .most_running_of_lane = 1});
  ASSERT_TRUE(pool.add(0, gate.task()));
  gate.wait_for(1);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(pool.add(0, gate.task()));
  EXPECT_FALSE(pool.add(0, gate.task()));
  ASSERT_TRUE(pool.add(1, gate.task()));
  gate.wait_for(2);
  EXPECT_TRUE(pool.add(1, gate.task()));
  EXPECT_FALSE(pool.add(2, gate.task()));  // All together are too many.
  gate.open();
  gate.wait_for(6);
}

TEST(HandlerPool, SaysOnWhichThreadATaskRuns) {
  std::mutex mutex;
  std::set<std::size_t> threads;
  {
    HandlerPool pool({.threads = 2, .most_running_of_lane = 2});
    for (int i = 0; i < 50; ++i) {
      pool.add(0, [&](std::size_t thread) {
        const std::lock_guard lock(mutex);
        threads.insert(thread);
      });
    }
    EXPECT_EQ(pool.threads(), 2u);
  }
  for (const std::size_t thread : threads) EXPECT_LT(thread, 2u);
}

TEST(HandlerPool, ATaskThatThrowsEndsNothingElse) {
  std::promise<void> next;
  HandlerPool pool({.threads = 1, .most_running_of_lane = 1});
  pool.add(0, [](std::size_t) { throw std::runtime_error("broken"); });
  pool.add(0, [&](std::size_t) { next.set_value(); });
  EXPECT_EQ(next.get_future().wait_for(std::chrono::seconds(5)),
            std::future_status::ready);
}

TEST(HandlerPool, EndsWithoutTheTasksThatWait) {
  Gate gate;
  const auto mark = std::make_shared<int>(0);
  {
    HandlerPool pool({.threads = 1, .most_running_of_lane = 1});
    pool.add(0, gate.task());
    gate.wait_for(1);
    pool.add(0, [mark](std::size_t) { ++*mark; });
    gate.open();
  }
  EXPECT_LE(*mark, 1);
  EXPECT_EQ(mark.use_count(), 1);
}

}  // namespace
}  // namespace curlew::http
