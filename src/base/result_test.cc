#include "base/result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace curlew {
namespace {

using testing::ElementsAre;

// Counts how many of it live.
class Counted {
 public:
  explicit Counted(int& living) : living_(&living) { ++*living_; }
  Counted(const Counted& other) : living_(other.living_) { ++*living_; }
  Counted(Counted&& other) noexcept : living_(other.living_) { ++*living_; }
  Counted& operator=(const Counted& other) = default;
  ~Counted() { --*living_; }

 private:
  int* living_;
};

Result<std::string> word(bool has_failed) {
  if (has_failed) return Error{ErrorKind::kBusy, "no word"};
  return std::string("a word that is too long to stand in the string itself");
}

Result<std::size_t> length(bool has_failed) {
  TRY_ASSIGN(const std::string text, word(has_failed));
  return text.size();
}

Result<void> look(bool has_failed) {
  TRY(length(has_failed));
  return {};
}

Error first_error(bool has_failed) {
  TRY(look(has_failed));
  return {};
}

TEST(ResultTest, TryHandsTheSameErrorOnThroughAllTypes) {
  EXPECT_EQ(length(true).error().kind, ErrorKind::kBusy);
  EXPECT_EQ(length(true).error().text, "no word");
  EXPECT_EQ(look(true).error().text, "no word");
  EXPECT_EQ(first_error(true).text, "no word");
}

TEST(ResultTest, TryGoesOnWithAValue) {
  EXPECT_EQ(*length(false), 53u);
  EXPECT_TRUE(look(false).ok());
  EXPECT_EQ(first_error(false).text, "");
}

TEST(ResultTest, AValueIsDestroyedOnceWhateverBecomesOfIt) {
  int living = 0;
  {
    Result<Counted> first = Counted(living);
    Result<Counted> copied = first;
    Result<Counted> moved = std::move(first);
    moved = Error{ErrorKind::kFailed, "gone"};
    copied = Counted(living);
    moved = std::move(copied);
    const Counted taken = *std::move(moved);
  }
  EXPECT_EQ(living, 0);
}

TEST(ResultTest, AnErrorSurvivesCopiesAndMoves) {
  Result<int> first = Error{ErrorKind::kNotFound, "not here"};
  const Result<int> copied = first;
  Result<int> moved = std::move(first);
  EXPECT_EQ(copied.error().text, "not here");
  EXPECT_EQ(moved.error().text, "not here");
  moved = 3;
  EXPECT_EQ(*moved, 3);
  moved = copied;
  EXPECT_EQ(moved.error().kind, ErrorKind::kNotFound);

  Result<void> nothing = copied.error();
  const Result<void> same = nothing;
  nothing = Result<void>();
  EXPECT_TRUE(nothing.ok());
  EXPECT_EQ(same.error().text, "not here");
}

TEST(ResultTest, AnErrorTakenOutCanBeToldFromFurtherOut) {
  EXPECT_EQ(word(true).error().within("speaking").text, "speaking: no word");
}

TEST(ResultTest, WhatCannotBeCopiedIsMoved) {
  Result<std::unique_ptr<int>> made = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = *std::move(made);
  EXPECT_EQ(*taken, 5);
  static_assert(!std::is_copy_constructible_v<Result<std::unique_ptr<int>>>);
}

TEST(ResultTest, TemporariesAreSafeToWalk) {
  const auto make = [] { return Result<std::vector<int>>(std::vector<int>{1, 2}); };
  std::vector<int> seen;
  for (const int each : *make()) seen.push_back(each);
  EXPECT_THAT(seen, ElementsAre(1, 2));
}

TEST(ResultTest, AskingAnErrorForItsValueIsNeverAnswered) {
  EXPECT_THROW(static_cast<void>(*word(true)), std::logic_error);
}

}  // namespace
}  // namespace curlew
