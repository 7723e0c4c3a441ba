#include "text/fold.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "base/utf8.h"
#include "text/code_points.h"

namespace curlew::text {
namespace {

std::string lower(std::string_view text, Language language) {
  std::string out;
  append_lower(text, language, out);
  return out;
}

TEST(Fold, GivesTheSpellingsOfTheTable) {
  std::ifstream file(CURLEW_TESTDATA "/fold.tsv");
  ASSERT_TRUE(file);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    const std::size_t tab = line.find('\t');
    ASSERT_NE(tab, line.npos) << line;
    EXPECT_EQ(fold(line.substr(0, tab)), line.substr(tab + 1));
  }
}

TEST(Fold, ChangesNothingTheSecondTime) {
  std::ifstream file(CURLEW_TESTDATA "/fold.tsv");
  for (std::string line; std::getline(file, line);) {
    const std::string once = fold(line);
    EXPECT_EQ(fold(once), once);
  }
}

TEST(Fold, ChangesNothingTheSecondTimeWhateverTheCharacter) {
  std::size_t differences = 0;
  for (char32_t c = 1; c < 0x30000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string text;
    append_utf8(text, c);
    const std::string once = fold(text);
    if (fold(once) == once) continue;
    if (differences++ < 5) ADD_FAILURE() << "U+" << std::hex << int(c) << " " << once;
  }
  EXPECT_EQ(differences, 0U);
}

TEST(Fold, TakesADecomposedLetterForTheComposedOne) {
  EXPECT_EQ(fold("ο\u0301λο\u0301ς"), "ολοσ");
  EXPECT_EQ(fold("\u0438\u0306"), "й");
  EXPECT_EQ(lower("E\u0301cole", Language::kFrench), "école");
}

TEST(Fold, DropsBytesThatAreNotUtf8) {
  EXPECT_EQ(fold("a\xFF\xCE"), "a");
  EXPECT_EQ(fold("\xCC"), "");
  EXPECT_EQ(fold(std::string_view("a\0b", 3)), std::string_view("a\0b", 3));
}

TEST(Lower, KeepsAccentsAndKnowsTheTurkishI) {
  EXPECT_EQ(lower("ÉCOLE", Language::kFrench), "école");
  EXPECT_EQ(lower("IŞIK", Language::kTurkish), "ışık");
  EXPECT_EQ(lower("IRAN", Language::kEnglish), "iran");
}

}  // namespace
}  // namespace curlew::text
