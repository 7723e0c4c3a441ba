#include "text/words.h"

#include <gtest/gtest.h>
#include <unicode/brkiter.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>

#include <fstream>
#include <memory>
#include <string>

#include "text/code_points.h"

namespace curlew::text {
namespace {

std::vector<std::string> words_of(std::string_view text) {
  WordBreaker breaker;
  std::vector<ByteRange> ranges;
  breaker.find(text, ranges);
  std::vector<std::string> words;
  for (const ByteRange& range : ranges) words.emplace_back(range.of(text));
  return words;
}

bool has_letter_or_digit(std::string_view piece) {
  for (std::size_t i = 0; i < piece.size();) {
    const char32_t c = next_character(piece, i);
    if (c != kNoCharacter && (u_isalnum(UChar32(c)) || u_isUAlphabetic(UChar32(c)))) {
      return true;
    }
  }
  return false;
}

// ICU's iterator on the whole text. Its own mark for words is not asked: it misses
// those that end in an underscore with an accent.
std::vector<std::string> words_by_icu(std::string_view text) {
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> iterator(
      icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), error));
  UText* const utext =
      utext_openUTF8(nullptr, text.data(), std::int64_t(text.size()), &error);
  iterator->setText(utext, error);
  std::vector<std::string> words;
  int begin = iterator->first();
  for (int end = iterator->next(); end != icu::BreakIterator::DONE;
       begin = end, end = iterator->next()) {
    const auto word = text.substr(std::size_t(begin), std::size_t(end - begin));
    if (has_letter_or_digit(word)) words.emplace_back(word);
  }
  utext_close(utext);
  return words;
}

struct Case {
  std::string text;
  std::vector<std::string> words;
};

std::vector<Case> read_cases() {
  std::ifstream file(CURLEW_TESTDATA "/words.txt");
  EXPECT_TRUE(file);
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    Case found;
    std::size_t begin = line.find(" | ");
    found.text = line.substr(0, begin);
    while (begin != line.npos) {
      begin += 3;
      const std::size_t end = line.find(" | ", begin);
      const std::string word = line.substr(begin, end - begin);
      if (!word.empty()) found.words.push_back(word);
      begin = end;
    }
    cases.push_back(std::move(found));
  }
  return cases;
}

TEST(Words, AreThoseOfTheFile) {
  for (const Case& expected : read_cases()) {
    EXPECT_EQ(words_of(expected.text), expected.words) << expected.text;
  }
}

TEST(Words, AreThoseThatIcuFinds) {
  for (const Case& expected : read_cases()) {
    EXPECT_EQ(words_of(expected.text), words_by_icu(expected.text));
  }
}

// Every text of three or four characters from those that the rules speak of.
TEST(Words, AreThoseThatIcuFindsInEveryShortTextOfSpecialCharacters) {
  const std::vector<std::string> pieces{"a", "ά", "1",  "_", "'", "’",      ".",
                                        ",", ":", "\"", " ", "א", "\u0301", "\u00AD"};
  std::size_t differences = 0;
  for (const auto& a : pieces) {
    for (const auto& b : pieces) {
      for (const auto& c : pieces) {
        for (const auto& d : pieces) {
          const std::string text = a + b + c + d;
          if (words_of(text) == words_by_icu(text)) continue;
          if (differences++ < 5) {
            EXPECT_EQ(words_of(text), words_by_icu(text));
          }
        }
      }
    }
  }
  EXPECT_EQ(differences, 0U);
}

TEST(Words, ArePartedByBytesThatAreNotUtf8) {
  EXPECT_EQ(words_of("ab\xFFgd"), (std::vector<std::string>{"ab", "gd"}));
  EXPECT_TRUE(words_of("\x80\xBF\xC0").empty());
}

TEST(Words, OfALongRunWithoutSpacesAreFoundInBoundedPieces) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += "北京";
  std::size_t size = 0;
  for (const std::string& word : words_of(text)) size += word.size();
  EXPECT_EQ(size, text.size());
}

}  // namespace
}  // namespace curlew::text
