#include "query/term_cache.h"

#include <gmock/gmock.h>

#include "query/terms.h"

namespace curlew::query {
namespace {

using testing::ElementsAre;
using text::Language;
using text::Spelling;

std::vector<std::string> terms_in(TermCache& cache, std::string_view text,
                                  Reading reading) {
  static const text::Analyzer analyzer;
  std::vector<std::string> terms;
  const auto visit = [&](const text::ByteRange& /*range*/, const WordTerms& word) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < word.sizes.size(); ++i) {
      terms.emplace_back(word.letters.substr(begin, word.sizes[i]));
      EXPECT_EQ(word.hashes[i], term_hash(terms.back()));
      begin += word.sizes[i];
    }
    EXPECT_EQ(begin, word.letters.size());
  };
  cache.for_each_word(text, reading, analyzer, visit);
  return terms;
}

TEST(TermCache, TellsReadingsOfOneWordApart) {
  TermCache cache;
  for (int round = 0; round < 2; ++round) {
    EXPECT_THAT(terms_in(cache, "Elections", {Language::kEnglish, Spelling::kUsual}),
                ElementsAre("elections", "/elect"));
    EXPECT_THAT(terms_in(cache, "elections", {Language::kEnglish, Spelling::kUsual}),
                ElementsAre("elections", "/elect"));
    EXPECT_THAT(terms_in(cache, "Elections", {Language::kUnknown, Spelling::kUsual}),
                terms_in(cache, "Elections", {Language::kEnglish, Spelling::kUsual}));
    EXPECT_THAT(terms_in(cache, "oikonomia", {Language::kGreek, Spelling::kGreeklish}),
                testing::Contains("^ikonom"));
    EXPECT_THAT(terms_in(cache, "oikonomia", {Language::kGreek, Spelling::kUsual}),
                testing::Not(testing::Contains("^ikonom")));
  }
}

// More words than it has room for, some of them too long to be kept, over and over.
TEST(TermCache, SaysTheSameAsOneThatKnowsNothing) {
  TermCache old;
  for (int i = 0; i < 60'000; ++i) {
    const std::string word = "Wörter" + std::to_string(i % 40'000) + "keit und the " +
                             std::string(std::size_t(i % 50) * 6, 'x');
    const Reading reading{i % 3 == 0 ? Language::kGerman : Language::kEnglish,
                          Spelling::kUsual};
    const auto remembered = terms_in(old, word, reading);
    if (i % 16 != 0) continue;
    TermCache fresh;
    ASSERT_EQ(remembered, terms_in(fresh, word, reading)) << word;
  }
}

}  // namespace
}  // namespace curlew::query
