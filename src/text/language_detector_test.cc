#include "text/language_detector.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <boost/json.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "base/corpora_test.h"

namespace curlew::text {
namespace {

struct Sample {
  Language language;
  std::string text;
};

std::vector<Sample> read_samples() {
  std::ifstream file(CURLEW_TESTDATA "/languages.tsv");
  EXPECT_TRUE(file);
  std::vector<Sample> samples;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    const std::size_t tab = line.find('\t');
    samples.push_back({to_language(line.substr(0, tab)), line.substr(tab + 1)});
  }
  return samples;
}

TEST(LanguageDetector, KnowsSentencesAndTitlesOfEveryLanguage) {
  std::size_t wrong = 0;
  const std::vector<Sample> samples = read_samples();
  for (const Sample& sample : samples) {
    const LanguageGuess guess = detect_language(sample.text);
    if (guess.language == sample.language) continue;
    ++wrong;
    std::printf("%s taken for %s (%.1f): %s\n", code_of(sample.language).data(),
                code_of(guess.language).data(), guess.confidence, sample.text.c_str());
  }
  EXPECT_LE(wrong, 4U) << "of " << samples.size();
}

TEST(LanguageDetector, IsCertainOfGreekWhateverElseIsInTheText) {
  EXPECT_EQ(detect_language("Η Microsoft αγόρασε την Activision Blizzard").language,
            Language::kGreek);
  EXPECT_EQ(detect_language("ΝΕΑ").language, Language::kGreek);
  EXPECT_EQ(detect_language("ΝΕΑ", Language::kEnglish).confidence, 1.0);
}

TEST(LanguageDetector, KnowsGreekInLatinLetters) {
  const LanguageGuess guess =
      detect_language("H kyvernisi eipe oti tha kleisei ta sxoleia apo avrio");
  EXPECT_EQ(guess.language, Language::kGreek);
  EXPECT_EQ(guess.spelling, Spelling::kGreeklish);
}

TEST(LanguageDetector, SaysUnknownWhenTheTextDoesNotTell) {
  for (const char* text : {"", " \n ", "12:45 – 2026", "!!!", "\xFF\xFE", "xkcd"}) {
    EXPECT_EQ(detect_language(text).language, Language::kUnknown) << text;
    EXPECT_EQ(detect_language(text).confidence, 0) << text;
  }
}

TEST(LanguageDetector, ListensToAHintOnlyInDoubt) {
  EXPECT_EQ(detect_language("Xbox", Language::kGerman).language, Language::kGerman);
  EXPECT_EQ(detect_language("The city council voted to close the old bridge",
                            Language::kGerman)
                .language,
            Language::kEnglish);
}

// The `field` of each line of a gzipped JSON-lines file.
std::vector<std::string> read_field(const std::filesystem::path& path,
                                    const char* field) {
  std::vector<std::string> values;
  gzFile file = gzopen(path.c_str(), "rb");
  std::string line(1 << 20, '\0');
  while (gzgets(file, line.data(), int(line.size()))) {
    const auto row = boost::json::parse(line.c_str()).as_object();
    const auto& value = row.at(field).as_string();
    if (!value.empty()) values.emplace_back(value);
  }
  gzclose(file);
  return values;
}

void expect_accuracy(const char* set, const char* field, Language language,
                     double at_least) {
  const auto path = corpus("news/" + std::string(set) + ".dev.jsonl");
  const std::vector<std::string> texts = read_field(path, field);
  std::size_t right = 0;
  std::size_t unknown = 0;
  std::size_t sure = 0;
  std::size_t sure_and_right = 0;
  for (const std::string& text : texts) {
    const LanguageGuess guess = detect_language(text);
    right += guess.language == language;
    unknown += guess.language == Language::kUnknown;
    EXPECT_EQ(guess.spelling, Spelling::kUsual) << text;
    sure += guess.confidence > 0.8;
    sure_and_right += guess.confidence > 0.8 && guess.language == language;
  }
  const double share = double(right) / double(texts.size());
  std::printf(
      "%-12s %-5s: %.4f right, %.4f unknown of %zu; %.4f of the %zu sure ones right\n",
      set, field, share, double(unknown) / double(texts.size()), texts.size(),
      double(sure_and_right) / double(sure), sure);
  EXPECT_GE(share, at_least);
  EXPECT_GE(texts.size(), std::size_t(for_corpora(100, 5)));
}

TEST(LanguageDetector, IsRightOnRealNews) {
  expect_accuracy("sib200_el", "text", Language::kGreek, 0.999);
  expect_accuracy("sib200_en", "text", Language::kEnglish, 0.99);
  expect_accuracy("bbc", "text", Language::kEnglish, 0.999);
  expect_accuracy("bbc", "title", Language::kEnglish, 0.8);
  expect_accuracy("huffpost41", "title", Language::kEnglish, 0.9);
  expect_accuracy("agnews_test", "title", Language::kEnglish, 0.8);
}

}  // namespace
}  // namespace curlew::text
