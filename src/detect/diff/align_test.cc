#include "detect/diff/align.h"

#include <gmock/gmock.h>

#include <chrono>

#include "base/random.h"
#include "base/time_budget.h"

namespace curlew::detect {
namespace {

using Sequence = std::vector<std::uint64_t>;

// The length of the longest common subsequence, by the book.
std::size_t common_length(const Sequence& a, const Sequence& b) {
  std::vector<std::vector<std::size_t>> best(a.size() + 1,
                                             std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      best[i][j] = a[i] == b[j] ? best[i + 1][j + 1] + 1
                                : std::max(best[i + 1][j], best[i][j + 1]);
  return best[0][0];
}

Sequence random_sequence(Random& random, std::uint64_t letters) {
  Sequence sequence(random.below(30));
  for (std::uint64_t& each : sequence) each = random.below(letters);
  return sequence;
}

// What the hunks leave out is the same on both sides; returns how much that is.
std::size_t check_hunks(const Sequence& old, const Sequence& now,
                        const std::vector<Hunk>& hunks) {
  std::uint32_t i = 0;
  std::uint32_t j = 0;
  std::size_t same = 0;
  const auto check_run = [&](std::uint32_t old_end, std::uint32_t now_end) {
    EXPECT_EQ(old_end - i, now_end - j);
    for (; i < old_end; ++i, ++j, ++same) EXPECT_EQ(old[i], now[j]);
  };
  for (const Hunk& hunk : hunks) {
    EXPECT_GT(hunk.old_size() + hunk.now_size(), 0);
    check_run(hunk.old_begin, hunk.now_begin);
    i = hunk.old_end;
    j = hunk.now_end;
  }
  check_run(std::uint32_t(old.size()), std::uint32_t(now.size()));
  return same;
}

TEST(Align, LeavesOutOnlyWhatBothHaveInOrder) {
  Random random(1);
  for (int round = 0; round < 3000; ++round) {
    const Sequence old = random_sequence(random, 1 + random.below(20));
    const Sequence now = random_sequence(random, 1 + random.below(20));
    check_hunks(old, now, align(old, now));
  }
}

// Without anything that is there once, it is Myers' shortest way alone.
TEST(Align, FindsAsMuchInCommonAsThereIs) {
  Random random(2);
  for (int round = 0; round < 2000; ++round) {
    Sequence old = random_sequence(random, 3);
    Sequence now = random_sequence(random, 3);
    // Each letter twice at the least.
    for (const std::uint64_t letter : {0, 1, 2}) {
      for (int i = 0; i < 2; ++i) {
        old.push_back(letter);
        now.insert(now.begin(), letter);
      }
    }
    const std::size_t same = check_hunks(old, now, align(old, now));
    // Anchors appear inside of runs that were trimmed, so that a little may be lost.
    EXPECT_GE(same + 1, common_length(old, now) * 3 / 4);
  }
}

TEST(Align, GivesARunWithTooManyDifferencesAsAWhole) {
  const Sequence old = {1, 1, 2, 2, 3, 3, 1, 1};
  const Sequence now = {3, 3, 1, 1, 2, 2, 3, 3};
  EXPECT_THAT(align(old, now, 1), testing::ElementsAre(Hunk{0, 8, 0, 8}));
  EXPECT_GT(align(old, now, 100).size(), 1);
}

TEST(Align, TakesBoundedTimeForSequencesThatShareNothingInOrder) {
  Random random(3);
  Sequence old(200'000);
  Sequence now(200'000);
  for (std::uint64_t& each : old) each = random.below(50);
  for (std::uint64_t& each : now) each = random.below(50);
  const auto start = thread_cpu_time();
  check_hunks(old, now, align(old, now));
  EXPECT_LT(thread_cpu_time() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace curlew::detect
