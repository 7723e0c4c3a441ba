// What becomes of copies when holders move, come back, or have another name, and of
// hostile names that processes tell each other.

#include <gmock/gmock.h>

#include <fstream>

#include "control/copy_keeping_fixture_test.h"
#include "control/subjects.h"

namespace curlew::control {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class CopyMovesTest : public CopyKeepingTest {
 protected:
  // The first WARC file of an archive, and its index, as if its disk had lost them.
  void lose_a_file(const std::string& terminal) {
    std::vector<std::filesystem::path> files;
    const auto home = data_.path() / terminal / "archive" / terminal;
    for (const auto& each : std::filesystem::directory_iterator(home)) {
      if (each.is_regular_file()) files.push_back(each.path());
    }
    std::ranges::sort(files);
    const auto segment = std::ranges::find_if(
        files, [](const auto& file) { return file.string().ends_with(".warc.gz"); });
    ASSERT_NE(segment, files.end());
    std::string index = segment->string();
    index.replace(index.size() - 8, 8, ".cdxj");
    std::filesystem::remove(*segment);
    std::filesystem::remove(index);
  }
  void expect_all_at(const std::string& terminal, const std::vector<Kept>& kept) {
    for (const auto& [place, number] : kept) {
      const auto content = at(terminal).archives.read(place);
      ASSERT_TRUE(content.ok()) << number << ": " << content.error().text;
      EXPECT_EQ(content->body, copied_body(number));
    }
  }
};

// As a network's file system leaves one of a file that somebody still reads.
TEST_F(CopyMovesTest, AHiddenFileInAnArchiveDoesNotKeepItsCopyFromBeingWhole) {
  for (const char* name : {"north", "south"}) start(name);
  run();
  const auto kept = at("north").keep(1);
  std::ofstream(data_.path() / "north" / "archive" / "north" / ".nfs0001") << "old";
  kill("south");
  const auto alone = at("north").keep(2);
  start("south");
  run();
  EXPECT_EQ(at("north").copy().kept_once, 0u);
  kill("north");
  erase("north");
  expect_readable({kept, alone});
}

TEST_F(CopyMovesTest, AFileThatIsLostWhenTheHolderMovesComesBackFromTheFormerOne) {
  for (const char* name : {"north", "south", "west"}) start(name);
  run();
  std::vector<Kept> kept;
  for (int i = 0; i < 9; ++i) kept.push_back(at("north").keep(i));
  run();
  const std::string first = at("north").copy().holder;
  const std::string second = other_than({"north", first});
  kill(first);
  lose_a_file("north");
  run(Milliseconds(180'000));
  ASSERT_EQ(at("north").copy().holder, second);
  start(first);
  run(Milliseconds(60'000));
  expect_all_at("north", kept);
  EXPECT_THAT(*at("north").far.ids_at(first, "north"), IsEmpty());
  kill("north");
  erase("north");
  expect_readable(kept);
}

// Whoever begins the process gives it another name, with the directory that it had.
TEST_F(CopyMovesTest, TheCopiesOfAHolderThatIsRenamedAreFound) {
  for (const char* name : {"north", "south"}) start(name);
  run();
  std::vector<Kept> kept;
  for (int i = 0; i < 9; ++i) kept.push_back(at("north").keep(i));
  run();
  kill("south");
  std::filesystem::rename(data_.path() / "south", data_.path() / "south-2");
  lose_a_file("north");
  start("south-2");
  EXPECT_THAT(*at("north").far.ids_at("south-2", "north"), SizeIs(1));
  run(Milliseconds(200'000));
  EXPECT_EQ(at("north").copy(), (store::ArchiveCopy{"north", "south-2", 0}));
  expect_all_at("north", kept);
  kill("north");
  erase("north");
  expect_readable(kept);
}

TEST_F(CopyMovesTest, ACopyThatWasHeldUnderBothNamesStaysTwice) {
  const TemporaryFolder folder;
  const std::string path = folder.path().string();
  for (const char* holder : {"old", "new"}) {
    std::filesystem::create_directories(*held_home(path, holder, "north", "1"));
  }
  ASSERT_TRUE(adopt_held(path, "new").ok());
  EXPECT_THAT(*held_ids(path, "new", "north"), ElementsAre("1", "1-2"));
  EXPECT_FALSE(std::filesystem::exists(path + "/old"));
}

TEST_F(CopyMovesTest, BringingBackEndsWhenTheProcessEndsAndGoesOnLater) {
  for (const char* name : {"north", "south"}) start(name);
  run();
  std::vector<Kept> kept;
  for (int i = 0; i < 12; ++i) kept.push_back(at("north").keep(i));
  kill("north");
  erase("north");
  questions_left_ = 6;
  start("north");
  const auto is_here = [&](const Kept& each) {
    return at("north").archives.read(each.place).ok();
  };
  EXPECT_LT(std::ranges::count_if(kept, is_here), 12) << "it was not told to stop";
  EXPECT_LT(questions_left_, 0);
  questions_left_ = 1'000'000'000;
  run();
  expect_all_at("north", kept);
}

TEST_F(CopyMovesTest, WhatIsKeptWhileTheProcessEndsIsInItsCopyToo) {
  for (const char* name : {"north", "south"}) start(name);
  run();
  const auto first = at("north").keep(1);
  run();
  questions_left_ = 0;
  const auto last = at("north").keep(2);
  EXPECT_EQ(at("north").copy().kept_once, 0u);
  kill("north");
  erase("north");
  expect_readable({first, last});
}

TEST_F(CopyMovesTest, HostileNamesAreRefusedWithWhatTheyAre) {
  start("south");
  const std::vector<std::string> hostile{"",     "a b", "../x",
                                         "a.b",  "*",   std::string("a\0b", 3),
                                         "a\nb", ">",   std::string(65, 'a')};
  for (const std::string& name : hostile) {
    const FarCopies far(*broker_);
    EXPECT_FALSE(far.terminals("south", {{name, "", 1}}).ok()) << name;
    const auto taken = AskedRecords(*broker_).take_over("south", name);
    ASSERT_FALSE(taken.ok()) << name;
    EXPECT_THAT(taken.error().text, HasSubstr("must be of letters"));
    EXPECT_FALSE(far.writer_of("south", name, "1")->begin().ok()) << name;
    EXPECT_FALSE(far.writer_of("south", "north", name)->begin().ok()) << name;
  }
  const auto refused = FarCopies(*broker_).writer_of("south", "../../x", "1")->begin();
  EXPECT_THAT(refused.error().text, HasSubstr("'../../x'"));
  const auto writer = FarCopies(*broker_).writer_of("south", "north", "1");
  ASSERT_TRUE(writer->begin().ok());
  for (const char* name : {"a\ngone b", "a\x7f", "a\x01.pack"}) {
    EXPECT_FALSE(writer->write(name, 0, "abc").ok()) << name;
  }
  EXPECT_FALSE(writer->write(std::string(256, 'a'), 0, "abc").ok());
  // Nor does anybody take them from a controller.
  living_.set({"south", "a b"});
  const auto terminals = FarCopies(*broker_).terminals();
  ASSERT_FALSE(terminals.ok());
  EXPECT_THAT(terminals.error().text, HasSubstr("'a b'"));
}

// One that does not answer in time may well be there.
TEST_F(CopyMovesTest, OneThatAnswersLateIsNotTakenForNobody) {
  const auto answering = *broker_->answer(
      records_of("north"), [](std::string_view) -> Result<std::string> {
        return Error{ErrorKind::kBusy, "not in time"};
      });
  AskedRecords asked(*broker_);
  EXPECT_FALSE(asked.holder_of("north").ok());
  const auto nobody = asked.holder_of("south");
  ASSERT_TRUE(nobody.ok()) << nobody.error().text;
  EXPECT_FALSE(*nobody);
}

}  // namespace
}  // namespace curlew::control
