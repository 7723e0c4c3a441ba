#include "extract/clips/clip.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "extract/areas/readable_parts.h"
#include "extract/testdata_test.h"

namespace curlew::extract {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using text::Language;

const text::Analyzer& clip_analyzer() {
  static const text::Analyzer one;
  return one;
}

std::vector<Clip> clips_in(std::string text, std::vector<std::string> keywords,
                           Language language = Language::kEnglish,
                           const ClipOptions& options = {}) {
  const std::vector<model::Block> blocks{{.text = std::move(text)}};
  return find_clips(
      blocks, KeywordFinder(std::move(keywords), language, {clip_analyzer()}), options);
}

TEST(Clip, HasTheSentenceWithOneBeforeAndOneAfter) {
  const auto clips =
      clips_in("One is here. Two is here. The mayor spoke. Four. Five.", {"mayor"});
  ASSERT_THAT(clips, SizeIs(1));
  EXPECT_EQ(clips[0].summary, "Two is here. The mayor spoke. Four.");
  EXPECT_EQ(clips[0].position, 30U);
  EXPECT_EQ(clips[0].title, "One is here.");
}

TEST(Clip, AtEitherEndOfTheTextHasWhatThereIs) {
  EXPECT_EQ(clips_in("The mayor spoke. Two.", {"mayor"})[0].summary,
            "The mayor spoke. Two.");
  EXPECT_EQ(clips_in("One. Two. So spoke the mayor", {"mayor"})[0].summary,
            "Two. So spoke the mayor");
  EXPECT_EQ(clips_in("mayor", {"mayor"})[0].summary, "mayor");
}

TEST(Clip, OfGreekTextEndsAtGreekQuestionMarks) {
  const auto clips =
      clips_in("Πρώτη πρόταση. Ποιος μίλησε; Ο δήμαρχος μίλησε. Τέταρτη. Πέμπτη.",
               {"ΔΗΜΑΡΧΟΥ"}, Language::kGreek);
  ASSERT_THAT(clips, SizeIs(1));
  EXPECT_EQ(clips[0].summary, "Ποιος μίλησε; Ο δήμαρχος μίλησε. Τέταρτη.");
}

TEST(Clip, OfTextWithoutSentenceMarksIsBoundedOnBordersOfWords) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += fmt::format("word{} ", i);
  text += "mayor ";
  for (int i = 0; i < 1000; ++i) text += fmt::format("word{} ", i);
  const auto clips = clips_in(text, {"mayor"});
  ASSERT_THAT(clips, SizeIs(1));
  EXPECT_LE(clips[0].summary.size(), ClipOptions().max_sentence_bytes);
  EXPECT_GE(clips[0].summary.size(), ClipOptions().max_sentence_bytes - 20);
  const std::size_t at = text.find(clips[0].summary);
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(text[at - 1], ' ');
  EXPECT_EQ(text[at + clips[0].summary.size()], ' ');
  EXPECT_LE(clips[0].title.size(), ClipOptions().max_title_bytes);
  EXPECT_TRUE(clips[0].title.starts_with("word0 word1 "));
}

TEST(Clip, BoundsLongNeighboursOnTheirFarSide) {
  std::string tale = "Start";
  for (int i = 0; i < 300; ++i) tale += " and";
  const auto clips = clips_in(tale + " end. The mayor spoke. " + tale + ".", {"mayor"});
  ASSERT_THAT(clips, SizeIs(1));
  EXPECT_TRUE(clips[0].summary.starts_with("and and"));
  EXPECT_TRUE(clips[0].summary.ends_with("and and"));
  EXPECT_LE(clips[0].summary.size(), 2 * ClipOptions().max_sentence_bytes + 30);
}

TEST(Clip, IsMadeOncePerKeywordWithinASummary) {
  const std::string text = "A mayor. The mayor. My mayor. X. Y. Z. Another mayor.";
  EXPECT_THAT(clips_in(text, {"mayor"}), SizeIs(3));
  EXPECT_THAT(clips_in("One mayor, two mayors and the mayor.", {"mayor"}), SizeIs(1));
  EXPECT_THAT(clips_in("The mayor and the bridge.", {"mayor", "bridge"}), SizeIs(2));
  EXPECT_THAT(clips_in(text, {"mayor"}, Language::kEnglish, {.max_clips = 2}),
              SizeIs(2));
}

TEST(Clip, SummariesArePartsOfTheTextOnBordersOfSentences) {
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += fmt::format("{}Sentence {} has {} things.", i % 3 ? " " : "\n", i,
                        i % 7 ? "some" : "mayor");
  text::Analysis analysis;
  clip_analyzer().analyze(text, Language::kEnglish, analysis);
  for (const Clip& clip : clips_in(text, {"mayor", "things", "sentence"})) {
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
  const std::vector<model::Block> blocks{{.text = text, .heading = heading}};
  const auto clips = find_clips(
      blocks, KeywordFinder({keyword}, Language::kEnglish, {clip_analyzer()}));
  return clips.empty() ? "no clip" : clips[0].summary;
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

TEST(Clip, NeverRepeatsTheLabelThatServesAsItsTitle) {
  const std::vector<model::Block> blocks{
      {.text = "A bridge for all\nThe mayor spoke. Two.", .label = "A bridge for all"}};
  const auto clips = find_clips(
      blocks, KeywordFinder({"mayor"}, Language::kEnglish, {clip_analyzer()}));
  ASSERT_THAT(clips, SizeIs(1));
  EXPECT_EQ(clips[0].title, "A bridge for all");
  EXPECT_EQ(clips[0].summary, "The mayor spoke. Two.");
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

TEST(Reference, LeadsToTheArticleOfAHubLinkWithTheKeyword) {
  const std::vector<model::FoundLink> links{
      {"https://a.example/1", "Mayors and the mayor", model::LinkPlace::kHub},
      {"https://a.example/2", "Something else", model::LinkPlace::kHub},
      {"https://a.example/3", "The mayor", model::LinkPlace::kInformational}};
  const KeywordFinder finder({"mayor"}, Language::kEnglish, {clip_analyzer()});
  EXPECT_THAT(
      find_references(links, finder),
      ElementsAre(Reference{"mayor", "https://a.example/1", "Mayors and the mayor"}));
}

TEST(Clip, ComesOnlyFromInformationalAreas) {
  std::string markup = "<ul>";
  for (int i = 0; i < 6; ++i)
    markup += fmt::format("<li><a href=/{}>The mayor opens a bridge</a>", i);
  const model::ReadableParts parts =
      read_parts(page_of(markup + "</ul>"), "https://a.example/");
  const KeywordFinder finder({"mayor"}, Language::kEnglish, {clip_analyzer()});
  EXPECT_THAT(find_clips(parts.blocks, finder), IsEmpty());
  EXPECT_THAT(find_references(parts.links, finder), SizeIs(6));
}

TEST(Clip, ComesFromInformationalAndMixedPagesOnly) {
  model::PageContent page;
  page.parts.blocks = {{.text = "The mayor spoke."}};
  const KeywordFinder finder({"mayor"}, Language::kEnglish, {clip_analyzer()});
  for (const auto kind : {model::PageKind::kInformational, model::PageKind::kMixed}) {
    page.kind = kind;
    EXPECT_THAT(find_clips(page, finder), SizeIs(1));
  }
  page.kind = model::PageKind::kHub;
  EXPECT_THAT(find_clips(page, finder), IsEmpty());
  page.kind.reset();  // Read by an earlier release.
  EXPECT_THAT(find_clips(page, finder), SizeIs(1));
}

TEST(Clip, OfAHundredThousandBlocksIsBounded) {
  const std::vector<model::Block> blocks(100'000, {.text = "The mayor spoke."});
  const KeywordFinder finder({"mayor"}, Language::kEnglish, {clip_analyzer()});
  EXPECT_THAT(find_clips(blocks, finder), SizeIs(ClipOptions().max_clips));
}

}  // namespace
}  // namespace curlew::extract
