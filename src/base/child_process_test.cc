#include "base/child_process.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/temporary_folder_test.h"

namespace curlew {
namespace {

using testing::HasSubstr;

ChildOptions of_words(std::vector<std::string> words, ChildRights rights) {
  ChildOptions options;
  options.words = std::move(words);
  options.rights = rights;
  return options;
}

TEST(ChildProcess, ReadsItsInputAndPrints) {
  const SystemClock clock;
  const auto end =
      run_child(of_words({"/bin/cat"}, ChildRights::kReads), "hello", clock);
  ASSERT_TRUE(end.ok()) << end.error().text;
  EXPECT_TRUE(end->is_well());
  EXPECT_EQ(end->output, "hello");
}

TEST(ChildProcess, NoShellReadsItsArguments) {
  const SystemClock clock;
  const auto end =
      run_child(of_words({"/bin/echo", "$(id); `ls` *"}, ChildRights::kAll), "", clock);
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->output, "$(id); `ls` *\n");
}

TEST(ChildProcess, TellsHowItEnded) {
  const SystemClock clock;
  const auto failed =
      run_child(of_words({"/bin/sh", "-c", "echo why >&2; exit 3"}, ChildRights::kAll),
                "", clock);
  ASSERT_TRUE(failed.ok());
  EXPECT_EQ(failed->code, 3);
  EXPECT_EQ(failed->output, "why\n");
  const auto killed = run_child(
      of_words({"/bin/sh", "-c", "kill -9 $$"}, ChildRights::kAll), "", clock);
  ASSERT_TRUE(killed.ok());
  EXPECT_EQ(killed->signal, 9);
  const auto missing =
      run_child(of_words({"/nowhere/program"}, ChildRights::kAll), "", clock);
  ASSERT_TRUE(missing.ok());
  EXPECT_EQ(missing->code, 127);
}

TEST(ChildProcess, IsKilledWhenItTakesTooLong) {
  const SystemClock clock;
  auto options = of_words({"/bin/sleep", "60"}, ChildRights::kAll);
  options.time = Milliseconds(200);
  const SteadyTime began = clock.steady();
  const auto end = run_child(options, "", clock);
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().kind, ErrorKind::kLimit);
  EXPECT_LT(clock.steady() - began, Milliseconds(20'000));
}

TEST(ChildProcess, IsKilledWhenItsUserStops) {
  const SystemClock clock;
  const std::atomic<bool> stopping = true;
  auto options = of_words({"/bin/sleep", "60"}, ChildRights::kAll);
  options.stopping = &stopping;
  const auto end = run_child(options, "", clock);
  ASSERT_FALSE(end.ok());
  EXPECT_THAT(end.error().text, HasSubstr("was stopped"));
}

TEST(ChildProcess, IsNotWaitedForWhereItLeavesAnotherBehind) {
  const SystemClock clock;
  const SteadyTime began = clock.steady();
  const auto end =
      run_child(of_words({"/bin/sh", "-c", "sleep 60 & echo done"}, ChildRights::kAll),
                "", clock);
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->output, "done\n");
  EXPECT_LT(clock.steady() - began, Milliseconds(8'000));
}

// A process that ends is its parent's until it is reaped: whoever holds its number
// meanwhile holds nobody else's.
TEST(ChildProcess, TakesWhatItLeftBehindAlongBeforeItIsReaped) {
  const SystemClock clock;
  const auto end = run_child(
      of_words({"/bin/sh", "-c", "sleep 60 >/dev/null & echo $!"}, ChildRights::kAll),
      "", clock);
  ASSERT_TRUE(end.ok());
  const pid_t left = pid_t(std::stoi(end->output));
  // It is init's to reap.
  const auto is_running = [&] {
    std::ifstream state(fmt::format("/proc/{}/stat", left));
    std::string number, name, letter;
    state >> number >> name >> letter;
    return !letter.empty() && letter != "Z";
  };
  for (int i = 0; i < 500 && is_running(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_FALSE(is_running());
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child was not reaped";
}

TEST(ChildProcess, ThatOnlyReadsWritesNoFile) {
  const SystemClock clock;
  const TemporaryFolder folder;
  const std::string file = folder.file("written");
  const std::string script = "echo text > " + file;
  for (const auto rights : {ChildRights::kReads, ChildRights::kAll}) {
    (void)run_child(of_words({"/bin/sh", "-c", script}, rights), "", clock);
    const bool is_there =
        std::filesystem::exists(file) && std::filesystem::file_size(file) > 0;
    EXPECT_EQ(is_there, rights == ChildRights::kAll);
  }
}

TEST(ChildProcess, ThatPrintsTooMuchIsCut) {
  const SystemClock clock;
  auto options = of_words({"/usr/bin/yes"}, ChildRights::kReads);
  options.output = 1000;
  const auto end = run_child(options, "", clock);
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->output.size(), 1000u);
}

}  // namespace
}  // namespace curlew
