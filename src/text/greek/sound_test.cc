#include "text/greek/sound.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "text/fold.h"

namespace curlew::text {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

struct Row {
  std::string greek;
  std::vector<std::string> spellings;
};

std::vector<Row> read_rows() {
  std::ifstream file(CURLEW_TESTDATA "/greeklish.txt");
  EXPECT_TRUE(file);
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream words(line);
    Row row;
    words >> row.greek;
    for (std::string word; words >> word;) row.spellings.push_back(word);
    rows.push_back(std::move(row));
  }
  return rows;
}

TEST(GreekSound, IsSharedByEverySpelling) {
  for (const Row& row : read_rows()) {
    const std::string key = greek_sound_key(fold(row.greek));
    EXPECT_NE(key, "");
    for (const std::string& spelling : row.spellings) {
      EXPECT_THAT(greeklish_keys(fold(spelling)), Contains(key)) << spelling;
    }
  }
}

TEST(GreekSound, OfDifferentWordsIsDifferent) {
  const std::vector<Row> rows = read_rows();
  for (const Row& row : rows) {
    for (const Row& other : rows) {
      if (row.greek == other.greek) continue;
      for (const std::string& spelling : row.spellings) {
        EXPECT_THAT(greeklish_keys(fold(spelling)),
                    Not(Contains(greek_sound_key(fold(other.greek)))));
      }
    }
  }
}

TEST(GreekSound, HearsNoAccentsAndNoCapitals) {
  EXPECT_EQ(greek_sound_key(fold("ΟΙΚΟΝΟΜΙΑ")), "ikonomia");
  EXPECT_EQ(greek_sound_key(fold("οικονομία")), "ikonomia");
  EXPECT_EQ(greek_sound_key("abc"), "");
  EXPECT_EQ(greek_sound_key(""), "");
}

TEST(GreekSound, HasABoundedNumberOfReadings) {
  EXPECT_LE(greeklish_keys("xhuybxhuybxhuyb").size(), kMaxGreeklishKeys);
  EXPECT_THAT(greeklish_keys(std::string(41, 'a')), IsEmpty());
  EXPECT_THAT(greeklish_keys("naïve"), IsEmpty());
  EXPECT_THAT(greeklish_keys("covid19"), IsEmpty());
  EXPECT_THAT(greeklish_keys("2026"), IsEmpty());
  EXPECT_THAT(greeklish_keys(""), IsEmpty());
}

TEST(Greeklish, IsKnownByItsSmallWords) {
  EXPECT_TRUE(
      is_greeklish("h kubernhsh apofasise oti tha kleisei ta sxoleia gia mia mera"));
  EXPECT_TRUE(is_greeklish("den kserw giati alla einai poly kala"));
  EXPECT_FALSE(is_greeklish(""));
  EXPECT_FALSE(is_greeklish("the council voted to close the old bridge"));
  EXPECT_FALSE(
      is_greeklish("gia detto alla madre che non torna prima di cena stasera e "
                   "che non deve aspettare"));
}

}  // namespace
}  // namespace curlew::text
