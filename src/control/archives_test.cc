#include "control/archives.h"

#include <gmock/gmock.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/content_of_test.h"
#include "base/temporary_folder_test.h"
#include "control/archive_folders.h"

namespace curlew::control {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

constexpr Time kStart = from_unix_seconds(1'794'000'000);
const std::vector<std::string> kThree = {"t1", "t2", "t3"};
const std::vector<std::string> kTwo = {"t1", "t2"};

std::string body_of(int number) { return std::string(2'000, char('a' + number)); }

class ArchivesTest : public testing::Test {
 protected:
  // As a process that starts.
  void start(const std::vector<std::string>& terminals, std::size_t copies) {
    archives_ = std::make_unique<Archives>(root_);
    const auto opened = archives_->open_to_write(terminals, copies);
    ASSERT_TRUE(opened.ok()) << opened.error().text;
  }
  void keep(const std::string& terminal) {
    const int number = int(places_.size());
    const auto place =
        archives_->shelf_of(terminal).keep({.url = "https://example.org/",
                                            .time = kStart + std::chrono::hours(number),
                                            .status_line = "HTTP/1.1 200 OK",
                                            .headers = {{"Content-Type", "text/plain"}},
                                            .body = body_of(number)});
    ASSERT_TRUE(place.ok()) << place.error().text;
    places_.push_back(place->place);
  }
  void expect_all_readable(Archives& archives) {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const auto content = archives.read(places_[i]);
      ASSERT_TRUE(content.ok()) << i << ": " << content.error().text;
      EXPECT_EQ(content->body, body_of(int(i)));
    }
  }
  // By the program that writes, and by another one.
  void expect_all_readable() {
    if (archives_) expect_all_readable(*archives_);
    Archives others(root_);
    expect_all_readable(others);
  }
  // Below the folder of all archives.
  std::vector<std::string> homes(const std::string& terminal) {
    std::vector<std::string> names;
    for (const fs::path path : *archive_homes(root_, terminal)) {
      names.push_back(path.lexically_relative(root_));
    }
    return names;
  }
  fs::path warc_file_in(const std::string& home) {
    for (const auto& each : fs::directory_iterator(root_ + "/" + home)) {
      if (each.path().string().ends_with(".warc.gz")) return each.path();
    }
    ADD_FAILURE() << "no WARC file in " << home;
    return {};
  }
  void expect_equal_homes(const std::string& terminal) {
    const auto both = homes(terminal);
    ASSERT_EQ(both.size(), 2u);
    EXPECT_EQ(content_of(warc_file_in(both[0])), content_of(warc_file_in(both[1])));
  }

  const TemporaryFolder folder_;
  const std::string root_ = folder_.file("archive");
  std::unique_ptr<Archives> archives_;
  std::vector<model::KeptAt> places_;
};

TEST_F(ArchivesTest, WithTwoCopiesEachIsAtTheNextTerminalToo) {
  start(kThree, 2);
  keep("t1");
  keep("t3");
  EXPECT_THAT(homes("t1"), ElementsAre("t1", "t2/copies/t1"));
  EXPECT_THAT(homes("t3"), ElementsAre("t3", "t1/copies/t3"));
  expect_equal_homes("t1");
  expect_equal_homes("t3");
}

TEST_F(ArchivesTest, ADeletedFolderLosesNothingAndComesBackAtTheNextStart) {
  for (const std::string gone : {"t1", "t2"}) {
    start(kTwo, 2);
    keep("t1");
    keep("t2");
    archives_.reset();
    fs::remove_all(root_ + "/" + gone);
    expect_all_readable();
    start(kTwo, 2);
    expect_equal_homes("t1");
    expect_equal_homes("t2");
    expect_all_readable();
  }
}

TEST_F(ArchivesTest, AFolderThatIsDeletedWhileItIsWrittenIsMadeAgain) {
  for (const std::string gone : {"t1", "t2"}) {
    start(kTwo, 2);
    keep("t1");
    fs::remove_all(root_ + "/" + gone);
    expect_all_readable();
    keep("t1");
    keep("t1");
    expect_equal_homes("t1");
    expect_all_readable();
    archives_.reset();
    fs::remove_all(root_ + "/" + (gone == "t1" ? "t2" : "t1"));
    expect_all_readable();
  }
}

TEST_F(ArchivesTest, AFolderThatAnotherTerminalMakesAgainForItsCopyIsMissedAllTheSame) {
  start(kTwo, 2);
  keep("t1");
  fs::remove_all(root_ + "/t1");
  keep("t2");  // Its copy lies in t1/copies.
  ASSERT_TRUE(fs::is_directory(root_ + "/t1"));
  keep("t1");
  EXPECT_TRUE(archives_->shelf_of("t1").commit().ok());
  expect_equal_homes("t1");
  expect_equal_homes("t2");
  expect_all_readable();
}

TEST_F(ArchivesTest, AFileThatIsDeletedWhileItIsWrittenIsNoticed) {
  start({"t1"}, 1);
  keep("t1");
  pipeline::VersionShelf& shelf = archives_->shelf_of("t1");
  ASSERT_TRUE(shelf.commit().ok());
  for (const auto& entry : std::filesystem::directory_iterator(root_ + "/t1")) {
    if (entry.path().extension() == ".gz") std::filesystem::remove(entry.path());
  }
  places_.clear();
  keep("t1");
  EXPECT_FALSE(shelf.commit().ok()) << "nobody will find it";
  places_.clear();
  keep("t1");
  EXPECT_TRUE(shelf.commit().ok());
  expect_all_readable();
}

TEST_F(ArchivesTest, WhatIsDamagedInOneIsReadFromTheOther) {
  start(kTwo, 2);
  keep("t1");
  archives_.reset();
  const fs::path file = warc_file_in("t1");
  std::string bytes = content_of(file);
  bytes[places_[0].offset + places_[0].length / 2] ^= 1;
  std::ofstream(file, std::ios::binary) << bytes;
  expect_all_readable();
}

TEST_F(ArchivesTest, OfATerminalThatIsNoMoreAreTakenOver) {
  start(kThree, 2);
  for (const auto& terminal : kThree) keep(terminal);
  start(kTwo, 2);
  EXPECT_FALSE(fs::exists(root_ + "/t3"));
  EXPECT_EQ(homes("t3").size(), 2u);
  EXPECT_THAT(homes("t2"), ElementsAre("t2", "t1/copies/t2"));
  for (const auto& terminal : kThree) expect_equal_homes(terminal);
  expect_all_readable();
  // And given back.
  start(kThree, 2);
  EXPECT_THAT(homes("t3"), ElementsAre("t3", "t1/copies/t3"));
  keep("t3");
  expect_all_readable();
}

TEST_F(ArchivesTest, OneCopyLiesInOnePlaceAndOneOnly) {
  start(kThree, 2);
  for (const auto& terminal : kThree) keep(terminal);
  start(kTwo, 1);
  EXPECT_THAT(homes("t1"), ElementsAre("t1"));
  EXPECT_EQ(homes("t3").size(), 1u);
  expect_all_readable();
}

// The number of terminals is changed and a folder lost at the same time.
TEST_F(ArchivesTest, ACopyIsFoundWhereverItLies) {
  start(kThree, 2);
  for (const auto& terminal : kThree) keep(terminal);
  archives_.reset();
  fs::remove_all(root_ + "/t2");
  start(kTwo, 2);
  for (const auto& terminal : kThree) expect_equal_homes(terminal);
  expect_all_readable();
}

TEST_F(ArchivesTest, AFolderThatSomebodyElsePutThereIsLeftAlone) {
  fs::create_directories(root_ + "/exports");
  std::ofstream(root_ + "/exports/all.warc.gz") << "";
  start(kTwo, 2);
  EXPECT_TRUE(fs::exists(root_ + "/exports/all.warc.gz"));
  EXPECT_THAT(homes("exports"), ElementsAre("exports"));
}

TEST_F(ArchivesTest, NamesOfReportsLeadNowhereElse) {
  start(kTwo, 2);
  keep("t1");
  for (const std::string name : {"../archive/t1", "t2/copies/t1", ".", "copies", ""}) {
    model::KeptAt place = places_[0];
    place.terminal = name;
    EXPECT_EQ(archives_->read(place).error().kind, ErrorKind::kNotFound) << name;
  }
}

archive::Capture capture_at(std::int64_t seconds) {
  return {.url = "https://example.org/",
          .time = from_unix_seconds(seconds),
          .status_line = "HTTP/1.1 200 OK",
          .headers = {{"Content-Type", "text/plain"}},
          .body = "fees"};
}

// As when a page asks for a version while the process still starts.
TEST(Archives, MayBeReadWhileATerminalOpensItsOwn) {
  for (int round = 0; round < 10; ++round) {
    const TemporaryFolder folder;
    model::KeptAt place;
    {
      Archives before(folder.path().string());
      ASSERT_TRUE(before.open_to_write({"t1"}).ok());
      place = before.shelf_of("t1").keep(capture_at(1'700'000'000))->place;
    }
    Archives archives(folder.path().string());
    std::atomic<bool> is_done = false;
    std::atomic<int> reads = 0, failures = 0;
    std::thread reader([&] {
      while (!is_done) {
        const auto content = archives.read(place);
        if (!content.ok() || content->body != "fees") ++failures;
        ++reads;
      }
    });
    while (reads < 5) std::this_thread::yield();
    EXPECT_TRUE(archives.open_to_write({"t1"}).ok());
    EXPECT_TRUE(archives.shelf_of("t1").keep(capture_at(1'700'000'060)).ok());
    const int so_far = reads;
    while (reads < so_far + 5) std::this_thread::yield();
    is_done = true;
    reader.join();
    EXPECT_EQ(failures, 0);
  }
}

}  // namespace
}  // namespace curlew::control
