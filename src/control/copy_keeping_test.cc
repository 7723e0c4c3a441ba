// Archives of several processes, each with a copy at another one, on a broker in memory
// and a clock that is moved.

#include "control/copy_keeping.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "base/clock.h"
#include "base/temporary_folder_test.h"
#include "control/archive_folders.h"
#include "control/archive_keeping.h"
#include "control/held_copies.h"
#include "control/records.h"
#include "control/records_answers.h"
#include "control/terminals_answers.h"
#include "store/store.h"

namespace curlew::control {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string copied_body(int number) {
  std::string text = fmt::format("<p>Version {}</p>", number);
  while (text.size() < 900) text += fmt::format("<p>{}</p>", number * 7);
  return text;
}

struct Kept {
  model::KeptAt place;
  int number = 0;
};

// A terminal's process. Its directory outlives it.
struct CopyingProcess {
  CopyingProcess(std::string own_name, const std::string& data, broker::Broker& broker,
                 const Clock& clock)
      : name(std::move(own_name)),
        folder(data + "/" + name + "/archive"),
        asked(broker),
        far(broker),
        archives(folder, {.largest_segment = 2_KiB,
                          .elsewhere = &asked,
                          .far_copies = &far,
                          .wants_far_copies = true}),
        left(folder, name, CopyKeepingOptions().gone_for_good, asked, clock),
        keeping({.terminal = name}, archives, far, left, clock) {
    const auto opened = archives.open_to_write({name});
    EXPECT_TRUE(opened.ok()) << opened.error().text;
    answers =
        *RecordsAnswers::start(name, RecordsAnswers::Role::kTerminal, archives, broker);
    held = *HeldCopies::start(folder, name, broker);
  }

  Kept keep(int number) {
    pipeline::VersionShelf& shelf = archives.shelf_of(name);
    const auto kept = shelf.keep({.url = "https://example.org/",
                                  .time = from_unix_seconds(1'794'000'000 + number),
                                  .status_line = "HTTP/1.1 200 OK",
                                  .body = copied_body(number)});
    EXPECT_TRUE(kept.ok()) << kept.error().text;
    const auto committed = shelf.commit();
    EXPECT_TRUE(committed.ok()) << committed.error().text;
    return {kept->place, number};
  }

  store::ArchiveCopy copy_of(const std::string& archive) {
    for (const auto& each : archives.far_copies()) {
      if (each.archive == archive) return each;
    }
    return {};
  }
  store::ArchiveCopy copy() { return copy_of(name); }

  const std::string name;
  const std::string folder;
  AskedRecords asked;
  const FarCopies far;
  Archives archives;
  LeftCopies left;
  CopyKeeping keeping;
  std::unique_ptr<RecordsAnswers> answers;
  std::unique_ptr<HeldCopies> held;
};

class CopyKeepingTest : public testing::Test {
 protected:
  CopyKeepingTest() { answering_ = *answer_terminals(living_, *broker_); }

  void start(const std::string& name) {
    alive_.push_back(name);
    living_.set(alive_);
    processes_[name] =
        std::make_unique<CopyingProcess>(name, data_.path().string(), *broker_, clock_);
  }
  void kill(const std::string& name) {
    processes_.erase(name);
    std::erase(alive_, name);
    living_.set(alive_);
  }
  void erase(const std::string& name) {
    std::filesystem::remove_all(data_.path() / name);
  }
  CopyingProcess& at(const std::string& name) { return *processes_.at(name); }

  // Until nobody has anything to do, for so long.
  void run(Milliseconds time = Milliseconds(10'000)) {
    for (Milliseconds past{0}; past <= time; past += Milliseconds(1'000)) {
      for (auto& [name, process] : processes_) {
        Result<bool> stepped = true;
        for (int i = 0; i < 1'000 && stepped.ok() && *stepped; ++i) {
          stepped = process->keeping.step();
        }
      }
      clock_.advance(Milliseconds(1'000));
    }
  }

  // Through the broker, by somebody who has nothing himself.
  void expect_readable(const std::vector<Kept>& all) {
    AskedRecords asked(*broker_);
    for (const auto& [place, number] : all) {
      const auto content = asked.read(place);
      ASSERT_TRUE(content.ok()) << number << ": " << content.error().text;
      EXPECT_EQ(content->body, copied_body(number));
      EXPECT_TRUE(asked.records(place).ok()) << number;
    }
  }
  std::string other_than(const std::vector<std::string>& names) {
    for (const std::string& each : alive_) {
      if (std::ranges::find(names, each) == names.end()) return each;
    }
    return "";
  }

  const TemporaryFolder data_;
  ManualClock clock_;
  const std::unique_ptr<broker::Broker> broker_ = broker::make_memory_broker({});
  LivingTerminals living_;
  std::unique_ptr<broker::Answering> answering_;
  std::vector<std::string> alive_;
  std::map<std::string, std::unique_ptr<CopyingProcess>> processes_;
};

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
