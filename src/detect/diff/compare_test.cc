#include "detect/diff/compare.h"

#include <gmock/gmock.h>

#include "detect/diff/words.h"
#include "detect/page/versions_test.h"

namespace curlew::detect {
namespace {

using testing::ElementsAre;

std::vector<BlockFate> fates_of(std::string_view old, std::string_view now) {
  std::vector<BlockFate> fates;
  for (const BlockPair& pair :
       compare_blocks(ReadPage(old).blocks(), ReadPage(now).blocks()))
    fates.push_back(pair.fate);
  return fates;
}

constexpr std::string_view kThree =
    "<p>The first paragraph</p><p>A second one</p><p>And then the third</p>";

TEST(CompareBlocks, FindsWhatStayed) {
  EXPECT_THAT(fates_of(kThree, kThree),
              ElementsAre(BlockFate::kSame, BlockFate::kSame, BlockFate::kSame));
}

TEST(CompareBlocks, TellsRewrittenFromAddedAndRemoved) {
  EXPECT_THAT(
      fates_of(kThree, "<p>The first paragraph</p><p>A second two</p>"),
      ElementsAre(BlockFate::kSame, BlockFate::kRewritten, BlockFate::kRemoved));
  EXPECT_THAT(fates_of("<p>And then the third</p>", kThree),
              ElementsAre(BlockFate::kAdded, BlockFate::kAdded, BlockFate::kSame));
}

TEST(CompareBlocks, PairsABlockWithTheOneThatIsMostLikeIt) {
  const ReadPage old("<p>Ferries sail at noon every day</p>");
  const ReadPage now(
      "<p>Tickets are sold here</p><p>Ferries sail at nine every day</p>");
  EXPECT_THAT(compare_blocks(old.blocks(), now.blocks()),
              ElementsAre(BlockPair{BlockFate::kAdded, kNoBlock, 0, 1},
                          BlockPair{BlockFate::kRewritten, 0, 1, 1}));
}

TEST(CompareBlocks, RecognisesBlocksThatMoved) {
  EXPECT_THAT(fates_of(kThree,
                       "<p>And then the third</p><p>The first paragraph</p>"
                       "<p>A second one</p>"),
              ElementsAre(BlockFate::kMoved, BlockFate::kSame, BlockFate::kSame));
}

TEST(CompareBlocks, SeesThroughTextThatFellIntoOtherBlocks) {
  EXPECT_THAT(fates_of("<p>One sentence. And another.</p>",
                       "<p>One sentence.</p><div>And another.</div>"),
              ElementsAre(BlockFate::kSame, BlockFate::kSame));
}

TEST(CompareBlocks, NamesEachBlockOnce) {
  const ReadPage old(std::string(kThree) + "<p>Some more</p><ul><li>x</li></ul>");
  const ReadPage now("<p>Some more of it</p>" + std::string(kThree) + "<p>y</p>");
  std::vector<int> old_times(old.blocks().blocks.size());
  std::vector<int> now_times(now.blocks().blocks.size());
  for (const BlockPair& pair : compare_blocks(old.blocks(), now.blocks())) {
    if (pair.old != kNoBlock) ++old_times[pair.old];
    if (pair.now != kNoBlock) ++now_times[pair.now];
  }
  EXPECT_THAT(old_times, testing::Each(1));
  EXPECT_THAT(now_times, testing::Each(1));
}

TEST(CompareWords, MarksTheWordsThatDiffer) {
  EXPECT_THAT(compare_words("It costs four crowns.", "It costs five small crowns."),
              ElementsAre(WordRun{WordFate::kSame, "It costs "},
                          WordRun{WordFate::kRemoved, "four"},
                          WordRun{WordFate::kAdded, "five small"},
                          WordRun{WordFate::kSame, " crowns."}));
}

TEST(CompareWords, LeavesTheWordBeforeANewCommaAlone) {
  EXPECT_THAT(
      compare_words("yes sir", "yes, sir"),
      ElementsAre(WordRun{WordFate::kSame, "yes"}, WordRun{WordFate::kAdded, ","},
                  WordRun{WordFate::kSame, " sir"}));
}

// Untidy ones need only end well.
TEST(CompareWords, SaysAllOfTheNewText) {
  std::vector<std::string> texts{""};
  for (std::size_t i = 0; texts[i].size() < 4; ++i) {
    for (const char c : {' ', '-', 'a', 'b'}) texts.push_back(texts[i] + c);
  }
  const auto is_untidy = [](const std::string& text) {
    return text.empty() || text.front() == ' ' || text.back() == ' ' ||
           text.find("  ") != std::string::npos;
  };
  for (const std::string& old : texts) {
    for (const std::string& now : texts) {
      std::string is;
      for (const WordRun& run : compare_words(old, now)) {
        if (run.fate != WordFate::kRemoved) is += run.text;
      }
      if (is_untidy(old) || is_untidy(now)) continue;
      EXPECT_EQ(is, now) << '"' << old << '"';
    }
  }
}

TEST(CompareWords, KeepsTheSpaceBehindWhatWentOrCame) {
  EXPECT_THAT(compare_words("All dogs bark", "dogs bark"),
              ElementsAre(WordRun{WordFate::kRemoved, "All "},
                          WordRun{WordFate::kSame, "dogs bark"}));
  EXPECT_THAT(compare_words("dogs bark", "All dogs bark"),
              ElementsAre(WordRun{WordFate::kAdded, "All "},
                          WordRun{WordFate::kSame, "dogs bark"}));
  EXPECT_THAT(
      compare_words("long term plan", "long-term plan"),
      ElementsAre(WordRun{WordFate::kSame, "long"}, WordRun{WordFate::kRemoved, " "},
                  WordRun{WordFate::kAdded, "-"},
                  WordRun{WordFate::kSame, "term plan"}));
  EXPECT_THAT(
      compare_words("long-term plan", "long term plan"),
      ElementsAre(WordRun{WordFate::kSame, "long"}, WordRun{WordFate::kRemoved, "-"},
                  WordRun{WordFate::kAdded, " "},
                  WordRun{WordFate::kSame, "term plan"}));
}

TEST(CompareWords, CutsGreekByWordsAndChineseByCharacters) {
  EXPECT_EQ(cut_words("το τρένο").size(), 2);
  EXPECT_EQ(cut_words("火車站").size(), 3);
  EXPECT_EQ(cut_words("one two three", 2).size(), 2);
}

TEST(Masked, HidesDigitsAndTokens) {
  EXPECT_EQ(masked("Seen 1,234 times at 12:05"), "Seen 0 times at 0:0");
  EXPECT_EQ(masked("id 7d1f8c9a2b3c4d5e end"), "id x end");
  EXPECT_EQ(masked("Room B12 on deck 802.11ac"), "Room B0 on deck 0ac");
}

}  // namespace
}  // namespace curlew::detect
