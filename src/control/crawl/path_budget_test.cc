#include "control/crawl/path_budget.h"

#include <gtest/gtest.h>

#include <vector>

namespace curlew::control {
namespace {

using Brought = PathBudget::Brought;
constexpr frontier::TopicIndex kOne{0}, kOther{1};

url::Url address_at(std::string_view path) {
  return *url::parse_url("https://sea.example" + std::string(path));
}
SaidWords saying(int what) {
  std::string text;
  for (int i = 0; i < 60; ++i) {
    for (const int part : {what % 26, what / 26 % 26, i % 26, i / 26}) {
      text += static_cast<char>('a' + part);
    }
    text += ' ';
  }
  return said_words("Title", text);
}

TEST(PathBudget, PagesSayTheSameWhateverTheirNumbers) {
  EXPECT_EQ(said_words("Day 7", "No events on 2024-05-07."),
            said_words("Day 8", "No events on 2024-06-08!"));
  EXPECT_NE(said_words("Day", "No events"), said_words("Day", "One event"));
  EXPECT_EQ(said_words("", "").size(), 0u);
  EXPECT_EQ(saying(3).size(), 48u);
}

TEST(PathBudget, AddressesOfOneKindAreThoseThatOneProgramMakes) {
  const auto kind = [](std::string_view path) {
    return address_kind(address_at(path));
  };
  EXPECT_EQ(kind("/"), "sea.example");
  EXPECT_EQ(kind("/news/2024/05/12/the-late-ferry"), "sea.example/news/#+/t");
  EXPECT_EQ(kind("/2024/05/12/the-late-ferry"), "sea.example/#+/t");
  EXPECT_EQ(kind("/cal?y=2024&m=5"), "sea.example/cal?m=#&y=#");
  EXPECT_EQ(kind("/cal?view=week"), "sea.example/cal?view");
  EXPECT_EQ(kind("/deep/ab/cd/ef"), kind("/deep/ab/cd/ef/gh/ij"));
  EXPECT_EQ(kind("/deep/1/2/3"), kind("/deep/4/5"));
  EXPECT_NE(kind("/sports/today"), kind("/culture/today"));
}

TEST(PathBudget, AKindThatSaysTheSameAgainAndAgainIsLeftAloneForAPhase) {
  PathBudget budget;
  int visits = 0;
  while (budget.may_visit(kOne, address_at("/cal?d=7")) && visits < 100) {
    ++visits;
    budget.learn(kOne, address_at("/cal?d=" + std::to_string(visits)),
                 Brought::kOtherPage, saying(1));
  }
  EXPECT_GE(visits, 10);
  EXPECT_LE(visits, 15);
  EXPECT_TRUE(budget.may_visit(kOther, address_at("/cal?d=7")))
      << "to another topic it may be";
  EXPECT_TRUE(budget.may_visit(kOne, address_at("/news/a-late-ferry")));
  budget.begin_phase(kOne);
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(budget.may_visit(kOne, address_at("/cal?d=7")));
    budget.learn(kOne, address_at("/cal?d=7"), Brought::kCopy, {});
  }
  EXPECT_FALSE(budget.may_visit(kOne, address_at("/cal?d=7")));
}

TEST(PathBudget, PagesThatDifferAreFollowedEvenIfFewAreKept) {
  PathBudget budget;
  for (int i = 0; i < 1000; ++i) {
    const bool is_kept = i % 20 == 19;
    budget.learn(kOne, address_at("/story/" + std::to_string(i)),
                 is_kept ? Brought::kKeptPage : Brought::kOtherPage, saying(i));
    ASSERT_TRUE(budget.may_visit(kOne, address_at("/story/7"))) << i;
    budget.learn(kOne, address_at("/news/the-story-of-x"), Brought::kOtherPage,
                 saying(i));
  }
  EXPECT_TRUE(budget.may_visit(kOne, address_at("/news/the-story-of-x")))
      << "titles do not go on for ever";
}

TEST(PathBudget, NumbersThatNeverBringAnythingEnd) {
  PathBudget budget;
  int visits = 0;
  while (budget.may_visit(kOne, address_at("/item/7")) && visits < 1000) {
    ++visits;
    budget.learn(kOne, address_at("/item/" + std::to_string(visits)),
                 Brought::kOtherPage, saying(visits));
  }
  EXPECT_GT(visits, 100);
  EXPECT_LT(visits, 140);
}

TEST(PathBudget, MemoryIsBounded) {
  PathBudget budget;
  for (int i = 0; i < 6000; ++i) {
    std::string name = "/";
    for (int at = i + 1; at > 0; at /= 26) name += char('a' + at % 26);
    budget.learn(kOne, address_at(name + "/page"), Brought::kCopy, {});
  }
  EXPECT_LE(budget.size(), 4096u);
}

}  // namespace
}  // namespace curlew::control
