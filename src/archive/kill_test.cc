// kill -9 at random moments on a real folder: what was committed is there.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "archive/archive.h"
#include "archive/archive_fixture.h"
#include "base/random.h"
#include "base/temporary_folder_test.h"

namespace curlew::archive {
namespace {

constexpr const char* kWatched = "https://example.org/";
constexpr int kKills = 20;

Time moment(std::int64_t number) { return kStart + std::chrono::minutes(number); }

// Commits versions for ever, and writes their number into the pipe.
[[noreturn]] void append_for_ever(const std::string& path, std::int64_t number,
                                  int acknowledged) {
  const auto disk = must(open_folder(path));
  const auto archive = must(Archive::open(*disk, {.most_captures = 20}));
  while (true) {
    must(archive->append(capture_of(kWatched, moment(number),
                                    page_number(static_cast<int>(number), 20'000))));
    must(archive->commit());
    ++number;
    if (::write(acknowledged, &number, sizeof number) < 0) ::_exit(1);
  }
}

TEST(ArchiveKill, LosesNoCommittedVersion) {
  const TemporaryFolder folder;
  Random random(3);
  std::int64_t there = 0;
  for (int kill = 0; kill < kKills; ++kill) {
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    const pid_t child = ::fork();
    if (child == 0) append_for_ever(folder.file("archive"), there, ends[1]);
    ::close(ends[1]);
    std::int64_t committed = there;
    // The time begins with the first version, so that there is one.
    if (::read(ends[0], &committed, sizeof committed) < 0) committed = there;
    std::this_thread::sleep_for(std::chrono::microseconds(random.below(20'000)));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    while (::read(ends[0], &committed, sizeof committed) == sizeof committed) {
    }
    ::close(ends[0]);

    const auto disk = must(open_folder(folder.file("archive")));
    const auto archive = must(Archive::open(*disk, {}));
    const auto versions = must(archive->versions(kWatched));
    // One more: it was killed between commit and acknowledgement.
    ASSERT_GE(static_cast<std::int64_t>(versions.size()), committed);
    ASSERT_LE(static_cast<std::int64_t>(versions.size()), committed + 1);
    there = static_cast<std::int64_t>(versions.size());
    const auto& last = versions.back();
    ASSERT_EQ(must(archive->read(last.location)).body,
              page_number(static_cast<int>(there) - 1, 20'000));
  }
  EXPECT_GT(there, kKills);
}

}  // namespace
}  // namespace curlew::archive
