#include "control/records.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <thread>

#include "base/clock.h"
#include "base/temporary_folder_test.h"
#include "control/archive_folders.h"
#include "control/dropped_answers.h"
#include "control/records_answers.h"
#include "store/store.h"

namespace curlew::control {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A process with an archive of its own.
struct RecordsProcess {
  RecordsProcess(std::string own_name, broker::Broker& broker)
      : name(std::move(own_name)),
        asked(broker),
        archives(std::make_unique<Archives>(
            folder.file("archive"),
            ArchivesOptions{.largest_segment = 1_KiB, .elsewhere = &asked})) {}

  void start(broker::Broker& broker,
             RecordsAnswers::Role role = RecordsAnswers::Role::kTerminal) {
    const auto opened = archives->open_to_write({name});
    ASSERT_TRUE(opened.ok()) << opened.error().text;
    auto started = RecordsAnswers::start(name, role, *archives, broker);
    ASSERT_TRUE(started.ok()) << started.error().text;
    answers = *std::move(started);
  }

  model::KeptAt keep(const std::string& body) {
    pipeline::VersionShelf& shelf = archives->shelf_of(name);
    const auto kept = shelf.keep({.url = "https://example.org/" + body.substr(0, 1),
                                  .time = from_unix_seconds(1'794'000'000),
                                  .status_line = "HTTP/1.1 200 OK",
                                  .headers = {{"X-Bytes", "\xff\xfe"}},
                                  .body = body});
    EXPECT_TRUE(kept.ok() && shelf.commit().ok());
    return kept->place;
  }

  const std::string name;
  const TemporaryFolder folder;
  AskedRecords asked;
  std::unique_ptr<Archives> archives;
  std::unique_ptr<RecordsAnswers> answers;
};

class RecordsTest : public testing::Test {
 protected:
  // Lets `taker` take over what `leaving` has.
  Result<void> hand_over(RecordsProcess& leaving, const std::string& taker) {
    for (int i = 0; i < 6'000; ++i) {
      TRY_ASSIGN(const bool is_done, leaving.asked.take_over(taker, leaving.name));
      if (is_done) return {};
      std::this_thread::sleep_for(Milliseconds(10));
    }
    return Error{ErrorKind::kLimit, "it takes too long"};
  }

  const std::unique_ptr<broker::Broker> broker_ = broker::make_memory_broker({});
  RecordsProcess north_{"north", *broker_};
  RecordsProcess south_{"south", *broker_};
};

TEST_F(RecordsTest, ReadsWhatLiesInAnotherProcess) {
  north_.start(*broker_);
  const auto place = north_.keep(std::string(3'000'000, 'a'));
  const auto content = south_.archives->read(place);
  ASSERT_TRUE(content.ok()) << content.error().text;
  EXPECT_EQ(content->url, "https://example.org/a");
  EXPECT_EQ(content->time, from_unix_seconds(1'794'000'000));
  EXPECT_EQ(content->status_line, "HTTP/1.1 200 OK");
  EXPECT_EQ(http::find_header(content->headers, "X-Bytes"), "\xff\xfe");
  EXPECT_EQ(content->body, std::string(3'000'000, 'a'));
  EXPECT_EQ(*south_.archives->records(place), *north_.archives->records(place));
}

TEST_F(RecordsTest, NamesTheTerminalThatDoesNotAnswer) {
  const auto content = south_.archives->read({"north", "north-1.warc.gz", 0, 10});
  ASSERT_FALSE(content.ok());
  EXPECT_EQ(content.error().kind, ErrorKind::kDisconnected);
  EXPECT_THAT(content.error().text, HasSubstr("terminal north"));
  EXPECT_EQ(*south_.asked.holder_of("north"), std::nullopt);
}

TEST_F(RecordsTest, SaysWhatTheTerminalSaysOfARecordThatIsNotThere) {
  north_.start(*broker_);
  const auto content = south_.archives->read({"north", "north-1.warc.gz", 0, 10});
  ASSERT_FALSE(content.ok());
  EXPECT_EQ(content.error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(*south_.asked.holder_of("north"), "north");
}

TEST_F(RecordsTest, RefusesWhatIsNoFileOfTheArchive) {
  north_.start(*broker_);
  north_.keep("abc");
  AskedDisk disk(*broker_, "north");
  for (const char* name : {"../north.db", "/etc/passwd", "lock", ".hidden", ""}) {
    EXPECT_FALSE(disk.digest_of(name).ok()) << name;
    EXPECT_FALSE(disk.open(name).ok()) << name;
  }
  EXPECT_FALSE(broker_->request("records.north", "\xff\xff", Milliseconds(1)).ok());
}

TEST_F(RecordsTest, TakesOverTheArchiveOfATerminalThatLeaves) {
  north_.start(*broker_, RecordsAnswers::Role::kLeaving);
  south_.start(*broker_);
  std::vector<model::KeptAt> places;
  for (char c = 'a'; c < 'h'; ++c) places.push_back(north_.keep(std::string(900, c)));
  EXPECT_EQ(*north_.asked.any_terminal(), "south");
  const auto done = hand_over(north_, "south");
  ASSERT_TRUE(done.ok()) << done.error().text;
  EXPECT_TRUE(hand_over(north_, "south").ok()) << "again";
  north_.answers.reset();
  north_.archives.reset();
  std::filesystem::remove_all(north_.folder.file("archive"));
  EXPECT_EQ(*north_.asked.holder_of("north"), "south");
  // Here, for others, and after a restart.
  EXPECT_TRUE(south_.archives->read(places[0]).ok());
  EXPECT_TRUE(south_.asked.read(places[6]).ok());
  south_.answers.reset();
  south_.archives = std::make_unique<Archives>(south_.folder.file("archive"));
  south_.start(*broker_);
  EXPECT_THAT(south_.archives->open_terminals(), ElementsAre("north", "south"));
  for (const auto& place : places) EXPECT_TRUE(south_.asked.read(place).ok());
}

TEST_F(RecordsTest, HasNothingOfAnArchiveThatDidNotComeWhole) {
  south_.start(*broker_);
  north_.start(*broker_, RecordsAnswers::Role::kLeaving);
  const auto place = north_.keep("abc");
  // As if it died in the middle.
  AskedDisk disk(*broker_, "north");
  const auto broken = south_.archives->take_over(
      "north", disk, "south", [](const std::string&, archive::File&) -> Result<bool> {
        return Error{ErrorKind::kDisconnected, "died"};
      });
  EXPECT_FALSE(broken.ok());
  const auto differs = south_.archives->take_over(
      "north", disk, "south",
      [](const std::string&, archive::File&) { return Result<bool>(false); });
  EXPECT_EQ(differs.error().kind, ErrorKind::kCorrupt);
  EXPECT_THAT(south_.archives->open_terminals(), ElementsAre("south"));
  Archives restarted(south_.folder.file("archive"));
  EXPECT_THAT(*archived_terminals(south_.folder.file("archive")), ElementsAre("south"));
  // And then it goes well.
  ASSERT_TRUE(hand_over(north_, "south").ok());
  EXPECT_TRUE(south_.archives->read(place).ok());
}

TEST_F(RecordsTest, RefusesToTakeOverItselfOrWhileItLeaves) {
  north_.start(*broker_, RecordsAnswers::Role::kLeaving);
  south_.start(*broker_);
  EXPECT_FALSE(north_.asked.take_over("south", "south").ok());
  EXPECT_FALSE(south_.asked.take_over("north", "south").ok());
  EXPECT_FALSE(hand_over(north_, "west").ok()) << "nobody";
}

TEST_F(RecordsTest, LetsGoWhatTheControllerHasDropped) {
  const TemporaryFolder folder;
  const auto store =
      store::open_sqlite_store(folder.file("central.db"), store::OpenMode::kReadWrite);
  ASSERT_TRUE(store.ok());
  north_.start(*broker_);
  std::vector<model::KeptAt> places;
  for (char c = 'a'; c < 'k'; ++c) places.push_back(north_.keep(std::string(900, c)));
  ManualClock clock;
  TerminalKeeping keeping({}, *north_.archives, north_.asked, clock);
  const auto run_round = [&] {
    clock.advance(std::chrono::minutes(10));
    Result<bool> stepped = true;
    while (stepped.ok() && *stepped) stepped = keeping.step();
    return stepped.ok();
  };
  EXPECT_FALSE(run_round()) << "there is no controller";
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE((*store)->versions().drop_record(places[std::size_t(i)]).ok());
  }
  const auto answering = answer_dropped(**store, *broker_);
  ASSERT_TRUE(answering.ok());
  EXPECT_TRUE(run_round());
  EXPECT_THAT(*(*store)->versions().dropped("north", 100), IsEmpty());
  EXPECT_FALSE(north_.archives->read(places[0]).ok());
  EXPECT_TRUE(north_.archives->read(places[9]).ok());
}

}  // namespace
}  // namespace curlew::control
