// An archive whose copy is held elsewhere: the copy has what was committed, also when
// its holder, or this disk, loses its power at any operation; what the copy lacks
// follows, and what is lost here comes back.

#include "archive/copied_disk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "archive/archive.h"
#include "archive/archive_fixture.h"
#include "archive/brought_back.h"
#include "archive/memory_disk.h"

namespace curlew::archive {
namespace {

using testing::IsEmpty;
using testing::Not;

constexpr const char* kCopiedPage = "https://example.org/";

Time minute(int number) { return kStart + std::chrono::minutes(number); }

// A disk that others have, too.
class SharedDisk final : public Disk {
 public:
  explicit SharedDisk(std::shared_ptr<Disk> disk) : disk_(std::move(disk)) {}
  Result<std::vector<std::string>> names() const override { return disk_->names(); }
  Result<std::unique_ptr<File>> open(const std::string& name) override {
    return disk_->open(name);
  }
  Result<std::unique_ptr<File>> create(const std::string& name) override {
    return disk_->create(name);
  }
  Result<void> rename(const std::string& from, const std::string& to) override {
    return disk_->rename(from, to);
  }
  Result<void> remove(const std::string& name) override { return disk_->remove(name); }
  Result<void> sync_names() override { return disk_->sync_names(); }
  Result<std::unique_ptr<Lock>> lock() override { return disk_->lock(); }

 private:
  const std::shared_ptr<Disk> disk_;
};

// A holder that may be away.
struct Holder {
  std::shared_ptr<MemoryDisk> disk = std::make_shared<MemoryDisk>();
  bool is_away = false;
  int questions = 0;
};

class ToHolder final : public FarCopy {
 public:
  explicit ToHolder(Holder& holder) : holder_(holder), copy_(*holder.disk) {}
  Result<std::vector<FarFile>> begin() override {
    TRY(ask());
    return copy_.begin();
  }
  Result<std::string> digest_of(const std::string& name, Bytes size) override {
    TRY(ask());
    return copy_.digest_of(name, size);
  }
  Result<void> write(const std::string& name, Bytes offset,
                     std::string_view bytes) override {
    TRY(ask());
    return copy_.write(name, offset, bytes);
  }
  Result<void> rename(const std::string& from, const std::string& to) override {
    TRY(ask());
    return copy_.rename(from, to);
  }
  Result<void> remove(const std::string& name) override {
    TRY(ask());
    return copy_.remove(name);
  }

 private:
  Result<void> ask() {
    ++holder_.questions;
    if (!holder_.is_away) return {};
    return Error{ErrorKind::kDisconnected, "nobody answers"};
  }

  Holder& holder_;
  HeldCopy copy_;
};

// An archive on a disk of its own, as a terminal keeps it.
class Keeper {
 public:
  explicit Keeper(std::shared_ptr<MemoryDisk> own, std::string id = "first")
      : own_(std::move(own)) {
    disk_ = must(CopiedDisk::open(std::make_unique<SharedDisk>(own_), std::move(id)));
  }
  void open() { archive_ = must(Archive::open(*disk_, {.most_captures = 2})); }
  Result<void> try_open() {
    TRY_ASSIGN(archive_, Archive::open(*disk_, {.most_captures = 2}));
    return {};
  }

  bool connect(Holder& holder, const std::string& name = "south") {
    const auto is_ours = disk_->connect(name, std::make_unique<ToHolder>(holder));
    return is_ours.ok() && *is_ours;
  }
  // True: the copy has everything.
  bool send_all() {
    for (int i = 0; i < 10'000; ++i) {
      const auto is_whole = disk_->step(1_KiB);
      if (!is_whole.ok()) return false;
      if (*is_whole) return true;
    }
    return false;
  }
  Result<bool> keep(int number) {
    TRY_ASSIGN(
        const Location at,
        archive_->append(capture_of(kCopiedPage, minute(number), page_number(number))));
    TRY(archive_->commit());
    return disk_->has_sent_all_of(at.segment);
  }

  CopiedDisk& disk() { return *disk_; }
  Archive& archive() { return *archive_; }

 private:
  const std::shared_ptr<MemoryDisk> own_;
  std::unique_ptr<CopiedDisk> disk_;
  std::unique_ptr<Archive> archive_;
};

// Those that the disk alone gives back, as a terminal that holds it would.
std::set<int> versions_on(MemoryDisk& disk) {
  const auto archive =
      must(Archive::open(disk, {.access = ArchiveOptions::Access::kRead}));
  std::set<int> found;
  for (const Version& each : must(archive->versions(kCopiedPage))) {
    const auto number = int((each.time - kStart) / std::chrono::minutes(1));
    EXPECT_EQ(must(archive->read(each.location)).body, page_number(number));
    found.insert(number);
  }
  return found;
}

std::set<int> numbers(int end) {
  std::set<int> all;
  for (int i = 0; i < end; ++i) all.insert(i);
  return all;
}

TEST(CopiedDisk, HasACommitInBothPlacesAfterOneQuestion) {
  Holder holder;
  Keeper keeper(std::make_shared<MemoryDisk>());
  keeper.open();
  ASSERT_TRUE(keeper.connect(holder));
  ASSERT_TRUE(keeper.send_all());
  must(keeper.archive().append(capture_of(kCopiedPage, minute(0), page_number(0))));
  must(keeper.archive().append(capture_of(kCopiedPage, minute(1), page_number(1))));
  const int before = holder.questions;
  must(keeper.archive().commit());
  EXPECT_EQ(holder.questions, before + 1);
  EXPECT_EQ(versions_on(*holder.disk), numbers(2));
}

TEST(CopiedDisk, GoesOnAloneAndSendsWhatTheCopyLacksLater) {
  Holder holder;
  Keeper keeper(std::make_shared<MemoryDisk>());
  keeper.open();
  ASSERT_TRUE(keeper.connect(holder));
  ASSERT_TRUE(keeper.send_all());
  EXPECT_TRUE(must(keeper.keep(0)));
  holder.is_away = true;
  EXPECT_FALSE(must(keeper.keep(1)));
  EXPECT_FALSE(keeper.disk().is_connected());
  const int asked = holder.questions;
  EXPECT_FALSE(must(keeper.keep(2)));
  EXPECT_EQ(holder.questions, asked) << "one who is away is not asked for each version";
  must(keeper.archive().pack(0));
  EXPECT_FALSE(keeper.connect(holder));
  holder.is_away = false;
  ASSERT_TRUE(keeper.connect(holder));
  EXPECT_TRUE(keeper.send_all());
  EXPECT_EQ(versions_on(*holder.disk), numbers(3));
  EXPECT_TRUE(must(keeper.keep(3)));
}

TEST(CopiedDisk, RemembersWhereVersionsBeginThatAreHereAlone) {
  const auto own = std::make_shared<MemoryDisk>();
  Holder holder;
  Keeper keeper(own);
  keeper.open();
  EXPECT_TRUE(keeper.disk().alone_from()) << "before there is a copy";
  ASSERT_TRUE(keeper.connect(holder) && keeper.send_all());
  EXPECT_FALSE(keeper.disk().alone_from());
  must(keeper.disk().note_alone_from({"a.warc.gz", 7}));
  must(keeper.disk().note_alone_from({"b.warc.gz", 8}));
  const auto again =
      must(CopiedDisk::open(std::make_unique<SharedDisk>(own), "another"));
  EXPECT_EQ(again->id(), "first");
  EXPECT_EQ(again->holder(), "south");
  ASSERT_TRUE(again->alone_from());
  EXPECT_EQ(again->alone_from()->segment, "a.warc.gz");
  EXPECT_EQ(again->alone_from()->offset, 7u);
}

TEST(CopiedDisk, MovesToAnotherHolder) {
  Holder south;
  Holder west;
  Keeper keeper(std::make_shared<MemoryDisk>());
  keeper.open();
  ASSERT_TRUE(keeper.connect(south) && keeper.send_all());
  for (int i = 0; i < 5; ++i) must(keeper.keep(i));
  ASSERT_TRUE(keeper.connect(west, "west"));
  EXPECT_TRUE(keeper.disk().alone_from());
  ASSERT_TRUE(keeper.send_all());
  EXPECT_EQ(versions_on(*west.disk), numbers(5));
  // What the first holds since then is of no use, and does not come back.
  must(keeper.archive().finish());
  must(keeper.archive().pack(0));
  ASSERT_TRUE(keeper.send_all());
  ASSERT_TRUE(keeper.connect(south) && keeper.send_all());
  EXPECT_EQ(must(south.disk->names()), must(west.disk->names()));
}

TEST(CopiedDisk, PacksAndLetsGoAtBothPlaces) {
  Holder holder;
  Keeper keeper(std::make_shared<MemoryDisk>());
  keeper.open();
  ASSERT_TRUE(keeper.connect(holder) && keeper.send_all());
  std::vector<Location> going;
  for (int i = 0; i < 6; ++i) must(keeper.keep(i));
  for (const Version& each : must(keeper.archive().versions(kCopiedPage))) {
    if (going.size() < 3) going.push_back(each.location);
  }
  must(keeper.archive().finish());
  must(keeper.archive().pack(0));
  holder.is_away = true;
  EXPECT_FALSE(keeper.send_all());
  // While it is away: nothing of it may come back.
  std::optional<std::vector<Location>> gone;
  for (int i = 0; i < 1'000 && !gone; ++i) gone = must(keeper.archive().let_go(going));
  ASSERT_TRUE(gone);
  ASSERT_THAT(*gone, Not(IsEmpty()));
  holder.is_away = false;
  ASSERT_TRUE(keeper.connect(holder) && keeper.send_all());
  EXPECT_EQ(versions_on(*holder.disk), (std::set{3, 4, 5}));
  EXPECT_THAT(keeper.disk().gone(), IsEmpty());
}

TEST(CopiedDisk, BringsBackWhatWasDeletedHere) {
  Holder holder;
  {
    Keeper keeper(std::make_shared<MemoryDisk>());
    keeper.open();
    ASSERT_TRUE(keeper.connect(holder) && keeper.send_all());
    for (int i = 0; i < 5; ++i) must(keeper.keep(i));
    must(keeper.archive().pack(0));
    ASSERT_TRUE(keeper.send_all());
    ASSERT_TRUE(must(keeper.keep(5)));
  }
  // All of it: another archive begins, and has packs of the same names.
  const auto own = std::make_shared<MemoryDisk>();
  Keeper next(own, "second");
  next.open();
  for (int i = 6; i < 9; ++i) must(next.keep(i));
  must(next.archive().finish());
  must(next.archive().pack(0));
  Keeper last(own, "third");
  must(bring_back(last.disk(), *holder.disk, CopyOf::kEarlier, {}));
  EXPECT_EQ(must(bring_back(last.disk(), *holder.disk, CopyOf::kEarlier, {})), 0u);
  EXPECT_EQ(last.disk().id(), "second");
  EXPECT_EQ(versions_on(*own), numbers(9));
}

TEST(CopiedDisk, SeesThatAFileIsLostHereThatTheCopyHas) {
  const auto own = std::make_shared<MemoryDisk>();
  Holder holder;
  {
    Keeper keeper(own);
    keeper.open();
    ASSERT_TRUE(keeper.connect(holder) && keeper.send_all());
    for (int i = 0; i < 5; ++i) must(keeper.keep(i));
    ASSERT_TRUE(keeper.send_all());
  }
  must(own->remove(must(own->names())[1]));
  Keeper keeper(own);
  EXPECT_FALSE(keeper.connect(holder));
  EXPECT_EQ(must(bring_back(keeper.disk(), *holder.disk, CopyOf::kThis,
                            std::set(keeper.disk().gone()))),
            1u);
  EXPECT_TRUE(keeper.connect(holder) && keeper.send_all());
  EXPECT_EQ(versions_on(*own), numbers(5));
}

// Commits, packing and an end, as much of it as goes well. What was committed while the
// copy had it.
std::set<int> live(Keeper& keeper, Holder& holder, int begin,
                   std::set<int>& committed) {
  std::set<int> sent;
  if (!keeper.try_open().ok()) return sent;
  keeper.connect(holder);
  keeper.send_all();
  for (int i = begin; i < begin + 4; ++i) {
    const auto is_sent = keeper.keep(i);
    if (!is_sent.ok()) return sent;
    committed.insert(i);
    if (*is_sent) sent.insert(i);
  }
  if (!keeper.archive().pack(0).ok()) return sent;
  keeper.send_all();
  return sent;
}

TEST(CopiedDisk, SurvivesThatTheHolderLosesItsPowerAtAnyOperation) {
  Random random(11);
  for (std::int64_t operation = 1;; ++operation) {
    SCOPED_TRACE(testing::Message() << "power lost at operation " << operation);
    const auto own = std::make_shared<MemoryDisk>();
    Holder holder;
    holder.disk->die_at(operation);
    std::set<int> committed;
    std::set<int> sent;
    {
      Keeper keeper(own);
      sent = live(keeper, holder, 0, committed);
      const bool has_died = holder.disk->is_dead();
      EXPECT_EQ(committed, numbers(4)) << "a holder that dies stops nobody";
      holder.disk->restart(MemoryDisk::Unsynced::kByChance, random);
      // What it had acknowledged it has.
      const auto there = versions_on(*holder.disk);
      EXPECT_TRUE(std::ranges::includes(there, sent));
      ASSERT_TRUE(keeper.connect(holder));
      ASSERT_TRUE(keeper.send_all());
      EXPECT_EQ(versions_on(*holder.disk), numbers(4));
      if (!has_died) break;
    }
    ASSERT_LT(operation, 10'000);
  }
}

TEST(CopiedDisk, HasInTheCopyWhatWasCommittedWhenThisDiskIsLostAtAnyOperation) {
  Random random(12);
  for (std::int64_t operation = 1;; ++operation) {
    SCOPED_TRACE(testing::Message() << "lost at operation " << operation);
    const auto own = std::make_shared<MemoryDisk>();
    Holder holder;
    std::set<int> committed;
    std::set<int> sent;
    bool has_died = false;
    {
      Keeper keeper(own);
      own->die_at(operation);
      sent = live(keeper, holder, 0, committed);
      has_died = own->is_dead();
    }
    EXPECT_EQ(sent, committed) << "the holder was there all the time";
    EXPECT_TRUE(std::ranges::includes(versions_on(*holder.disk), committed));
    // Not deleted, but restarted: it goes on with the same copy.
    own->restart(MemoryDisk::Unsynced::kByChance, random);
    Keeper again(own);
    if (!again.connect(holder)) {
      must(bring_back(again.disk(), *holder.disk,
                      again.disk().id() == "first" ? CopyOf::kThis : CopyOf::kEarlier,
                      std::set(again.disk().gone())));
    }
    std::set<int> later;
    live(again, holder, 4, later);
    EXPECT_EQ(later, (std::set{4, 5, 6, 7}));
    const auto here = versions_on(*own);
    EXPECT_TRUE(std::ranges::includes(here, committed));
    EXPECT_EQ(versions_on(*holder.disk), here);
    if (!has_died) break;
    ASSERT_LT(operation, 10'000);
  }
}

TEST(CopiedDisk, BeginsAnewWhereItsNotesCannotBeRead) {
  const auto own = std::make_shared<MemoryDisk>();
  must(write_whole(*own, "copy", "something else\n"));
  Keeper keeper(own, "new");
  EXPECT_EQ(keeper.disk().id(), "new");
  EXPECT_TRUE(keeper.disk().alone_from());
}

}  // namespace
}  // namespace curlew::archive
