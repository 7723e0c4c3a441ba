#include "schedule/due_queue.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "base/random.h"
#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(DueQueue, GivesSourcesInTheOrderOfTheirTimeThenOfTheirArrival) {
  DueQueue queue;
  queue.set(1, kStart + hours(2));
  queue.set(2, kStart);
  queue.set(3, kStart);
  queue.set(1, kStart);  // Moved: now last in line.
  EXPECT_EQ(queue.first_due(), kStart);
  EXPECT_FALSE(queue.pop_due(kStart - minutes(1)));
  EXPECT_EQ(queue.pop_due(kStart), 2u);
  EXPECT_EQ(queue.pop_due(kStart), 3u);
  EXPECT_EQ(queue.pop_due(kStart), 1u);
  EXPECT_FALSE(queue.pop_due(kStart));
}

TEST(DueQueue, RoundsUpSoThatNobodyIsEarly) {
  DueQueue queue;
  queue.set(0, kStart + Milliseconds(1));
  EXPECT_EQ(queue.first_due(), kStart + seconds(1));
  EXPECT_FALSE(queue.pop_due(kStart + Milliseconds(999)));
  EXPECT_TRUE(queue.pop_due(kStart + seconds(1)));
}

TEST(DueQueue, KeepsTheOrderOfThoseThatWereDueLongAgo) {
  DueQueue queue;
  for (Slot slot = 0; slot < 50; ++slot) queue.set(slot, kStart - days(slot));
  for (Slot slot = 50; slot-- > 0;) EXPECT_EQ(queue.pop_due(kStart), slot);
}

TEST(DueQueue, AVeryOldTimeDelaysNobody) {
  DueQueue queue;
  queue.set(0, Time());
  queue.set(1, kStart - hours(1));
  queue.set(2, kStart);
  for (Slot slot = 0; slot < 3; ++slot) EXPECT_EQ(queue.pop_due(kStart), slot);
}

TEST(DueQueue, ATimeThatNeverComesStaysInLine) {
  DueQueue queue;
  queue.set(0, kNever);
  EXPECT_FALSE(queue.pop_due(kStart));
  for (int year = 0; year < 20; ++year) {
    queue.set(1, kStart + days(365 * year));
    EXPECT_EQ(queue.pop_due(kStart + days(365 * year)), 1u);
  }
  EXPECT_TRUE(queue.contains(0));
}

TEST(DueQueue, WhoIsOverdueWhenHeComesIsTakenAtOnce) {
  DueQueue queue;
  queue.set(0, kStart);
  queue.set(1, kStart + hours(3));
  EXPECT_EQ(queue.pop_due(kStart + hours(1)), 0u);
  queue.set(0, kStart - hours(3));
  EXPECT_LE(*queue.first_due(), kStart + hours(1));
  EXPECT_EQ(queue.pop_due(kStart + hours(1)), 0u);
}

// Every change against a sorted map, with gaps from seconds to years, so that lists of
// seconds, of windows, and what lies behind the last window are all met.
class QueueAndOracle {
 public:
  explicit QueueAndOracle(std::uint64_t seed) : random_(seed) {}

  void change() {
    const auto slot = static_cast<Slot>(random_.below(200));
    forget(slot);
    if (random_.below(4) == 0) {
      queue_.erase(slot);
    } else {
      set(slot, now_ + gap());
    }
    if (random_.below(500) == 0) bring_forward(days(random_.below(400)));
    ASSERT_EQ(queue_.size(), oracle_.size());
    ASSERT_EQ(queue_.first_due(), first());
  }

  void pass_time() {
    now_ += seconds(gap() / seconds(100));
    while (!oracle_.empty() && oracle_.begin()->first.first <= now_) {
      const Slot slot = oracle_.begin()->second;
      ASSERT_EQ(queue_.pop_due(now_), slot) << to_iso8601(now_);
      forget(slot);
    }
    ASSERT_FALSE(queue_.pop_due(now_));
  }

 private:
  Milliseconds gap() {
    const std::uint64_t most = std::uint64_t{1} << (2 + random_.below(23));
    return seconds(random_.below(most));
  }
  std::optional<Time> first() const {
    if (oracle_.empty()) return std::nullopt;
    return oracle_.begin()->first.first;
  }
  void set(Slot slot, Time due) {
    queue_.set(slot, due);
    const std::pair key{due, order_++};
    oracle_[key] = slot;
    where_[slot] = key;
  }
  void forget(Slot slot) {
    if (const auto found = where_.find(slot); found != where_.end()) {
      oracle_.erase(found->second);
      where_.erase(found);
    }
  }
  void bring_forward(Milliseconds by) {
    queue_.bring_forward(by);
    now_ -= by;
    const auto before = std::exchange(oracle_, {});
    for (const auto& [key, slot] : before) {
      const std::pair moved{queue_.due(slot), key.second};
      oracle_[moved] = slot;
      where_[slot] = moved;
    }
  }

  Random random_;
  DueQueue queue_;
  Time now_ = kStart;
  int order_ = 0;
  std::map<std::pair<Time, int>, Slot> oracle_;
  std::map<Slot, std::pair<Time, int>> where_;
};

TEST(DueQueue, AgreesWithASortedMapUnderRandomChanges) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    QueueAndOracle both(seed);
    for (int step = 0; step < 3'000; ++step) {
      both.change();
      if (step % 3 == 0) both.pass_time();
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace curlew::schedule
