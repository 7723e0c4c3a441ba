#include "extract/clips/keyword_finder.h"

#include <gmock/gmock.h>

#include <fstream>

#include "base/temporary_folder_test.h"

namespace curlew::extract {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using text::Language;

const text::Analyzer& analyzer() {
  static const text::Analyzer one;
  return one;
}

std::vector<std::string> found(const KeywordFinder& finder, std::string_view text) {
  text::Analysis analysis;
  std::vector<std::string> words;
  for (const KeywordHit& hit : finder.find(text, analysis))
    words.emplace_back(hit.range.of(text));
  return words;
}

std::vector<std::string> found(std::vector<std::string> keywords, std::string_view text,
                               Language language) {
  return found(KeywordFinder(std::move(keywords), language, {analyzer()}), text);
}

TEST(KeywordFinder, FindsInflections) {
  EXPECT_THAT(found({"election"}, "Elections, electing.", Language::kEnglish),
              ElementsAre("Elections", "electing"));
  EXPECT_THAT(found({"κυβέρνηση"}, "Οι κυβερνήσεις και η κυβέρνηση", Language::kGreek),
              ElementsAre("κυβερνήσεις", "κυβέρνηση"));
}

TEST(KeywordFinder, IgnoresCaseAndAccents) {
  EXPECT_THAT(found({"οικονομια"}, "Η ΟΙΚΟΝΟΜΙΑ, η οικονομία", Language::kGreek),
              ElementsAre("ΟΙΚΟΝΟΜΙΑ", "οικονομία"));
  EXPECT_THAT(found({"cafe"}, "A café", Language::kEnglish), ElementsAre("café"));
}

TEST(KeywordFinder, FindsSeveralWordsOnlyInTheirOrder) {
  EXPECT_THAT(found({"climate change"}, "Climate changes, change climate; the climate",
                    Language::kEnglish),
              ElementsAre("Climate changes"));
}

TEST(KeywordFinder, FindsGreekThatWasTypedInLatinLetters) {
  EXPECT_THAT(
      found({"oikonomia"}, "Για την οικονομία και της οικονομίας.", Language::kGreek),
      ElementsAre("οικονομία", "οικονομίας"));
  EXPECT_THAT(found({"oikonomia"}, "An economy", Language::kEnglish), IsEmpty());
}

TEST(KeywordFinder, FindsGreekKeywordsInTextOfLatinLetters) {
  EXPECT_THAT(found({"οικονομία"},
                    "Den ksero ti tha ginei me tin oikonomia kai gia tous allous pou "
                    "einai edo",
                    Language::kGreek),
              ElementsAre("oikonomia"));
}

TEST(KeywordFinder, FindsSynonymsOfAnInflectedKeyword) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "th.dat";
  std::ofstream(path) << "UTF-8\ncar|1\n(noun)|automobile|motor vehicle\n";
  const auto thesaurus =
      text::Thesaurus::load_mythes(path, Language::kEnglish, analyzer());
  ASSERT_TRUE(thesaurus) << thesaurus.error().text;
  const KeywordFinder finder({"cars"}, Language::kEnglish, {analyzer(), {&*thesaurus}});
  EXPECT_THAT(found(finder, "An automobile is a motor vehicle, a car."),
              ElementsAre("automobile", "motor vehicle", "car"));
}

TEST(KeywordFinder, FindsNothingForKeywordsWithoutWords) {
  EXPECT_THAT(found({"", "…", "-"}, "… - a", Language::kEnglish), IsEmpty());
  EXPECT_THAT(found({}, "a", Language::kEnglish), IsEmpty());
}

}  // namespace
}  // namespace curlew::extract
