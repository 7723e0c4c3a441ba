#include "schedule/documents/neighbourhood.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/random.h"

namespace curlew::schedule::documents {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Slot> siblings(const Neighbourhood& all, Slot slot) {
  std::array<Slot, Neighbourhood::kMost> found;
  return {found.begin(), found.begin() + long(all.siblings(slot, found))};
}
std::vector<Slot> cousins(const Neighbourhood& all, Slot slot) {
  std::array<Slot, Neighbourhood::kMost> found;
  return {found.begin(), found.begin() + long(all.cousins(slot, found))};
}

TEST(Neighbourhood, KnowsWhoIsInTheSameDirectory) {
  Neighbourhood all;
  all.join(0, "https://a.org/x/b");
  all.join(1, "https://a.org/x/a");
  all.join(2, "https://a.org/y/c");
  all.join(3, "https://b.org/x/d");
  all.join(4, "https://a.org/x/c/index.html");
  EXPECT_THAT(siblings(all, 0), ElementsAre(1, 4));
  EXPECT_THAT(siblings(all, 2), IsEmpty());
  EXPECT_THAT(cousins(all, 2), testing::UnorderedElementsAre(0, 1, 4));
  EXPECT_THAT(cousins(all, 3), IsEmpty());
  EXPECT_EQ(all.host(0), all.host(2));
  EXPECT_NE(all.host(0), all.host(3));
  EXPECT_EQ(all.documents_of(all.host(0)), 4u);
}

TEST(Neighbourhood, ForgetsThoseWhoLeave) {
  Neighbourhood all;
  for (Slot slot = 0; slot < 4; ++slot) {
    all.join(slot, fmt::format("https://a.org/x/{}", slot));
  }
  all.leave(2);
  all.leave(2);
  EXPECT_FALSE(all.contains(2));
  EXPECT_THAT(siblings(all, 1), ElementsAre(0, 3));
  EXPECT_THAT(siblings(all, 2), IsEmpty());
  all.join(2, "https://b.org/");
  all.join(1, "https://b.org/z");  // Moves.
  EXPECT_THAT(siblings(all, 1), ElementsAre(2));
  EXPECT_THAT(siblings(all, 0), ElementsAre(3));
}

TEST(Neighbourhood, PrefersTheNearestNames) {
  Neighbourhood all;
  for (Slot slot = 0; slot < 100; ++slot) {
    all.join(slot, fmt::format("https://a.org/x/{:02}", slot));
  }
  const auto middle = siblings(all, 50);
  EXPECT_EQ(middle.front(), 42u);
  EXPECT_EQ(middle.back(), 58u);
  EXPECT_EQ(siblings(all, 0).back(), 16u);
  EXPECT_EQ(siblings(all, 99).front(), 83u);
  EXPECT_EQ(siblings(all, 99).size(), Neighbourhood::kMost);
}

// Everybody is compared with everybody.
class Naive {
 public:
  void join(Slot slot, std::string folder, std::string name) {
    where_[slot] = {std::move(folder), std::move(name)};
  }
  void leave(Slot slot) { where_.erase(slot); }
  std::vector<Slot> siblings(Slot slot) const {
    std::vector<std::pair<std::string, Slot>> same;
    for (const auto& [other, place] : where_) {
      if (place.first == where_.at(slot).first) same.emplace_back(place.second, other);
    }
    std::sort(same.begin(), same.end());
    const auto self = std::pair(where_.at(slot).second, slot);
    long first = std::find(same.begin(), same.end(), self) - same.begin() - 8;
    first = std::max(0l, std::min(first, long(same.size()) - 17));
    std::vector<Slot> found;
    for (long i = first; i < std::min(first + 17, long(same.size())); ++i) {
      if (same[std::size_t(i)].second != slot) {
        found.push_back(same[std::size_t(i)].second);
      }
    }
    return found;
  }
  const auto& all() const { return where_; }

 private:
  std::map<Slot, std::pair<std::string, std::string>> where_;
};

TEST(Neighbourhood, AgreesWithTheNaiveOne) {
  Random random(5);
  Neighbourhood fast;
  Naive naive;
  for (int step = 0; step < 3000; ++step) {
    const auto slot = Slot(random.below(200));
    if (naive.all().contains(slot)) {
      fast.leave(slot);
      naive.leave(slot);
    } else {
      const std::string folder =
          fmt::format("p{}/d{}", random.below(2), random.below(4));
      const std::string name = fmt::format("n{}", random.below(50));
      fast.join(slot, fmt::format("https://h.org/{}/{}", folder, name));
      naive.join(slot, folder, name);
    }
    if (naive.all().empty()) continue;
    const auto& [asked, place] =
        *std::next(naive.all().begin(), long(random.below(naive.all().size())));
    ASSERT_EQ(siblings(fast, asked), naive.siblings(asked)) << step;
    const auto others = cousins(fast, asked);
    const std::set<Slot> distinct(others.begin(), others.end());
    ASSERT_EQ(distinct.size(), others.size());
    for (const Slot other : others) {
      const auto& its = naive.all().at(other).first;
      ASSERT_NE(its, place.first);
      ASSERT_EQ(its.substr(0, 2), place.first.substr(0, 2));
    }
  }
}

}  // namespace
}  // namespace curlew::schedule::documents
