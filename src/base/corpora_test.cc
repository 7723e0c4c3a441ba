#include "base/corpora_test.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace curlew {
namespace {

TEST(CorporaTest, ACollectionThatIsMissingFailsTheTestThatReadsIt) {
  EXPECT_THROW(corpus("no such collection"), std::runtime_error);
}

TEST(CorporaTest, OurOwnHaveAFewOfEverythingThatTestsRead) {
  for (const char* name : {"articles", "autodiscovery", "dates", "feeds", "feeds-real",
                           "html5", "lexicon", "news", "robots", "traces", "url"}) {
    EXPECT_FALSE(std::filesystem::is_empty(own_corpora() / name)) << name;
  }
}

}  // namespace
}  // namespace curlew
