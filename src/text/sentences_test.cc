#include "text/sentences.h"

#include <gtest/gtest.h>
#include <unicode/brkiter.h>
#include <unicode/utext.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>

namespace curlew::text {
namespace {

using Sentences = std::vector<std::string>;

Sentences sentences_of(std::string_view text, Language language) {
  std::vector<ByteRange> ranges;
  find_sentences(text, language, ranges);
  Sentences sentences;
  for (const ByteRange& range : ranges) sentences.emplace_back(range.of(text));
  return sentences;
}

// Texts of a file, each as its sentences.
std::vector<Sentences> read_texts(const std::filesystem::path& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::vector<Sentences> texts(1);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    if (line.empty()) {
      texts.emplace_back();
    } else {
      texts.back().push_back(line);
    }
  }
  return texts;
}

std::string joined(const Sentences& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) {
    if (!text.empty()) text += ' ';
    text += sentence;
  }
  return text;
}

std::set<std::size_t> boundaries_by_icu(std::string_view text, Language language) {
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> iterator(
      icu::BreakIterator::createSentenceInstance(
          icu::Locale(std::string(code_of(language)).c_str()), error));
  UText* const utext =
      utext_openUTF8(nullptr, text.data(), std::int64_t(text.size()), &error);
  iterator->setText(utext, error);
  std::set<std::size_t> boundaries;
  for (int at = iterator->first(); at != icu::BreakIterator::DONE;
       at = iterator->next()) {
    boundaries.insert(std::size_t(at));
  }
  utext_close(utext);
  return boundaries;
}

void for_each_text(
    const std::function<void(const Sentences& sentences, Language language)>& use) {
  for (const auto& file :
       std::filesystem::directory_iterator(CURLEW_TESTDATA "/sentences")) {
    const Language language = to_language(file.path().stem().string());
    ASSERT_NE(language, Language::kUnknown) << file.path();
    for (const Sentences& sentences : read_texts(file.path())) use(sentences, language);
  }
}

TEST(Sentences, AreThoseOfTheFiles) {
  for_each_text([](const Sentences& sentences, Language language) {
    // Japanese writes no space between sentences; ours accept one.
    EXPECT_EQ(sentences_of(joined(sentences), language), sentences);
  });
}

TEST(Sentences, BeginOnlyWhereIcuWouldBeginOne) {
  for_each_text([](const Sentences& sentences, Language language) {
    const std::string text = joined(sentences);
    const std::set<std::size_t> boundaries = boundaries_by_icu(text, language);
    std::vector<ByteRange> ranges;
    find_sentences(text, language, ranges);
    for (const ByteRange& range : ranges) {
      EXPECT_TRUE(boundaries.contains(range.begin)) << range.of(text);
    }
  });
}

TEST(Sentences, EndWithTheLine) {
  EXPECT_EQ(sentences_of("A headline\nand its text.\r\n\n  More", Language::kEnglish),
            (Sentences{"A headline", "and its text.", "More"}));
}

TEST(Sentences, OfUnknownLanguageHeedEnglishAndGreekAbbreviations) {
  EXPECT_EQ(sentences_of("Dr. Who left. Ο κ. Νίκος; Ναι.", Language::kUnknown),
            (Sentences{"Dr. Who left.", "Ο κ. Νίκος;", "Ναι."}));
}

TEST(Sentences, TakeASemicolonForAQuestionOnlyInGreek) {
  EXPECT_EQ(sentences_of("One; Two.", Language::kEnglish), (Sentences{"One; Two."}));
  EXPECT_EQ(sentences_of("One; Two.", Language::kUnknown), (Sentences{"One; Two."}));
}

TEST(Sentences, AreNoneInNothing) {
  EXPECT_TRUE(sentences_of("", Language::kEnglish).empty());
  EXPECT_TRUE(sentences_of(" \n\t ", Language::kEnglish).empty());
}

TEST(Sentences, TakeLinearTimeOnAMillionFullStops) {
  const std::string stops(1'000'000, '.');
  EXPECT_EQ(sentences_of(stops, Language::kEnglish).size(), 1U);
  std::string spaced;
  for (int i = 0; i < 300'000; ++i) spaced += ". ";
  EXPECT_LE(sentences_of(spaced, Language::kEnglish).size(), 300'000U);
}

}  // namespace
}  // namespace curlew::text
