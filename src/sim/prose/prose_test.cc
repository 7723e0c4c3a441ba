#include "sim/prose/prose.h"

#include <gtest/gtest.h>

#include <set>

namespace curlew::sim {
namespace {

TEST(Grammar, ThePhraseBooksDefineEverySymbolTheyUse) {
  EXPECT_EQ(grammar_of(Language::kEnglish).first_mistake(), "");
  EXPECT_EQ(grammar_of(Language::kGreek).first_mistake(), "");
}

TEST(Grammar, NamesTheSymbolThatIsMissing) {
  EXPECT_EQ(Grammar("a\n  {b}\n").first_mistake(), "a: no symbol b");
}

TEST(Grammar, NamesASymbolThatLeadsBackToItself) {
  EXPECT_NE(Grammar("a\n  {b}\nb\n  {a}\n").first_mistake(), "");
}

TEST(Grammar, ASymbolMarkedOnceKeepsItsWordsThroughTheStory) {
  const Grammar grammar(
      "city!\n  A\n  B\n  C\n  D\nline\n  {city}{city}{city}{city}\n");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::string line = Storyteller(grammar, Random(seed)).tell("line");
    EXPECT_EQ(line, std::string(4, line[0]));
  }
}

TEST(Prose, IsTheSameForTheSameSeedAndOtherForAnother) {
  std::set<std::string> leads;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto write = [&] {
      return write_prose(Language::kGreek, Section::kEconomy, seed, Extent::kArticle);
    };
    EXPECT_EQ(write().paragraphs, write().paragraphs);
    leads.insert(write().lead);
  }
  EXPECT_GT(leads.size(), 30u);
}

TEST(Prose, AnArticleBeginsWithItsTeaser) {
  for (const Section section : kSections) {
    const Prose teaser = write_prose(Language::kEnglish, section, 7, Extent::kTeaser);
    const Prose article = write_prose(Language::kEnglish, section, 7, Extent::kArticle);
    EXPECT_EQ(teaser.headline, article.headline);
    EXPECT_EQ(teaser.lead, article.lead);
    EXPECT_TRUE(teaser.paragraphs.empty());
    EXPECT_GE(article.paragraphs.size(), 4u);
  }
}

}  // namespace
}  // namespace curlew::sim
