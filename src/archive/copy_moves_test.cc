// Copies that move between holders, and files that are lost or cut here meanwhile: the
// last copy of a version never goes, and nothing that went on purpose comes back.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "archive/copied_disk_fixture_test.h"

namespace curlew::archive {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

// The first three are packed and let go, the last three stay.
void let_half_go(Keeper& keeper) {
  std::vector<Location> going;
  for (const Version& each : must(keeper.archive().versions(kCopiedPage))) {
    if (going.size() < 3) going.push_back(each.location);
  }
  must(keeper.archive().finish());
  must(keeper.archive().pack(0));
  std::optional<std::vector<Location>> gone;
  for (int i = 0; i < 1'000 && !gone; ++i) gone = must(keeper.archive().let_go(going));
  ASSERT_TRUE(gone);
  ASSERT_THAT(*gone, Not(IsEmpty()));
}

std::string first_file(MemoryDisk& disk, std::string_view ending) {
  for (const std::string& name : must(disk.names())) {
    if (name.ends_with(ending)) return name;
  }
  return "";
}
std::string first_segment(MemoryDisk& disk) { return first_file(disk, ".warc.gz"); }
std::string index_of_first(MemoryDisk& disk) { return first_file(disk, ".cdxj"); }

// As when its process ends, or the connection is lost, before the copy is whole.
TEST(CopyMoves, WhatAReturningHolderHasOfOldDoesNotComeBackAfterARestart) {
  const auto own = std::make_shared<MemoryDisk>();
  Holder south;
  Holder west;
  {
    Keeper keeper(own);
    keeper.open();
    ASSERT_TRUE(keeper.connect(south) && keeper.send_all());
    for (int i = 0; i < 6; ++i) must(keeper.keep(i));
    ASSERT_TRUE(keeper.send_all());
    ASSERT_TRUE(keeper.connect(west, "west") && keeper.send_all());
    let_half_go(keeper);
    ASSERT_TRUE(keeper.send_all());
    ASSERT_TRUE(keeper.connect(south));
  }
  Keeper again(own);
  ASSERT_TRUE(again.connect(south)) << "it takes what went here for lost";
  EXPECT_EQ(must(again.disk().count_lost(*south.disk, CopyOf::kThis,
                                         again.disk().notes().holder.known)),
            0u);
  again.open();
  ASSERT_TRUE(again.send_all());
  EXPECT_EQ(versions_on(*own), (std::set{3, 4, 5}));
  EXPECT_EQ(versions_on(*south.disk), (std::set{3, 4, 5}));
}

// One that the notes say nothing of, as it has another name now.
TEST(CopyMoves, WhatAnUnknownHolderHasIsWrittenAnewAlsoAfterARestart) {
  const auto own = std::make_shared<MemoryDisk>();
  Holder south;
  {
    Keeper keeper(own);
    keeper.open();
    ASSERT_TRUE(keeper.connect(south) && keeper.send_all());
    for (int i = 0; i < 6; ++i) must(keeper.keep(i));
    ASSERT_TRUE(keeper.send_all());
    keeper.disk().disconnect();
    let_half_go(keeper);
    ASSERT_TRUE(keeper.connect(south, "renamed"));
  }
  Keeper again(own);
  ASSERT_TRUE(again.connect(south, "renamed"));
  again.open();
  ASSERT_TRUE(again.send_all());
  EXPECT_EQ(versions_on(*own), (std::set{3, 4, 5}));
  EXPECT_EQ(versions_on(*south.disk), (std::set{3, 4, 5}));
}

TEST(CopyMoves, AFormerHolderIsKeptInMindUntilNothingOfItsCopyIsLostHere) {
  const auto own = std::make_shared<MemoryDisk>();
  Holder south;
  Holder west;
  Keeper keeper(own);
  keeper.open();
  ASSERT_TRUE(keeper.connect(south) && keeper.send_all());
  for (int i = 0; i < 6; ++i) must(keeper.keep(i));
  ASSERT_TRUE(keeper.send_all());
  // The first file is lost, and at once the holder moves.
  for (const std::string& name : {first_segment(*own), index_of_first(*own)}) {
    must(own->remove(name));
  }
  ASSERT_TRUE(keeper.connect(west, "west") && keeper.send_all());
  EXPECT_EQ(versions_on(*west.disk), (std::set{2, 3, 4, 5}));
  Keeper again(own);
  const OnPurpose* known = again.disk().notes().known_of("south");
  ASSERT_NE(known, nullptr);
  EXPECT_GT(must(again.disk().count_lost(*south.disk, CopyOf::kThis, *known)), 0u);
  must(again.disk().bring_back(*south.disk, CopyOf::kThis, *known));
  EXPECT_EQ(must(again.disk().count_lost(*south.disk, CopyOf::kThis, *known)), 0u);
  EXPECT_EQ(versions_on(*own), numbers(6));
  ASSERT_TRUE(again.connect(west, "west") && again.send_all());
  EXPECT_EQ(versions_on(*west.disk), numbers(6));
  must(again.disk().forget_former("south"));
  EXPECT_EQ(Keeper(own).disk().notes().known_of("south"), nullptr);
}

TEST(CopyMoves, WhatWentSinceAFormerHolderHadItIsNotTakenForLost) {
  const auto own = std::make_shared<MemoryDisk>();
  Holder south;
  Holder west;
  Keeper keeper(own);
  keeper.open();
  ASSERT_TRUE(keeper.connect(south) && keeper.send_all());
  for (int i = 0; i < 6; ++i) must(keeper.keep(i));
  ASSERT_TRUE(keeper.send_all());
  ASSERT_TRUE(keeper.connect(west, "west") && keeper.send_all());
  let_half_go(keeper);
  ASSERT_TRUE(keeper.send_all());
  EXPECT_THAT(keeper.disk().notes().holder.known.gone, IsEmpty()) << "west followed";
  Keeper again(own);
  const OnPurpose* known = again.disk().notes().known_of("south");
  ASSERT_NE(known, nullptr);
  EXPECT_EQ(must(again.disk().count_lost(*south.disk, CopyOf::kThis, *known)), 0u);
}

TEST(CopyMoves, SoManyFormerHoldersAreKnownAndNoMore) {
  Keeper keeper(std::make_shared<MemoryDisk>());
  keeper.open();
  must(keeper.keep(0));
  std::vector<std::unique_ptr<Holder>> holders;
  for (int i = 0; i < 30; ++i) {
    holders.push_back(std::make_unique<Holder>());
    ASSERT_TRUE(keeper.connect(*holders.back(), "holder-" + std::to_string(i)));
  }
  const CopyNotes& notes = keeper.disk().notes();
  EXPECT_THAT(notes.former, SizeIs(CopyNotes::kMostFormer));
  EXPECT_EQ(notes.known_of("holder-0"), nullptr);
  EXPECT_NE(notes.known_of("holder-28"), nullptr);
}

// A record that is larger than a message was sent by half when a sync failed here, and
// what was not on the disk was cut off: the copy ends in the middle of a record.
TEST(CopyMoves, ARecordThatWasSentByHalfAndIsLostHereIsCutOffThere) {
  const auto own = std::make_shared<MemoryDisk>();
  Holder south;
  std::string segment;
  Bytes sound = 0;
  {
    Keeper keeper(own);
    keeper.open();
    ASSERT_TRUE(keeper.connect(south) && keeper.send_all());
    must(keeper.keep(0));
    ASSERT_TRUE(keeper.send_all());
    Random random(3);
    std::string large(3_MiB, ' ');
    for (char& c : large) c = static_cast<char>(random());
    segment = must(keeper.archive().append(capture_of(kCopiedPage, minute(1), large)))
                  .segment;
    sound = must(south.disk->open(segment))->size();
    EXPECT_FALSE(must(keeper.disk().step(1)));
    EXPECT_GT(must(south.disk->open(segment))->size(), sound);
    south.is_away = true;
  }
  south.is_away = false;
  must(must(own->open(segment))->truncate(sound));
  // As its terminal does it, again and again: what the copy has more of comes back, and
  // is of no use.
  bool is_ours = false;
  int openings = 0;
  for (; !is_ours && openings < 5; ++openings) {
    Keeper keeper(own);
    must(keeper.disk().bring_back(*south.disk, CopyOf::kThis,
                                  keeper.disk().notes().holder.known));
    keeper.open();
    is_ours = keeper.connect(south);
    if (!is_ours) continue;
    must(keeper.keep(2));
    ASSERT_TRUE(keeper.send_all());
  }
  EXPECT_EQ(openings, 1) << "it does not heal";
  EXPECT_EQ(versions_on(*own), (std::set{0, 2}));
  EXPECT_EQ(versions_on(*south.disk), (std::set{0, 2}));
}

TEST(CopyMoves, WhatIsWrittenBehindACutReplacesWhatTheCopyHasThere) {
  const auto own = std::make_shared<MemoryDisk>();
  Holder south;
  must(write_whole(*own, "a.pack", "torn end"));
  Keeper keeper(own);
  ASSERT_TRUE(keeper.connect(south) && keeper.send_all());
  const auto file = must(keeper.disk().open("a.pack"));
  must(file->truncate(4));
  must(file->append(" and another"));
  must(file->sync());
  EXPECT_EQ(must(must(south.disk->open("a.pack"))->read(0, 100)), "torn and another");
}

TEST(CopyMoves, AnIndexThatIsShorterHereIsNoLoss) {
  const auto own = std::make_shared<MemoryDisk>();
  Holder south;
  Keeper keeper(own);
  keeper.open();
  ASSERT_TRUE(keeper.connect(south) && keeper.send_all());
  for (int i = 0; i < 3; ++i) must(keeper.keep(i));
  must(keeper.archive().finish());
  ASSERT_TRUE(keeper.send_all());
  must(must(south.disk->open(index_of_first(*own)))->append("x\n"));
  ASSERT_TRUE(keeper.connect(south) && keeper.send_all());
  EXPECT_EQ(versions_on(*south.disk), numbers(3));
}

TEST(CopyMoves, LargeFilesAreComparedInParts) {
  const auto own = std::make_shared<MemoryDisk>();
  Holder south;
  const std::string large(kDigested * 2 + 5, 'x');
  must(write_whole(*own, "others.warc.gz", large));
  must(write_whole(*south.disk, "others.warc.gz", large));
  must(write_whole(*own, "copy", "curlew copy 1\nid first\nholder south\n"));
  Keeper keeper(own);
  const int before = south.questions;
  ASSERT_TRUE(keeper.connect(south));
  EXPECT_EQ(south.questions - before, 1 + 3);
  EXPECT_TRUE(keeper.disk().has_sent_all_of("others.warc.gz"));
  EXPECT_EQ(must(HeldCopy(*south.disk).digest_of("others.warc.gz", 0, large.size())),
            must(HeldCopy(*south.disk).digest_of("others.warc.gz", 0, kDigested)));
}

TEST(CopyMoves, NamesThatCouldBeLinesOfTheNotesAreNotCopied) {
  EXPECT_FALSE(is_copied_file("a.warc.gz\nholder evil"));
  EXPECT_FALSE(is_copied_file(std::string("a\0.warc.gz", 10)));
  EXPECT_TRUE(is_copied_file("a b.warc.gz"));
}

}  // namespace
}  // namespace curlew::archive
