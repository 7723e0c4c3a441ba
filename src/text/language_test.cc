#include "text/language.h"

#include <gtest/gtest.h>

#include "text/stemmer.h"
#include "text/stop_words.h"

namespace curlew::text {
namespace {

TEST(Language, IsFoundFromItsCodeInAnyForm) {
  for (int i = 1; i < kLanguageCount; ++i) {
    EXPECT_EQ(to_language(code_of(Language(i))), Language(i));
  }
  EXPECT_EQ(to_language("el-GR"), Language::kGreek);
  EXPECT_EQ(to_language("EN_us"), Language::kEnglish);
  EXPECT_EQ(to_language("nb"), Language::kNorwegian);
  EXPECT_EQ(to_language("xx"), Language::kUnknown);
  EXPECT_EQ(to_language(""), Language::kUnknown);
  EXPECT_EQ(english_name_of(Language::kGreek), "Greek");
}

TEST(StopWords, AreFoldedAndBelongToTheirLanguage) {
  EXPECT_TRUE(is_stop_word("the", Language::kEnglish));
  EXPECT_TRUE(is_stop_word("ειναι", Language::kGreek));
  EXPECT_TRUE(is_stop_word("fur", Language::kGerman));
  EXPECT_FALSE(is_stop_word("the", Language::kGreek));
  EXPECT_FALSE(is_stop_word("election", Language::kEnglish));
  EXPECT_FALSE(is_stop_word("the", Language::kUnknown));
}

TEST(Stemmer, KnowsItsLanguages) {
  EXPECT_TRUE(has_stemmer(Language::kGreek));
  EXPECT_TRUE(has_stemmer(Language::kEnglish));
  EXPECT_FALSE(has_stemmer(Language::kUnknown));
  EXPECT_FALSE(has_stemmer(Language::kJapanese));
  Stemmer stemmer;
  for (int i = 0; i < kLanguageCount; ++i) {
    EXPECT_EQ(stemmer.stem("", Language(i)), "");
    EXPECT_NE(stemmer.stem("information", Language(i)), "");
    EXPECT_EQ(stemmer.stem("a1b2", Language(i)), "a1b2");
  }
}

TEST(Stemmer, MeetsAccentedAndPlainEnglish) {
  Stemmer stemmer;
  EXPECT_EQ(stemmer.stem("Cafés", Language::kEnglish),
            stemmer.stem("cafe", Language::kEnglish));
  EXPECT_EQ(stemmer.stem("Apple’s", Language::kEnglish), "appl");
}

}  // namespace
}  // namespace curlew::text
