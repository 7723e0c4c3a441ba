#include "query/terms.h"

#include <gmock/gmock.h>

#include <map>

#include "query/greek_spelling.h"

namespace curlew::query {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using text::Language;

const text::Analyzer& analyzer() {
  static const text::Analyzer one;
  return one;
}

ArticleTerms terms_of(const ArticleText& article) {
  TermCache cache;
  ArticleTerms terms;
  make_terms(article, analyzer(), cache, terms);
  return terms;
}

std::vector<std::string> texts_of(const ArticleTerms& terms) {
  std::vector<std::string> texts;
  for (const Term& term : terms.terms()) texts.emplace_back(terms.text_of(term));
  return texts;
}

std::vector<std::string> texts_of(std::string_view text, std::string_view language) {
  return texts_of(terms_of({.language = language, .blocks = {text}}));
}

constexpr std::string_view kEnglish =
    "The elections of the council were held on Sunday, and it was said that all of "
    "them had been to the polls.";
constexpr std::string_view kGerman =
    "Die Häuser der Stadt sind alt, und es ist nicht klar, wer sie in den nächsten "
    "Jahren erneuern wird und was das kostet.";
constexpr std::string_view kGreeklish =
    "Den ksero ti tha ginei me tin oikonomia kai gia tous allous pou einai edo";

TEST(Terms, AreTheFoldedWordAndItsStemWhereItDiffers) {
  EXPECT_THAT(texts_of("Elections elect", "en"),
              ElementsAre("elections", "/elect", "elect"));
}

TEST(Terms, OfGreekHaveASound) {
  EXPECT_THAT(texts_of("Εκλογές", "el"), ElementsAre("εκλογεσ", "/εκλογ", "~eklog"));
  EXPECT_THAT(texts_of("Έγραψε", "el"),
              ElementsAre("εγραψε", "/γραφ", "~egraps", "~grav"));
  EXPECT_THAT(texts_of("η και", "el"), ElementsAre("η", "και"))
      << "stop words have none";
}

TEST(Terms, OfGreekInLatinLettersHaveASoundToo) {
  const auto texts = texts_of(kGreeklish, "");
  EXPECT_THAT(texts, Contains("~ikonom"));
  EXPECT_THAT(texts, Contains("^ikonom"));
  EXPECT_THAT(texts_of(kEnglish, ""), Not(Contains(testing::StartsWith("~"))));
}

TEST(Terms, StandAtPositionsThatNoPhraseCrosses) {
  const auto terms = terms_of({.title = "One two",
                               .author = "Ann Lee",
                               .language = "en",
                               .blocks = {"three", "four"}});
  std::map<std::string, std::pair<Field, std::uint32_t>> found;
  for (const Term& term : terms.terms())
    found[std::string(terms.text_of(term))] = {term.field, term.position};
  using Where = std::pair<Field, std::uint32_t>;
  EXPECT_EQ(found["one"], Where(Field::kTitle, 0));
  EXPECT_EQ(found["two"], Where(Field::kTitle, 1));
  EXPECT_EQ(found["three"], Where(Field::kAnywhere, 3));
  EXPECT_EQ(found["four"], Where(Field::kAnywhere, 5));
  EXPECT_EQ(found["ann"], Where(Field::kAuthor, 0));
  EXPECT_EQ(found["lee"], Where(Field::kAuthor, 1));
}

TEST(Terms, KnowTheirPlaceInTheText) {
  const auto terms =
      terms_of({.title = "A b", .language = "en", .blocks = {"x", "The bridge"}});
  const Place place = terms.place_of(6);
  EXPECT_EQ(place.part, 2U);
  EXPECT_EQ(place.begin, 4U);
  EXPECT_EQ(place.end, 10U);
  EXPECT_EQ(terms.place_of(1).part, 0U);
  EXPECT_EQ(terms.position_count(), 7U);
}

TEST(Terms, TakeTheLanguageThatTheTextHas) {
  const auto language_of = [](std::string_view text, std::string_view said) {
    return terms_of({.language = said, .blocks = {text}}).language();
  };
  EXPECT_EQ(language_of(kEnglish, "en"), Language::kEnglish);
  EXPECT_EQ(language_of(kEnglish, ""), Language::kEnglish);
  EXPECT_EQ(language_of(kEnglish, "el"), Language::kEnglish);
  EXPECT_EQ(language_of(kGerman, "en"), Language::kGerman);
  EXPECT_EQ(language_of(kGerman, "de"), Language::kGerman);
  EXPECT_EQ(language_of(kGreeklish, "en"), Language::kGreek);
  EXPECT_EQ(language_of("Οι εκλογές", ""), Language::kGreek);
  EXPECT_THAT(texts_of(kGerman, ""), Contains("/haus"));
}

TEST(Terms, HaveAnEnglishStemInAnyLanguageOfLatinLetters) {
  const auto texts = texts_of(
      "Die Elections der Stadt sind alt, und es ist nicht klar, wer sie in den "
      "nächsten Jahren erneuern wird und was das kostet.",
      "de");
  EXPECT_THAT(texts, Contains("elections"));
  EXPECT_THAT(texts, Contains("/elect")) << "what a query for them looks for";
}

TEST(Terms, HashTheirBytes) {
  const auto terms = terms_of({.language = "en", .blocks = {"Elections"}});
  for (const Term& term : terms.terms())
    EXPECT_EQ(term.hash, term_hash(terms.text_of(term)));
  EXPECT_NE(term_hash("elect"), term_hash("/elect"));
}

TEST(Terms, OfNothingAreNone) {
  EXPECT_THAT(texts_of("", ""), IsEmpty());
  EXPECT_THAT(texts_of(terms_of({})), IsEmpty());
  EXPECT_THAT(texts_of("… – \xff\xfe", "xx"), IsEmpty());
}

TEST(Terms, LeaveOutWhatIsTooMuch) {
  const std::string giant(17 << 20, ' ');
  EXPECT_THAT(texts_of(terms_of({.language = "en", .blocks = {giant + "a", "b"}})),
              ElementsAre("b"));
}

TEST(GreekSpelling, MeetsWithoutItsEnding) {
  for (const char* const word : {"οικονομια", "οικονομιασ", "οικονομιων"})
    EXPECT_THAT(sounds_of_greek(word, "οικονομι"), ElementsAre("ikonom")) << word;
  for (const char* const word : {"oikonomia", "ikonomias", "oikonomiwn", "ikonomion"})
    EXPECT_THAT(sounds_of_latin(word), Contains("ikonom")) << word;
  EXPECT_THAT(sounds_of_greek("economy", "economi"), IsEmpty());
  EXPECT_THAT(sounds_of_latin("the"), IsEmpty()) << "too short";
}

}  // namespace
}  // namespace curlew::query
