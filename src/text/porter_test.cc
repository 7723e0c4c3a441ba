#include "text/porter.h"

#include <gtest/gtest.h>

namespace curlew::text {
namespace {

// The examples that the article of 1980 gives beside its rules.
TEST(PorterStemmer, StemsTheExamplesOfTheArticle) {
  PorterStemmer stemmer;
  const std::pair<const char*, const char*> examples[] = {
      {"caresses", "caress"},    {"ponies", "poni"},       {"ties", "ti"},
      {"cats", "cat"},           {"feed", "feed"},         {"agreed", "agre"},
      {"plastered", "plaster"},  {"motoring", "motor"},    {"sing", "sing"},
      {"hopping", "hop"},        {"falling", "fall"},      {"filing", "file"},
      {"happy", "happi"},        {"sky", "sky"},           {"relational", "relat"},
      {"conditional", "condit"}, {"radically", "radic"},   {"hopefulness", "hope"},
      {"electricity", "electr"}, {"adjustable", "adjust"}, {"controlling", "control"}};
  for (const auto& [word, stem] : examples) EXPECT_EQ(stemmer.stem(word), stem);
}

// "implement, implementation and implemented" (DYN, section 3.1.4), and terms of its
// table G.1.
TEST(PorterStemmer, StemsTheWordsOfTheThesis) {
  PorterStemmer stemmer;
  for (const char* const word : {"implement", "implementation", "implemented"}) {
    EXPECT_EQ(stemmer.stem(word), "implement");
  }
  EXPECT_EQ(stemmer.stem("company"), "compani");
  EXPECT_EQ(stemmer.stem("business"), "busi");
  EXPECT_EQ(stemmer.stem("trafficking"), "traffick");
  EXPECT_EQ(stemmer.stem("news"), "new");
}

}  // namespace
}  // namespace curlew::text
