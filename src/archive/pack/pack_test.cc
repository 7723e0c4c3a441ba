#include "archive/pack/pack.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "archive/archive_fixture.h"
#include "archive/memory_disk.h"

namespace curlew::archive {
namespace {

constexpr const char* kName = "a.pack";

// A long page of which each version differs a little from the last.
std::string version_number(int number) {
  static const std::string first = page_number(0, 20'000) + noise(1, 3000);
  std::string page = first;
  page.replace(100 * (number % 150), 20, fmt::format("{:020}", number));
  return page;
}

std::string key_of_number(int number) { return fmt::format("segment {}", number); }

class PackTest : public testing::Test {
 protected:
  std::unique_ptr<Pack> open(Pack::Access access = Pack::Access::kWrite) {
    return must(Pack::open(disk_, kName, access, {.longest_chain = 8}));
  }
  void fill(Pack& pack, int from, int to) {
    for (int i = from; i < to; ++i) {
      must(pack.append(key_of_number(i), fmt::format("series {}", i % 3),
                       version_number(i)));
    }
    must(pack.commit());
  }
  MemoryDisk disk_;
};

TEST_F(PackTest, GivesBackEveryVersionAndTakesLittleRoom) {
  auto pack = open();
  fill(*pack, 0, 50);
  pack = nullptr;
  pack = open();
  fill(*pack, 50, 100);
  for (const auto access : {Pack::Access::kWrite, Pack::Access::kRead}) {
    pack = open(access);
    for (int i = 99; i >= 0; --i) {
      ASSERT_EQ(must(pack->read(key_of_number(i))), version_number(i)) << i;
    }
    EXPECT_EQ(must(pack->keys()).size(), 100u);
    EXPECT_TRUE(must(pack->verify()).empty());
  }
  // Every eighth is whole, about 3.3 KB; the others only what changed.
  EXPECT_LT(pack->size(), 100u * 900);
  EXPECT_EQ(pack->read("other").error().kind, ErrorKind::kNotFound);
}

TEST_F(PackTest, RefusesAKeyThatIsThere) {
  auto pack = open();
  fill(*pack, 0, 1);
  const auto again = pack->append(key_of_number(0), "series", "x");
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().kind, ErrorKind::kExists);
}

TEST_F(PackTest, KeepsEmptyAndEqualAndUnlikeVersions) {
  auto pack = open();
  const std::string versions[] = {"", noise(1, 10'000), noise(1, 10'000), "",
                                  noise(2, 50)};
  for (int i = 0; i < 5; ++i) {
    must(pack->append(key_of_number(i), "series", versions[i]));
  }
  must(pack->commit());
  EXPECT_LT(pack->size(), 11'000u);
  pack = nullptr;
  pack = open();
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(must(pack->read(key_of_number(i))), versions[i]);
  }
}

TEST_F(PackTest, RefusesWhatIsTooLong) {
  const auto pack =
      must(Pack::open(disk_, kName, Pack::Access::kWrite, {.largest_entry = 100}));
  EXPECT_EQ(pack->append("k", "s", std::string(101, 'x')).error().kind,
            ErrorKind::kLimit);
  EXPECT_EQ(pack->append(std::string(5000, 'k'), "s", "x").error().kind,
            ErrorKind::kLimit);
  must(pack->append("k", "s", std::string(100, 'x')));
}

TEST_F(PackTest, DamageIsNamedAndCostsNoMoreThanItsSeries) {
  auto pack = open();
  fill(*pack, 0, 60);
  pack = nullptr;
  const std::string sound = disk_.content(kName);
  for (std::size_t at = 16; at < sound.size(); at += 397) {
    std::string damaged = sound;
    damaged[at] ^= 0x21;
    disk_.set_content(kName, damaged);
    pack = open(Pack::Access::kRead);
    int good = 0;
    for (int i = 0; i < 60; ++i) {
      const auto bytes = pack->read(key_of_number(i));
      if (bytes.ok()) {
        ASSERT_EQ(*bytes, version_number(i));
        ++good;
      }
    }
    // A chain of eight at most; behind the last sync also what follows.
    EXPECT_GE(good, 50) << at;
    EXPECT_EQ(must(pack->verify()).empty(), good == 60) << at;
  }
}

TEST_F(PackTest, IsNotTakenForAnotherFile) {
  disk_.set_content(kName, "something else entirely");
  const auto pack = Pack::open(disk_, kName, Pack::Access::kWrite);
  ASSERT_FALSE(pack.ok());
  EXPECT_EQ(pack.error().kind, ErrorKind::kMalformed);
  EXPECT_EQ(disk_.content(kName), "something else entirely");
}

class PackPowerLoss : public testing::TestWithParam<MemoryDisk::Unsynced> {};

TEST_P(PackPowerLoss, LosesNothingCommitted) {
  Random random(9);
  for (std::int64_t operation = 1;; ++operation) {
    SCOPED_TRACE(testing::Message() << "power lost at operation " << operation);
    MemoryDisk disk;
    int committed = 0;
    disk.die_at(operation);
    const auto live = [&]() -> Result<void> {
      for (int round = 0; round < 3; ++round) {
        TRY_ASSIGN(const auto pack, Pack::open(disk, kName, Pack::Access::kWrite));
        for (int i = committed; i < 10 * (round + 1); i += 2) {
          TRY(pack->append(key_of_number(i), "s", version_number(i)));
          TRY(pack->append(key_of_number(i + 1), "s", version_number(i + 1)));
          TRY(pack->commit());
          committed = i + 2;
        }
      }
      return {};
    };
    const auto lived = live();
    const bool has_died = disk.is_dead();
    ASSERT_TRUE(lived.ok() || has_died) << lived.error().text;
    disk.restart(GetParam(), random);
    const auto pack = must(Pack::open(disk, kName, Pack::Access::kWrite));
    const auto keys = must(pack->keys());
    ASSERT_GE(keys.size(), static_cast<std::size_t>(committed));
    for (int i = 0; i < static_cast<int>(keys.size()); ++i) {
      ASSERT_EQ(must(pack->read(key_of_number(i))), version_number(i));
    }
    ASSERT_TRUE(must(pack->verify()).empty());
    must(pack->append("next", "s", version_number(1000)));
    must(pack->commit());
    if (!has_died) {
      EXPECT_GT(operation, 40);
      return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, PackPowerLoss,
                         testing::Values(MemoryDisk::Unsynced::kLost,
                                         MemoryDisk::Unsynced::kByChance,
                                         MemoryDisk::Unsynced::kKept));

}  // namespace
}  // namespace curlew::archive
