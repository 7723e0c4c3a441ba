#include "extract/entries/link_words.h"

#include <gtest/gtest.h>

namespace curlew::extract {
namespace {

TEST(LinkWords, ThatSayWhatAReaderMayDoSayNothingOfAPage) {
  for (const std::string_view words :
       {"Read more", "READ MORE »", "Load More", "Sign In", "Log in", "More…", "Next →",
        "Continue reading", "Read more about the bridge", "Weiterlesen",
        "Lire la suite", "Leer más", "Διαβάστε περισσότερα", "Add to cart", "Share"})
    EXPECT_EQ(judge_words(words), LinkWords::kAction) << words;
}

TEST(LinkWords, ThatAreTimesOrNumbersSayNothingEither) {
  for (const std::string_view words :
       {"37 minutes ago", "2 days ago", "58 mins ago", "an hour ago 3", "just now",
        "Yesterday", "7 March 2026", "Mar 7, 2026", "2016-11-02 17:33:23", "1,204",
        "12 comments", "5 min read", "vor 3 Stunden", "il y a 2 heures", "hace 3 días",
        "πριν από 5 ώρες", "3rd", "$89.99"})
    EXPECT_EQ(judge_words(words), LinkWords::kTime) << words;
}

TEST(LinkWords, ThatAreFewAreANameAndMoreAHeadline) {
  EXPECT_EQ(judge_words("Economy"), LinkWords::kShort);
  EXPECT_EQ(judge_words("Ada Lovelace"), LinkWords::kShort);
  EXPECT_EQ(judge_words("Sign of the times"), LinkWords::kHeadline);
  EXPECT_EQ(judge_words("More than 40 bridges closed"), LinkWords::kHeadline);
  EXPECT_EQ(judge_words("May 1968 and after"), LinkWords::kHeadline);
  EXPECT_EQ(judge_words("老橋在修復兩年後重新開放"), LinkWords::kHeadline);
  EXPECT_EQ(judge_words("経済"), LinkWords::kShort);
  EXPECT_EQ(judge_words(" – › "), LinkWords::kNone);
  EXPECT_EQ(judge_words(""), LinkWords::kNone);
  EXPECT_EQ(judge_words("\xFF\xE2"), LinkWords::kNone);
}

TEST(LinkWords, AreComparedAsAReaderDoes) {
  EXPECT_EQ(plain_words("Tesla: the LIFE & Times…"), "tesla the life times");
  EXPECT_EQ(plain_words("Café – « plus »"), "cafe plus");
}

}  // namespace
}  // namespace curlew::extract
