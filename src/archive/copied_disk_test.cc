// An archive whose copy is held elsewhere: the copy has what was committed, also when
// its holder, or this disk, loses its power at any operation; what the copy lacks
// follows, and what is lost here comes back.

#include "archive/copied_disk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "archive/copied_disk_fixture_test.h"

namespace curlew::archive {
namespace {

using testing::IsEmpty;
using testing::Not;

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
  EXPECT_THAT(keeper.disk().notes().holder.known.gone, IsEmpty());
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
  must(last.disk().bring_back(*holder.disk, CopyOf::kEarlier, {}));
  EXPECT_EQ(must(last.disk().bring_back(*holder.disk, CopyOf::kEarlier, {})), 0u);
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
  EXPECT_EQ(must(keeper.disk().bring_back(*holder.disk, CopyOf::kThis,
                                          keeper.disk().notes().holder.known)),
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
      must(again.disk().bring_back(
          *holder.disk, again.disk().id() == "first" ? CopyOf::kThis : CopyOf::kEarlier,
          again.disk().notes().holder.known));
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
