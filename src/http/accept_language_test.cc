#include "http/accept_language.h"

#include <gtest/gtest.h>

#include <vector>

namespace curlew::http {
namespace {

const std::vector<std::string> kOffered = {"en", "el", "pt-BR"};

TEST(AcceptLanguage, TakesTheBestOfThoseThatWeSpeak) {
  EXPECT_EQ(preferred_language("el", kOffered), "el");
  EXPECT_EQ(preferred_language("el-GR, en;q=0.9", kOffered), "el");
  EXPECT_EQ(preferred_language("de, en;q=0.5, EL;q=0.7", kOffered), "el");
  EXPECT_EQ(preferred_language("pt-BR-x-old", kOffered), "pt-BR");
  EXPECT_EQ(preferred_language("de, *;q=0.1, el;q=0.2", kOffered), "el");
}

TEST(AcceptLanguage, FallsBackToTheFirst) {
  for (const char* field : {"", "de", "pt", "e", "el;q=0", ";;;q=,,", "el;q=x", "*"}) {
    EXPECT_EQ(preferred_language(field, kOffered), "en") << field;
  }
}

}  // namespace
}  // namespace curlew::http
