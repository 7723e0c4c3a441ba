#include "extract/clips/clip.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace curlew::extract {
namespace {

using text::Language;

const text::Analyzer& clip_analyzer() {
  static const text::Analyzer one;
  return one;
}

// The clip around the first place where the block has these letters.
Clip clip_of(const model::Block& block, std::string_view keyword,
             Language language = Language::kEnglish) {
  text::Analysis analysis;
  clip_analyzer().analyze(block.text, language, analysis);
  const std::size_t at = block.text.find(keyword);
  EXPECT_NE(at, std::string::npos) << keyword;
  return make_clip(block, {at, at + keyword.size()}, analysis);
}

Clip clip_in(std::string text, std::string_view keyword,
             Language language = Language::kEnglish) {
  return clip_of({.text = std::move(text)}, keyword, language);
}

TEST(Clip, HasTheSentenceWithOneBeforeAndOneAfter) {
  const Clip clip =
      clip_in("One is here. Two is here. The mayor spoke. Four. Five.", "mayor");
  EXPECT_EQ(clip.summary, "Two is here. The mayor spoke. Four.");
  EXPECT_EQ(clip.mark.of(clip.summary), "mayor");
  EXPECT_EQ(clip.title, "One is here.");
}

TEST(Clip, AtEitherEndOfTheTextHasWhatThereIs) {
  EXPECT_EQ(clip_in("The mayor spoke. Two.", "mayor").summary, "The mayor spoke. Two.");
  EXPECT_EQ(clip_in("One. Two. So spoke the mayor", "mayor").summary,
            "Two. So spoke the mayor");
  EXPECT_EQ(clip_in("mayor", "mayor").summary, "mayor");
}

TEST(Clip, OfGreekTextEndsAtGreekQuestionMarks) {
  const Clip clip =
      clip_in("Πρώτη πρόταση. Ποιος μίλησε; Ο δήμαρχος μίλησε. Τέταρτη. Πέμπτη.",
              "δήμαρχος", Language::kGreek);
  EXPECT_EQ(clip.summary, "Ποιος μίλησε; Ο δήμαρχος μίλησε. Τέταρτη.");
}

TEST(Clip, OfTextWithoutSentenceMarksIsBoundedOnBordersOfWords) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += fmt::format("word{} ", i);
  text += "mayor ";
  for (int i = 0; i < 1000; ++i) text += fmt::format("word{} ", i);
  const Clip clip = clip_in(text, "mayor");
  EXPECT_LE(clip.summary.size(), ClipOptions().max_sentence_bytes);
  EXPECT_GE(clip.summary.size(), ClipOptions().max_sentence_bytes - 20);
  const std::size_t at = text.find(clip.summary);
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(text[at - 1], ' ');
  EXPECT_EQ(text[at + clip.summary.size()], ' ');
  EXPECT_EQ(clip.mark.of(clip.summary), "mayor");
  EXPECT_LE(clip.title.size(), ClipOptions().max_title_bytes);
  EXPECT_TRUE(clip.title.starts_with("word0 word1 "));
}

TEST(Clip, BoundsLongNeighboursOnTheirFarSide) {
  std::string tale = "Start";
  for (int i = 0; i < 300; ++i) tale += " and";
  const Clip clip = clip_in(tale + " end. The mayor spoke. " + tale + ".", "mayor");
  EXPECT_TRUE(clip.summary.starts_with("and and"));
  EXPECT_TRUE(clip.summary.ends_with("and and"));
  EXPECT_LE(clip.summary.size(), 2 * ClipOptions().max_sentence_bytes + 30);
}

TEST(Clip, SummariesArePartsOfTheTextOnBordersOfSentences) {
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += fmt::format("{}Sentence {} has {} things.", i % 3 ? " " : "\n", i,
                        i % 7 ? "some" : "mayor");
  text::Analysis analysis;
  clip_analyzer().analyze(text, Language::kEnglish, analysis);
  for (const text::Token& token : analysis.tokens()) {
    const Clip clip = make_clip({.text = text}, {token.begin, token.end}, analysis);
    const std::size_t begin = text.find(clip.summary);
    ASSERT_NE(begin, std::string::npos);
    const auto begins = [begin](text::ByteRange range) { return range.begin == begin; };
    const auto ends = [&](text::ByteRange range) {
      return range.end == begin + clip.summary.size();
    };
    EXPECT_TRUE(std::ranges::any_of(analysis.sentences(), begins)) << clip.summary;
    EXPECT_TRUE(std::ranges::any_of(analysis.sentences(), ends)) << clip.summary;
  }
}

std::string summary_below(const std::string& heading, const std::string& text,
                          const std::string& keyword) {
  return clip_of({.text = text, .heading = heading}, keyword).summary;
}

TEST(Clip, NeverRepeatsItsOwnHeading) {
  const std::string heading = "The old bridge opens";
  const std::string text = heading + "\nThe mayor spoke. A band played. All went home.";
  EXPECT_EQ(summary_below(heading, text, "mayor"), "The mayor spoke. A band played.");
  EXPECT_EQ(summary_below(heading, text, "bridge"), "The mayor spoke. A band played.")
      << "the keyword is in the heading alone";
  EXPECT_EQ(summary_below(heading, heading, "bridge"), "");
  EXPECT_EQ(summary_below(heading, "One.\nThe mayor spoke.\n" + heading, "mayor"),
            "One.\nThe mayor spoke.");
  EXPECT_EQ(summary_below(heading, heading + " on Monday. Two.", "bridge"),
            heading + " on Monday. Two.")
      << "a sentence that begins like it is another";
}

TEST(Clip, MarksNothingWhereTheKeywordStandsInTheHeading) {
  const model::Block block{.text = "The old bridge opens\nThe mayor spoke.",
                           .heading = "The old bridge opens"};
  EXPECT_EQ(clip_of(block, "bridge").mark, text::ByteRange());
}

TEST(Clip, NeverRepeatsTheLabelThatServesAsItsTitle) {
  const Clip clip = clip_of(
      {.text = "A bridge for all\nThe mayor spoke. Two.", .label = "A bridge for all"},
      "mayor");
  EXPECT_EQ(clip.title, "A bridge for all");
  EXPECT_EQ(clip.summary, "The mayor spoke. Two.");
}

TEST(ClipTitle, IsTheHeadingElseTheRareClassElseTheFirstSentence) {
  model::Block block{.text = "First sentence. Second.",
                     .heading = "A heading",
                     .label = "A label",
                     .label_uses = 1};
  text::Analysis analysis;
  clip_analyzer().analyze(block.text, Language::kEnglish, analysis);
  EXPECT_EQ(title_of(block, analysis), "A heading");
  block.heading.clear();
  EXPECT_EQ(title_of(block, analysis), "A label");
  block.label.clear();
  EXPECT_EQ(title_of(block, analysis), "First sentence.");
}

}  // namespace
}  // namespace curlew::extract
