// Archives of several processes, each with a copy at another one, on a broker in memory
// and a clock that is moved.

#include "control/copy_keeping.h"

#include <gmock/gmock.h>

#include "control/archive_keeping.h"
#include "control/copy_keeping_fixture_test.h"

namespace curlew::control {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST_F(CopyKeepingTest, ADeletedDirectoryLosesNoVersion) {
  for (const char* name : {"north", "south", "west"}) start(name);
  run();
  std::vector<Kept> kept;
  for (int i = 0; i < 9; ++i) {
    kept.push_back(at("north").keep(i));
    // Without a step in between: it is there before the visit is reported.
    EXPECT_EQ(at("north").copy().kept_once, 0u);
  }
  kill("north");
  erase("north");
  expect_readable(kept);
  // It begins with nothing, and gets its archive back.
  start("north");
  run();
  EXPECT_EQ(at("north").copy().kept_once, 0u);
  for (const auto& [place, number] : kept) {
    EXPECT_TRUE(at("north").archives.read(place).ok());
  }
  kept.push_back(at("north").keep(9));
  // And has one copy, not two of them, which is enough when it is lost again.
  const std::string holder = at("north").copy().holder;
  EXPECT_EQ(at(holder).far.ids_at(holder, "north")->size(), 1u);
  kill("north");
  erase("north");
  expect_readable(kept);
}

TEST_F(CopyKeepingTest, AloneItKeepsOnceAndSaysSo) {
  start("north");
  run();
  std::vector<Kept> kept;
  for (int i = 0; i < 5; ++i) kept.push_back(at("north").keep(i));
  EXPECT_EQ(at("north").copy(), (store::ArchiveCopy{"north", "", 5}));
  kill("north");
  start("north");
  EXPECT_EQ(at("north").copy().kept_once, 5u) << "after a restart, too";
  start("south");
  run();
  EXPECT_EQ(at("north").copy(), (store::ArchiveCopy{"north", "south", 0}));
  kill("north");
  erase("north");
  expect_readable(kept);
}

TEST_F(CopyKeepingTest, ACopyWhoseHolderWasAwayIsBroughtUpToDate) {
  for (const char* name : {"north", "south"}) start(name);
  run();
  std::vector<Kept> kept{at("north").keep(0)};
  kill("south");
  for (int i = 1; i < 8; ++i) kept.push_back(at("north").keep(i));
  EXPECT_EQ(at("north").copy(), (store::ArchiveCopy{"north", "south", 7}));
  run(Milliseconds(60'000));
  EXPECT_EQ(at("north").copy().kept_once, 7u);
  start("south");
  run();
  EXPECT_EQ(at("north").copy().kept_once, 0u);
  kill("north");
  erase("north");
  expect_readable(kept);
}

TEST_F(CopyKeepingTest, ACopyMovesWhenItsHolderIsGoneForGood) {
  for (const char* name : {"north", "south", "west"}) start(name);
  run();
  std::vector<Kept> kept;
  for (int i = 0; i < 6; ++i) kept.push_back(at("north").keep(i));
  const std::string first = at("north").copy().holder;
  const std::string second = other_than({"north", first});
  kill(first);
  run(Milliseconds(60'000));
  EXPECT_EQ(at("north").copy().holder, first) << "it may come back";
  run(Milliseconds(120'000));
  EXPECT_EQ(at("north").copy(), (store::ArchiveCopy{"north", second, 0}));
  kept.push_back(at("north").keep(6));
  // The first one is back, and is not needed any more.
  start(first);
  run();
  EXPECT_EQ(at("north").copy().holder, second);
  EXPECT_THAT(*at("north").far.ids_at(first, "north"), IsEmpty());
  kill("north");
  erase("north");
  expect_readable(kept);
}

// Both begin at the same time, the one who lost all before the one who holds its copy.
TEST_F(CopyKeepingTest, AnArchiveComesBackFromAHolderThatStartsLater) {
  for (const char* name : {"north", "south"}) start(name);
  run();
  std::vector<Kept> kept;
  for (int i = 0; i < 6; ++i) kept.push_back(at("north").keep(i));
  kill("north");
  kill("south");
  erase("north");
  start("north");
  kept.push_back(at("north").keep(6));
  start("west");
  run();
  kept.push_back(at("north").keep(7));
  start("south");
  run();
  for (const auto& [place, number] : kept) {
    const auto content = at("north").archives.read(place);
    ASSERT_TRUE(content.ok()) << number << ": " << content.error().text;
    EXPECT_EQ(content->body, copied_body(number));
  }
  kill("north");
  erase("north");
  expect_readable(kept);
}

TEST_F(CopyKeepingTest, PackingGoesOnAtBothPlaces) {
  const auto store =
      store::open_sqlite_store(data_.file("central.db"), store::OpenMode::kReadWrite);
  for (const char* name : {"north", "south"}) start(name);
  run();
  std::vector<Kept> kept;
  for (int i = 0; i < 12; ++i) kept.push_back(at("north").keep(i));
  DroppedInStore dropped(**store);
  for (std::size_t i = 0; i < 8; ++i) {
    ASSERT_TRUE((*store)->versions().drop_record(kept[i].place).ok());
  }
  TerminalKeeping chores({}, at("north").archives, dropped, clock_);
  Result<bool> stepped = true;
  while (stepped.ok() && *stepped) stepped = chores.step();
  ASSERT_TRUE(stepped.ok()) << stepped.error().text;
  EXPECT_FALSE(at("north").archives.read(kept[0].place).ok());
  run();
  kill("north");
  erase("north");
  EXPECT_FALSE(AskedRecords(*broker_).read(kept[0].place).ok()) << "dropped there, too";
  kept.erase(kept.begin(), kept.begin() + 8);
  expect_readable(kept);
}

TEST_F(CopyKeepingTest, AnArchiveThatWasTakenOverHasTwoCopiesAgain) {
  for (const char* name : {"north", "south", "west"}) start(name);
  run();
  std::vector<Kept> kept;
  for (int i = 0; i < 6; ++i) kept.push_back(at("north").keep(i));
  // To the one that holds its copy: that must lie elsewhere then.
  const std::string taker = at("north").copy().holder;
  const std::string other = other_than({"north", taker});
  AskedDisk files(*broker_, "north");
  const auto taken = at(taker).archives.take_over(
      "north", files, taker,
      [](const std::string&, archive::File&) { return Result<bool>(true); });
  ASSERT_TRUE(taken.ok()) << taken.error().text;
  kill("north");
  erase("north");
  run();
  EXPECT_EQ(at(taker).copy_of("north"), (store::ArchiveCopy{"north", other, 0}));
  EXPECT_THAT(*at(taker).far.ids_at(taker, "north"), IsEmpty());
  kill(taker);
  erase(taker);
  expect_readable(kept);
}

TEST_F(CopyKeepingTest, AFileOfTheCopyThatIsLostThereIsSentAgain) {
  for (const char* name : {"north", "south"}) start(name);
  run();
  std::vector<Kept> kept;
  for (int i = 0; i < 6; ++i) kept.push_back(at("north").keep(i));
  // The whole directory of the holder, while it runs.
  erase("south");
  kept.push_back(at("north").keep(6));
  EXPECT_GT(at("north").copy().kept_once, 0u);
  run();
  EXPECT_EQ(at("north").copy().kept_once, 0u);
  kill("north");
  erase("north");
  expect_readable(kept);
}

TEST_F(CopyKeepingTest, TheControllerWritesDownWhatIsKeptOnce) {
  const auto store =
      store::open_sqlite_store(data_.file("central.db"), store::OpenMode::kReadWrite);
  start("north");
  at("north").keep(0);
  run();
  ASSERT_TRUE(living_.note_copies(**store).ok());
  store::ArchiveCopies copies((*store)->database());
  EXPECT_THAT(*copies.all(), ElementsAre(store::ArchiveCopy{"north", "", 1}));
  start("south");
  run();
  ASSERT_TRUE(living_.note_copies(**store).ok());
  EXPECT_THAT(*copies.all(), ElementsAre(store::ArchiveCopy{"north", "south", 0},
                                         store::ArchiveCopy{"south", "north", 0}));
}

TEST_F(CopyKeepingTest, ACopyOfAnArchiveThatNobodyKeepsIsTold) {
  const auto store =
      store::open_sqlite_store(data_.file("central.db"), store::OpenMode::kReadWrite);
  for (const char* name : {"north", "south"}) start(name);
  run();
  for (int i = 0; i < 4; ++i) at("north").keep(i);
  kill("north");
  erase("north");
  store::ArchiveCopies copies((*store)->database());
  const auto told = [&] {
    EXPECT_TRUE(living_.note_copies(**store).ok());
    return (*copies.all()).front();
  };
  run(Milliseconds(20'000));
  EXPECT_EQ(told().kept_once, 0u) << "it may come back";
  run(Milliseconds(200'000));
  EXPECT_EQ(told(), (store::ArchiveCopy{"north", "south", 4}));
  start("north");
  run();
  EXPECT_EQ(told(), (store::ArchiveCopy{"north", "south", 0}));
}

TEST_F(CopyKeepingTest, AHolderRefusesWhatIsNoFileAndLateQuestions) {
  start("south");
  const FarCopies far(*broker_);
  const auto first = far.writer_of("south", "north", "1");
  ASSERT_TRUE(first->begin().ok());
  EXPECT_TRUE(first->write("a.warc.gz", 0, "abc").ok());
  for (const char* name : {"../x", "/etc/passwd", "lock", ".x", ""}) {
    EXPECT_FALSE(first->write(name, 0, "abc").ok()) << name;
    EXPECT_FALSE(first->rename("a.warc.gz", name).ok()) << name;
  }
  EXPECT_FALSE(first->write("a.warc.gz", 7, "abc").ok()) << "with a gap";
  EXPECT_FALSE(far.writer_of("south", "..", "1")->begin().ok());
  EXPECT_FALSE(far.writer_of("south", "north", "../..")->begin().ok());
  const auto second = far.writer_of("south", "north", "1");
  ASSERT_TRUE(second->begin().ok());
  EXPECT_FALSE(first->write("a.warc.gz", 0, "").ok()) << "its session has ended";
  EXPECT_TRUE(second->write("a.warc.gz", 3, "def").ok());
  EXPECT_EQ(*(*far.files_of("south", "north", "1")->open("a.warc.gz"))->read(0, 100),
            "abcdef");
  EXPECT_FALSE(broker_->request("copies.south", "\xff\xff", Milliseconds(1)).ok());
}

}  // namespace
}  // namespace curlew::control
