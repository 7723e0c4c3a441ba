#include "text/analyzer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace curlew::text {
namespace {

using testing::ElementsAre;

std::vector<std::string> stems_of(const Analysis& analysis) {
  std::vector<std::string> stems;
  for (const Token& token : analysis.tokens()) stems.emplace_back(analysis.stem(token));
  return stems;
}

std::vector<std::string> stems_of(std::string_view text, Language language) {
  const Analyzer analyzer;
  Analysis analysis;
  analyzer.analyze(text, language, analysis);
  return stems_of(analysis);
}

TEST(Analyzer, GivesEachWordItsPlaceSentenceAndForms) {
  const std::string_view text = "The Elections ended. Σχολεία έκλεισαν στις 5.";
  const Analyzer analyzer;
  Analysis analysis;
  analyzer.analyze(text, Language::kGreek, analysis);
  ASSERT_EQ(analysis.sentences().size(), 2U);
  ASSERT_EQ(analysis.tokens().size(), 7U);
  const Token& elections = analysis.tokens()[1];
  EXPECT_EQ(text.substr(elections.begin, elections.end - elections.begin), "Elections");
  EXPECT_EQ(analysis.folded(elections), "elections");
  EXPECT_EQ(analysis.stem(elections), "elect");
  EXPECT_EQ(elections.sentence, 0U);
  const Token& schools = analysis.tokens()[3];
  EXPECT_EQ(text.substr(schools.begin, schools.end - schools.begin), "Σχολεία");
  EXPECT_EQ(analysis.folded(schools), "σχολεια");
  EXPECT_EQ(schools.sentence, 1U);
  EXPECT_EQ(analysis.tokens()[5].kind, TokenKind::kStopWord);
  EXPECT_EQ(analysis.tokens()[6].kind, TokenKind::kNumber);
  EXPECT_EQ(analysis.analysed_bytes(), text.size());
}

TEST(Analyzer, StemsEachLanguageByItsRules) {
  EXPECT_THAT(stems_of("running elections", Language::kEnglish),
              ElementsAre("run", "elect"));
  EXPECT_EQ(stems_of("Häuser Hauses", Language::kGerman)[0],
            stems_of("Haus", Language::kGerman)[0]);
  EXPECT_EQ(stems_of("l’économie", Language::kFrench),
            stems_of("économies", Language::kFrench));
  EXPECT_EQ(stems_of("выборы", Language::kRussian),
            stems_of("выборах", Language::kRussian));
  EXPECT_THAT(stems_of("Nations", Language::kJapanese), ElementsAre("nation"));
  EXPECT_EQ(stems_of("ΚΥΒΕΡΝΉΣΕΙΣ", Language::kEnglish),
            stems_of("κυβέρνηση", Language::kGreek));
}

TEST(Analyzer, GivesTheSameTheSecondTimeAndForSingleWords) {
  const std::string text = "Ψηφίστηκε ο νόμος· the laws were voted. ";
  const Analyzer analyzer;
  Analysis analysis;
  analyzer.analyze(text + text, Language::kGreek, analysis);
  const std::vector<std::string> stems = stems_of(analysis);
  const std::size_t half = stems.size() / 2;
  for (std::size_t i = 0; i < half; ++i) {
    EXPECT_EQ(stems[i], stems[i + half]);
    const Token& token = analysis.tokens()[i];
    EXPECT_EQ(stems[i], analyzer.stem(text.substr(token.begin, token.end - token.begin),
                                      Language::kGreek));
  }
}

TEST(Analyzer, TakesAnyBytes) {
  const Analyzer analyzer;
  Analysis analysis;
  analyzer.analyze("", Language::kUnknown, analysis);
  EXPECT_TRUE(analysis.tokens().empty());
  analyzer.analyze("\xFF\xFEword\xCE", Language::kUnknown, analysis);
  EXPECT_THAT(stems_of(analysis), ElementsAre("word"));
  analyzer.analyze("\u00AD", Language::kEnglish, analysis);
  EXPECT_TRUE(analysis.tokens().empty());
}

TEST(Analyzer, BoundsTextsAndWords) {
  const Analyzer analyzer({.max_text_bytes = 9});
  Analysis analysis;
  analyzer.analyze("αβγ δεζ", Language::kGreek, analysis);
  EXPECT_EQ(analysis.analysed_bytes(), 9U);
  const Analyzer whole;
  whole.analyze(std::string(100'000, 'a'), Language::kEnglish, analysis);
  ASSERT_EQ(analysis.tokens().size(), 1U);
  EXPECT_EQ(analysis.tokens()[0].end, 255U);
}

TEST(Analyzer, ServesSeveralThreadsAtOnce) {
  const Analyzer analyzer;
  const std::string text = "Elections were held. Έγιναν εκλογές στη χώρα. Wahlen.";
  Analysis expected;
  analyzer.analyze(text, Language::kGreek, expected);
  std::vector<std::thread> threads;
  std::vector<int> differences(4);
  for (int& count : differences) {
    threads.emplace_back([&] {
      Analysis analysis;
      for (int i = 0; i < 200; ++i) {
        analyzer.analyze(text, Language::kGreek, analysis);
        count += stems_of(analysis) != stems_of(expected);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(differences, testing::Each(0));
}

}  // namespace
}  // namespace curlew::text
