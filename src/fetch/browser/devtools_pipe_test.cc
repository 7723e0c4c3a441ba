// Against programs that pretend to be a browser.

#include "fetch/browser/devtools_pipe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "base/temporary_folder_test.h"

namespace curlew::fetch {
namespace {

using testing::HasSubstr;

// A shell script in the place of the browser.
class PretendedBrowser {
 public:
  explicit PretendedBrowser(std::string_view script) {
    std::ofstream(folder_.file("browser")) << "#!/bin/sh\n" << script << "\n";
    std::filesystem::permissions(folder_.file("browser"),
                                 std::filesystem::perms::owner_all);
  }
  std::unique_ptr<BrowserProcess> start() {
    return *BrowserProcess::start({.binary = folder_.file("browser")});
  }

 private:
  TemporaryFolder folder_;
};

Result<void> exchange_until(DevToolsPipe& pipe, const bool& done) {
  for (int i = 0; i < 500 && !done; ++i) {
    pollfd waited_for{pipe.messages(), POLLIN, 0};
    poll(&waited_for, 1, 10);
    TRY(pipe.exchange());
  }
  return {};
}

TEST(DevToolsPipe, MatchesRepliesAndHandsOverEvents) {
  PretendedBrowser browser(
      R"(printf '{"method":"A.b","params":{"x":1},"sessionId":"s"}\0' >&4
         printf '{"id":7,"result":{}}\0{"id":1,"result":{"y":' >&4
         sleep 0.05; printf '2}}\0' >&4; exec sleep 10)");
  std::string event;
  bool replied = false;
  DevToolsPipe pipe(browser.start(), {}, [&](auto session, auto method, const auto&) {
    event = std::string(session) + " " + std::string(method);
  });
  pipe.call("X.y", {}, {}, [&](const Result<boost::json::object>& result) {
    replied = true;
    EXPECT_EQ(result->at("y").as_int64(), 2);
  });
  EXPECT_TRUE(exchange_until(pipe, replied).ok());
  EXPECT_TRUE(replied);
  EXPECT_EQ(event, "s A.b");
}

TEST(DevToolsPipe, AMessageWithoutEndIsGivenUp) {
  PretendedBrowser browser("exec cat /dev/urandom | tr '\\0' x >&4");
  DevToolsPipe pipe(browser.start(), {.message = 1_MiB},
                    [](auto, auto, const auto&) {});
  bool never = false;
  const auto end = exchange_until(pipe, never);
  ASSERT_FALSE(end.ok());
  EXPECT_THAT(end.error().text, HasSubstr("more than 1048576 bytes"));
}

TEST(DevToolsPipe, TheEndOfTheBrowserIsAnError) {
  for (const char* script : {"exit 3", "printf 'no json\\0' >&4; sleep 10"}) {
    PretendedBrowser browser(script);
    DevToolsPipe pipe(browser.start(), {}, [](auto, auto, const auto&) {});
    bool never = false;
    EXPECT_FALSE(exchange_until(pipe, never).ok()) << script;
  }
}

TEST(BrowserProcess, IsKilledWithAllItsChildren) {
  TemporaryFolder folder;
  const auto file = folder.file("pid");
  PretendedBrowser browser("sleep 100 & echo $! >" + file + ".new; mv " + file +
                           ".new " + file + "; trap '' TERM HUP; wait");
  auto process = browser.start();
  while (!std::filesystem::exists(file)) usleep(1000);
  pid_t child = 0;
  std::ifstream(file) >> child;
  const pid_t pid = process->pid();
  process.reset();
  EXPECT_EQ(kill(pid, 0), -1);
  // The orphan dies in its own time, and is init's to reap.
  const auto words_of_child = [&] {
    std::ifstream command_line("/proc/" + std::to_string(child) + "/cmdline");
    std::string words;
    std::getline(command_line, words);
    return words;
  };
  for (int i = 0; i < 2000 && !words_of_child().empty(); ++i) usleep(1000);
  EXPECT_EQ(words_of_child(), "");
}

TEST(BrowserProcess, AMissingBinaryIsAClearError) {
  const auto process = BrowserProcess::start({.binary = "no-such-browser"});
  ASSERT_FALSE(process.ok());
  EXPECT_EQ(process.error().kind, ErrorKind::kNotFound);
  EXPECT_THAT(process.error().text, HasSubstr("not found: apt install chromium"));
}

}  // namespace
}  // namespace curlew::fetch
