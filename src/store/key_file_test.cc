#include "store/key_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>
#include <vector>

#include "base/temporary_folder_test.h"

namespace curlew::store {
namespace {

namespace fs = std::filesystem;

class KeyFileTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
  const std::string path_ = folder_.file("curlew.key");
};

TEST_F(KeyFileTest, IsMadeOnceForItsOwnerAlone) {
  EXPECT_EQ(read_key(path_).error().kind, ErrorKind::kNotFound);
  const auto key = read_or_make_key(path_);
  ASSERT_TRUE(key.ok()) << key.error().text;
  struct stat facts {};
  ASSERT_EQ(::stat(path_.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 07777, 0600u);
  EXPECT_EQ(read_or_make_key(path_)->id(), key->id());
  EXPECT_EQ(read_key(path_)->id(), key->id());
  // Nothing is left of how it was made.
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), {}), 1);
}

TEST_F(KeyFileTest, ProgramsThatStartAtOnceGetTheSameKey) {
  for (int round = 0; round < 20; ++round) {
    fs::remove(path_);
    std::vector<std::string> ids(8);
    std::vector<std::thread> programs;
    for (std::string& id : ids) {
      programs.emplace_back([&] { id = read_or_make_key(path_)->id(); });
    }
    for (std::thread& program : programs) program.join();
    EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), 1u);
  }
}

TEST_F(KeyFileTest, ProgramThatIsKilledLeavesAWholeKeyOrNone) {
  for (int round = 0; round < 60; ++round) {
    fs::remove(path_);
    const pid_t child = ::fork();
    if (child == 0) {
      (void)read_or_make_key(path_).ok();
      ::_exit(0);
    }
    ::usleep(static_cast<useconds_t>(round * 20));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const auto key = read_key(path_);
    EXPECT_TRUE(key.ok() || key.error().kind == ErrorKind::kNotFound)
        << key.error().text;
    EXPECT_TRUE(read_or_make_key(path_).ok());
  }
}

TEST_F(KeyFileTest, OneThatOthersMayReadIsRefusedAndSaysWhatToDo) {
  ASSERT_TRUE(read_or_make_key(path_).ok());
  for (const mode_t mode : {0640, 0604, 0666, 0620}) {
    ASSERT_EQ(::chmod(path_.c_str(), mode), 0);
    const auto key = read_or_make_key(path_);
    ASSERT_FALSE(key.ok());
    EXPECT_NE(key.error().text.find("chmod 600 " + path_), std::string::npos)
        << key.error().text;
  }
  ASSERT_EQ(::chmod(path_.c_str(), 0400), 0);
  EXPECT_TRUE(read_key(path_).ok());
}

TEST_F(KeyFileTest, WhatIsNotAKeyIsAnErrorAndStaysAsItIs) {
  for (const char* content : {"", "curlew-key-1:", "something else\n"}) {
    std::ofstream(path_) << content;
    ASSERT_EQ(::chmod(path_.c_str(), 0600), 0);
    const auto key = read_or_make_key(path_);
    ASSERT_FALSE(key.ok());
    EXPECT_EQ(key.error().text, path_ + ": is not a key of Curlew");
  }
  fs::remove(path_);
  fs::create_directory(path_);
  EXPECT_FALSE(read_or_make_key(path_).ok());
  // Where none can be made, it is not merely missing.
  EXPECT_EQ(read_or_make_key(folder_.file("missing/curlew.key")).error().kind,
            ErrorKind::kFailed);
}

}  // namespace
}  // namespace curlew::store
