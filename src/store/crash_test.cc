// kill -9 at random moments: what was acknowledged is there, nothing is there by half.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "base/random.h"
#include "store/store_fixture.h"

namespace curlew::store {
namespace {

constexpr int kArticlesABatch = 10;
constexpr int kKills = 30;

// Writes batches for ever, and their numbers into the pipe once they are committed.
[[noreturn]] void write_for_ever(const std::string& path, model::SourceId source,
                                 std::int64_t batch_number, int acknowledged) {
  const auto store = must(open_at(path));
  const model::Entry entry = entry_titled(std::string(100, 'x'));
  while (true) {
    ++batch_number;
    auto batch = must(store->begin());
    must(record(*store, report_of(source, batch_number), kArticlesABatch));
    for (int i = 0; i < kArticlesABatch; ++i) {
      const auto key = static_cast<std::uint64_t>(batch_number * kArticlesABatch + i);
      must(add_one(*store, article_of(source, key, entry, true)));
    }
    must(store->schedule().save(
        {.source = source, .next_due = from_unix_ms(batch_number)}));
    must(batch.commit());
    if (::write(acknowledged, &batch_number, sizeof batch_number) < 0) ::_exit(1);
  }
}

class Crash : public StoreTest {
 protected:
  // Runs the writer for `time`, kills it; the last batch it acknowledged, or `last`.
  // The time of the first writer begins with its first batch, so that there is one.
  std::int64_t write_and_kill(std::int64_t last, std::chrono::microseconds time) {
    int ends[2];
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    const pid_t child = ::fork();
    if (child == 0) write_for_ever(path_, source_, last, ends[1]);
    ::close(ends[1]);
    std::int64_t number = 0;
    if (last == 0 && ::read(ends[0], &number, sizeof number) > 0) last = number;
    std::this_thread::sleep_for(time);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    while (::read(ends[0], &number, sizeof number) == sizeof number) last = number;
    ::close(ends[0]);
    return last;
  }

  const model::SourceId source_ = add("https://example.org/");
};

TEST_F(Crash, LosesNoAcknowledgedBatchAndKeepsNoHalfOne) {
  store_.reset();
  Random random(11);
  std::int64_t committed = 0;
  for (int kill = 0; kill < kKills; ++kill) {
    const auto time = std::chrono::microseconds(random.below(15'000));
    const std::int64_t acknowledged = write_and_kill(committed, time);
    const auto store = open();
    must(store->begin());  // A server may be committing for the killed one still.
    must(store->verify());
    committed = to_unix_ms(must(store->sources().find(source_))->schedule.next_due);
    if (committed == to_unix_ms(kNow)) committed = 0;  // As it was added.
    // One more than acknowledged: it was killed between commit and acknowledgement.
    ASSERT_GE(committed, acknowledged);
    ASSERT_LE(committed, acknowledged + 1);
    const auto status = must(count_status(*store, kNow, kLateAfter));
    ASSERT_EQ(status.articles, committed * kArticlesABatch);
    ASSERT_EQ(status.pages_wanted, committed * kArticlesABatch);
    ASSERT_EQ(status.visits_last_hour, committed);
    const auto rows = must(store->articles().newest_of(source_, 1'000'000));
    ASSERT_EQ(static_cast<std::int64_t>(rows.size()), committed * kArticlesABatch);
  }
  EXPECT_GT(committed, 0);
}

}  // namespace
}  // namespace curlew::store
