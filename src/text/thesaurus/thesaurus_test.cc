#include "text/thesaurus/thesaurus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>

#include "base/corpora_test.h"
#include "base/installed_test.h"
#include "base/temporary_folder_test.h"

namespace curlew::text {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class ThesaurusTest : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& content) {
    const std::filesystem::path path = folder_.path() / name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

  std::vector<std::string> words(const Thesaurus& thesaurus, std::string_view word,
                                 Language language) {
    std::vector<std::string> found;
    for (const Synonym& synonym : thesaurus.find(analyzer_.stem(word, language))) {
      found.emplace_back(synonym.text);
    }
    return found;
  }

  std::string mythes_error(const std::string& content,
                           const ThesaurusOptions& options = {}) {
    const auto loaded = Thesaurus::load_mythes(write("bad.dat", content),
                                               Language::kEnglish, analyzer_, options);
    return loaded.ok() ? "" : loaded.error().text;
  }

  TemporaryFolder folder_;
  Analyzer analyzer_;
};

constexpr const char* kCars =
    "UTF-8\n"
    "car|2\n"
    "(noun)|auto|motor car|vehicle (generic term)|cart (antonym)\n"
    "(noun)|railcar|railway car\n"
    "auto|1\n"
    "(noun)|car|motor car|vehicle (generic term)\n";

TEST_F(ThesaurusTest, FindsOtherWordsByAnyInflection) {
  const auto thesaurus =
      Thesaurus::load_mythes(write("th.dat", kCars), Language::kEnglish, analyzer_);
  ASSERT_TRUE(thesaurus.ok()) << thesaurus.error().text;
  EXPECT_THAT(words(*thesaurus, "Cars", Language::kEnglish),
              ElementsAre("auto", "motor car"));
  EXPECT_THAT(words(*thesaurus, "autos", Language::kEnglish),
              ElementsAre("car", "motor car"));
  EXPECT_EQ(thesaurus->find("motor car")[0].text, "car");
  EXPECT_EQ(thesaurus->find("car", 1).size(), 1U);
  EXPECT_THAT(thesaurus->find("vehicl"), IsEmpty());
  EXPECT_EQ(thesaurus->group_count(), 1U);
}

TEST_F(ThesaurusTest, WordsAreSynonymsInWhatBothMeanFirst) {
  const auto thesaurus = Thesaurus::load_mythes(
      write("th.dat",
            "UTF-8\n"
            // To hold is among the first that it means as a verb, and not of hold's.
            "harbour|3\n(noun)|harbor|haven\n(verb)|hold|harbor\n(verb)|shelter\n"
            "harbor|2\n(noun)|harbour|haven\n(verb)|hold|harbour\n"
            "haven|2\n(noun)|refuge\n(noun)|harbour|harbor\n"
            "hold|2\n(verb)|keep\n(verb)|harbour|harbor\n"
            // Rarely a noun.
            "buy|4\n(noun)|steal\n(verb)|purchase\n(verb)|bribe\n(verb)|take\n"
            "steal|1\n(noun)|buy\n"),
      Language::kEnglish, analyzer_);
  ASSERT_TRUE(thesaurus.ok()) << thesaurus.error().text;
  EXPECT_THAT(words(*thesaurus, "harbours", Language::kEnglish), ElementsAre("harbor"));
  EXPECT_THAT(words(*thesaurus, "hold", Language::kEnglish), ElementsAre("keep"));
  EXPECT_THAT(words(*thesaurus, "haven", Language::kEnglish), ElementsAre("refuge"));
  EXPECT_THAT(words(*thesaurus, "buy", Language::kEnglish), ElementsAre("purchase"));
  EXPECT_THAT(words(*thesaurus, "steal", Language::kEnglish), IsEmpty());
}

TEST_F(ThesaurusTest, ReadsWordnetTabFiles) {
  const std::string content =
      "# Greek Wordnet\tell\n"
      "01-n\tell:lemma\tαυτοκίνητο\n"
      "01-n\tell:def\t0\tόχημα με κινητήρα\n"
      "02-n\tlemma\tάλογο\r\n"
      "01-n\tell:lemma\tαμάξι\n";
  const auto thesaurus =
      Thesaurus::load_omw(write("el.tab", content), Language::kGreek, analyzer_);
  ASSERT_TRUE(thesaurus.ok()) << thesaurus.error().text;
  EXPECT_THAT(words(*thesaurus, "ΑΥΤΟΚΙΝΗΤΩΝ", Language::kGreek), ElementsAre("αμάξι"));
  EXPECT_THAT(words(*thesaurus, "αμαξιού", Language::kGreek),
              ElementsAre("αυτοκίνητο"));
  EXPECT_THAT(words(*thesaurus, "άλογο", Language::kGreek), IsEmpty());
}

TEST_F(ThesaurusTest, KnowsNothingWhenEmpty) {
  EXPECT_THAT(Thesaurus().find("car"), IsEmpty());
  EXPECT_EQ(Thesaurus().group_count(), 0U);
}

TEST_F(ThesaurusTest, SaysWhereAFileIsWrong) {
  EXPECT_THAT(mythes_error("ISO8859-1\n"),
              HasSubstr("bad.dat:1: encoding 'ISO8859-1'"));
  EXPECT_THAT(mythes_error("UTF-8\ncar\n"),
              HasSubstr("bad.dat:2: no 'word|number of meanings': 'car'"));
  EXPECT_THAT(mythes_error("UTF-8\ncar|99999\n"), HasSubstr("bad.dat:2"));
  EXPECT_THAT(mythes_error("UTF-8\ncar|1\nauto\n"),
              HasSubstr("bad.dat:3: no '(kind)|synonym': 'auto'"));
  EXPECT_THAT(mythes_error("UTF-8\ncar|1\n"),
              HasSubstr("bad.dat: ends before the meanings of 'car'"));
  const auto omw =
      Thesaurus::load_omw(write("bad.tab", "#\nx\n"), Language::kGreek, analyzer_);
  ASSERT_FALSE(omw.ok());
  EXPECT_THAT(omw.error().text, HasSubstr("bad.tab:2: no 'synset<TAB>type<TAB>word'"));
}

TEST_F(ThesaurusTest, IsBoundedInMemoryAndLines) {
  EXPECT_THAT(mythes_error(kCars, {.max_memory_bytes = 50}),
              HasSubstr("bad.dat: needs more than 0 MB"));
  EXPECT_THAT(mythes_error(kCars, {.max_line_bytes = 30}),
              HasSubstr("a line has more than 30 bytes"));
}

TEST_F(ThesaurusTest, IsAbsentWhenItsFileIs) {
  const auto loaded =
      Thesaurus::load_mythes("/nonexistent.dat", Language::kEnglish, analyzer_);
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().kind, ErrorKind::kNotFound);
}

TEST_F(ThesaurusTest, ReadsTheEnglishDataOfDebian) {
  const std::filesystem::path path = "/usr/share/mythes/th_en_US_v2.dat";
  CURLEW_NEEDS(path, "mythes-en-us");
  const auto thesaurus = Thesaurus::load_mythes(path, Language::kEnglish, analyzer_);
  ASSERT_TRUE(thesaurus.ok()) << thesaurus.error().text;
  EXPECT_THAT(words(*thesaurus, "automobiles", Language::kEnglish), Contains("car"));
  EXPECT_THAT(words(*thesaurus, "happy", Language::kEnglish), Not(Contains("unhappy")));
  EXPECT_LT(thesaurus->memory_bytes(), 32U << 20);
  std::printf("mythes-en-us: %zu words, %zu meanings, %.1f MB\n",
              thesaurus->term_count(), thesaurus->group_count(),
              double(thesaurus->memory_bytes()) / (1 << 20));
}

TEST_F(ThesaurusTest, ReadsTheGreekWordnet) {
  const std::filesystem::path path = corpus("lexicon/wn-data-ell.tab");
  gzFile file = gzopen(path.c_str(), "rb");
  std::string content(16 << 20, '\0');
  content.resize(std::size_t(gzread(file, content.data(), unsigned(content.size()))));
  gzclose(file);
  const auto thesaurus =
      Thesaurus::load_omw(write("ell.tab", content), Language::kGreek, analyzer_);
  ASSERT_TRUE(thesaurus.ok()) << thesaurus.error().text;
  EXPECT_GE(thesaurus->group_count(), std::size_t(for_corpora(3'000, 6)));
  EXPECT_THAT(words(*thesaurus, "βρέχει", Language::kGreek), Contains("μουσκεύω"));
}

}  // namespace
}  // namespace curlew::text
