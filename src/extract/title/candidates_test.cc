#include "extract/title/candidates.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace curlew::extract {
namespace {

using testing::Field;
using testing::UnorderedElementsAre;

constexpr TypeChances kArticle = {1, 0, 0, 0, 0, 0, 0};

std::vector<TitleCandidate> candidates_of(const Metadata& facts) {
  return title_candidates(facts, "https://www.example.org/terns-come-back", kArticle);
}

TitleCandidate candidate(const Metadata& facts, std::string_view text) {
  for (const TitleCandidate& each : candidates_of(facts))
    if (each.text == text) return each;
  ADD_FAILURE() << text << " is not offered";
  return {};
}

TEST(TitleCandidates, AreThePartsOfTheTitleOneByOne) {
  EXPECT_THAT(candidates_of({.title = "Terns come back - Birds | Example"}),
              UnorderedElementsAre(
                  Field(&TitleCandidate::text, "Terns come back - Birds | Example"),
                  Field(&TitleCandidate::text, "Terns come back - Birds"),
                  Field(&TitleCandidate::text, "Terns come back"),
                  Field(&TitleCandidate::text, "Birds | Example"),
                  Field(&TitleCandidate::text, "Birds"),
                  Field(&TitleCandidate::text, "Example")));
}

TEST(TitleCandidates, AreNeverTwoThatSayTheSame) {
  const Metadata facts{.title = "Terns come back",
                       .og_title = "TERNS COME BACK!",
                       .headline = "Terns “come back”",
                       .h1 = {{"Terns come back", 0}}};
  EXPECT_EQ(candidates_of(facts).size(), 1u);
  EXPECT_EQ(at(candidate(facts, "Terns come back").features, TitleFeature::said_votes),
            4);
}

TEST(TitleCandidates, KnowWhetherTheTitleAndAHeadingSayTheSame) {
  const Metadata facts{.title = "Terns come back | Example",
                       .h1 = {{"Example", 0}, {"The terns are back", 0.2F}}};
  EXPECT_TRUE(candidate(facts, "Example").is_heading);
  EXPECT_TRUE(candidate(facts, "Example").is_part_of_title);
  EXPECT_FALSE(candidate(facts, "Terns come back").is_heading);
  EXPECT_FALSE(candidate(facts, "The terns are back").is_part_of_title);
}

TEST(TitleCandidates, KnowWhichHeadingIsNearestToTheTitle) {
  const Metadata facts{.title = "Terns come back to the island",
                       .h1 = {{"Our island news", 0}, {"Terns come back", 0.2F}}};
  const TitleRow main = candidate(facts, "Terns come back").features;
  EXPECT_EQ(at(main, TitleFeature::heading_is_main), 1);
  EXPECT_FLOAT_EQ(at(main, TitleFeature::heading_text_before), 0.2F);
  EXPECT_EQ(at(main, TitleFeature::path_overlap), 1);
  const TitleRow first = candidate(facts, "Our island news").features;
  EXPECT_EQ(at(first, TitleFeature::heading_is_main), 0);
}

TEST(TitleCandidates, AreNothingWherePagesSayNothing) {
  EXPECT_TRUE(candidates_of({.title = " | ", .h1 = {{"—", 0}}}).empty());
}

TEST(TitleCandidates, AreFewHoweverMuchAPageSays) {
  Metadata facts;
  for (int i = 0; i < 1000; ++i) facts.title += std::to_string(i) + " | ";
  for (int i = 0; i < 2000; ++i) facts.items.push_back({.headline = std::to_string(i)});
  EXPECT_LE(candidates_of(facts).size(), 40u);
}

}  // namespace
}  // namespace curlew::extract
