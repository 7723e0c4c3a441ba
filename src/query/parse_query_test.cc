#include "query/parse_query.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

#include "base/temporary_folder_test.h"
#include "query/naive_matching_test.h"

namespace curlew::query {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const text::Analyzer& parse_analyzer() {
  static const text::Analyzer one;
  return one;
}

Result<Expression> parse(std::string_view text) {
  return parse_query(text, {parse_analyzer()}, Synonyms::kUsed);
}

std::string shape(const Expression& expression);

std::string shapes(const Expression& expression, std::string_view between) {
  std::string all;
  for (const Expression& child : expression.children) {
    if (!all.empty()) all += between;
    all += shape(child);
  }
  return '(' + all + ')';
}

// Each word by the last of its terms that is neither a marked stem nor a sound.
std::string shape(const Phrase& phrase) {
  std::string all = phrase.field == Field::kTitle    ? "title:"
                    : phrase.field == Field::kAuthor ? "author:"
                                                     : "";
  for (const Word& word : phrase.words) {
    if (&word != &phrase.words.front()) all += '+';
    std::string_view last;
    for (const std::string& term : word.terms) {
      if (term[0] != '/' && term[0] != '~' && term[0] != '^') last = term;
    }
    all += last;
    if (word.is_prefix) all += '*';
  }
  return all;
}

std::string shape(const Expression& expression) {
  constexpr std::array<std::string_view, 4> kFacts{"lang", "source", "folder", "topic"};
  switch (expression.kind) {
    case NodeKind::kPhrase:
      return shape(expression.phrase);
    case NodeKind::kFact:
      return fmt::format("{}:{}", kFacts[int(expression.fact.kind)],
                         expression.fact.value);
    case NodeKind::kAnd:
      return shapes(expression, " & ");
    case NodeKind::kOr:
      return shapes(expression, " | ");
    case NodeKind::kNot:
      return '!' + shape(expression.children.front());
  }
  return {};
}

std::string shape_of(std::string_view text) {
  const auto parsed = parse(text);
  return parsed ? shape(*parsed) : parsed.error().text;
}

TEST(ParseQuery, JoinsWordsByAndWhichBindsCloserThanOr) {
  EXPECT_EQ(shape_of("a b"), "(a & b)");
  EXPECT_EQ(shape_of("a AND b"), "(a & b)");
  EXPECT_EQ(shape_of("a b OR c d"), "((a & b) | (c & d))");
  EXPECT_EQ(shape_of("a (b OR c) d"), "(a & (b | c) & d)");
  EXPECT_EQ(shape_of("a OR b OR c"), "(a | b | c)");
  EXPECT_EQ(shape_of("((a))"), "a");
  EXPECT_EQ(shape_of("a and b or c"), "(a & and & b & or & c)") << "small letters";
  EXPECT_EQ(shape_of("ANDROID ORB NOTE"), "(android & orb & note)");
}

TEST(ParseQuery, KnowsTwoWaysToSayNot) {
  EXPECT_EQ(shape_of("a -b"), "(a & !b)");
  EXPECT_EQ(shape_of("a NOT b c"), "(a & !b & c)");
  EXPECT_EQ(shape_of("a -(b OR c)"), "(a & !(b | c))");
  EXPECT_EQ(shape_of("a NOT NOT b"), "(a & !!b)");
  EXPECT_EQ(shape_of("a OR NOT b"), "(a | !b)");
  EXPECT_EQ(shape_of("a -\"b c\""), "(a & !b+c)");
}

TEST(ParseQuery, TakesWordsInQuotationMarksAsOnePhrase) {
  EXPECT_EQ(shape_of("\"state of the art\""), "state+of+the+art");
  EXPECT_EQ(shape_of("«κλιματική αλλαγή» “b c” „d e“"), "(κλιματικ+αλλαγ & b+c & d+e)");
  EXPECT_EQ(shape_of("e-mail"), "e+mail") << "the words of an article are parted so";
  EXPECT_EQ(shape_of("10:30 AT&T"), "(10+30 & at+t)");
}

TEST(ParseQuery, KnowsPrefixesAndExactForms) {
  EXPECT_EQ(shape_of("elec*"), "elec*");
  EXPECT_EQ(shape_of("Εκλο*"), "εκλο*");
  EXPECT_EQ(shape_of("\"climate chang*\""), "climat+chang*");
  const auto exact = parse("=Élections");
  ASSERT_TRUE(exact) << exact.error().text;
  EXPECT_THAT(exact->phrase.words.front().terms, ElementsAre("elections"));
  const auto phrase = parse("=\"climate changes\"");
  ASSERT_TRUE(phrase) << phrase.error().text;
  EXPECT_THAT(phrase->phrase.words[1].terms, ElementsAre("changes"));
  const auto one = parse("\"climate =changes\"");
  EXPECT_THAT(one->phrase.words[0].terms, Contains("/climat"));
  EXPECT_THAT(one->phrase.words[1].terms, ElementsAre("changes"));
}

TEST(ParseQuery, KnowsFieldsAndFacts) {
  EXPECT_EQ(shape_of("title:flood author:\"Ann Lee\""),
            "(title:flood & author:ann+lee)");
  EXPECT_EQ(shape_of("title:(flood OR -storm*)"), "(title:flood | !title:storm*)");
  EXPECT_EQ(shape_of("lang:EL_gr source:\"BBC News\" folder:/News/Greece/"),
            "(lang:el & source:bbc news & folder:news/greece)");
  EXPECT_EQ(shape_of("topic:Πολιτική source:17"), "(topic:πολιτικη & source:17)");
  EXPECT_EQ(shape_of("title:=flood"), "title:flood");
}

TEST(ParseQuery, RefusesWithPositionAndReason) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases{
      {"", "query:1: nothing is asked for"},
      {"  \t", "query:1: nothing is asked for"},
      {"a (b", "query:3: the parenthesis is not closed"},
      {"a b)", "query:4: there is no parenthesis that this one closes"},
      {"()", "query:2: a word should stand before the parenthesis"},
      {"αβγ \"δε", "query:5: the quotation mark is not closed"},
      {"a AND", "query:6: the query ends where a word should follow"},
      {"OR a", "query:1: a word should stand before OR"},
      {"a AND OR b", "query:7: a word should stand before OR"},
      {"NOT", "query:1: there is no word behind the NOT"},
      {"a - b", "query:3: there is no word right behind the '-'"},
      {"NOT a", "query:1: only NOT: say what is wanted, too"},
      {"-a OR -b", "query:1: only NOT: say what is wanted, too"},
      {"a b*c", "query:4: a '*' must be the end of a word"},
      {"a *", "query:3: no letter or digit in '*'"},
      {"a b*", "query:4: fewer than 2 letters before the '*'"},
      {"\"ab *\"", "query:5: a '*' must follow a letter or digit"},
      {"a …", "query:3: no letter or digit in '…'"},
      {"\u038B", "query:1: no letter or digit in '\u038B'"},
      {"a \"\"", "query:3: no letter or digit in ''"},
      {"lang:xx", "query:1: 'xx' is not the code of a known language"},
      {"a lang:", "query:3: '' is not the code of a known language"},
      {"a source:", "query:3: the field has no value"},
      {"folder:/", "query:1: the field has no value"},
      {"title: a", "query:1: there is no word right behind 'title:'"},
      {"title:(a author:b)", "query:10: a field within a field"}};
  for (const auto& [text, reason] : cases) {
    const auto parsed = parse(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().text, reason) << text;
    EXPECT_EQ(parsed.error().kind, ErrorKind::kUsage);
  }
  EXPECT_THAT(shape_of("subject:a"), HasSubstr("query:1: there is no field 'subject'"));
}

TEST(ParseQuery, RefusesGiantsAtOnce) {
  EXPECT_EQ(shape_of(std::string(10 << 20, 'a')), "query:4097: longer than 4096 bytes");
  EXPECT_EQ(shape_of(std::string(4000, '(')), "query:33: nested deeper than 32 levels");
  EXPECT_EQ(shape_of(std::string(4000, '-')), "query:33: nested deeper than 32 levels");
  const QueryLimits wide{.bytes = 20 << 20, .depth = 32, .leaves = 1024};
  const auto refusal = [&wide](const std::string& text) {
    const auto parsed = parse_query(text, {parse_analyzer()}, Synonyms::kUsed, wide);
    return parsed ? "parsed" : parsed.error().text;
  };
  std::string many;
  for (int i = 0; i < 200'000; ++i) many += "ab ";
  EXPECT_EQ(refusal(many), "query:3073: more than 1024 words");
  EXPECT_EQ(refusal('"' + many + '"'), "query:1: more than 1024 words");
  EXPECT_EQ(refusal("a " + std::string(1 << 20, '(')),
            "query:35: nested deeper than 32 levels");
  EXPECT_EQ(refusal(std::string(1 << 20, '*')).substr(0, 30),
            "query:1: no letter or digit in");
}

std::vector<std::string> terms_of_word(std::string_view text) {
  const auto parsed = parse(text);
  return parsed ? parsed->phrase.words.front().terms
                : std::vector<std::string>{parsed.error().text};
}

TEST(QueryWords, LookForStemAndSound) {
  EXPECT_THAT(terms_of_word("Elections"), ElementsAre("/elect", "elect", "~elekt"));
  EXPECT_THAT(terms_of_word("Εκλογές"), ElementsAre("/εκλογ", "εκλογ", "^eklog"));
  EXPECT_THAT(terms_of_word("the"), ElementsAre("/the", "the"));
  EXPECT_THAT(terms_of_word("2019"), ElementsAre("2019"));
}

TEST(QueryWords, HaveStemsOfLanguagesThatTheQueryNames) {
  EXPECT_THAT(terms_of_word("Häusern"), Not(Contains("/haus")));
  const auto german = parse("Häusern lang:de");
  ASSERT_TRUE(german) << german.error().text;
  EXPECT_THAT(german->children[0].phrase.words[0].terms, Contains("/haus"));
  EXPECT_THAT(german->children[0].phrase.words[0].terms, Contains("hausern"));
  const auto again = parse("Häusern");
  EXPECT_THAT(again->phrase.words[0].terms, Not(Contains("/haus")));
  EXPECT_THAT(terms_of_word("выборами"), Contains("/выбор")) << "by its letters";
}

TEST(QueryParser, ParsesLikeParseQueryWhateverCameBefore) {
  const Dictionary dictionary{parse_analyzer()};
  QueryParser parser(dictionary, Synonyms::kUsed, 100);
  const std::vector<std::string_view> texts{"election",
                                            "elections lang:de",
                                            "election",
                                            "\"Election day\"",
                                            "εκλογές",
                                            "((",
                                            "election -elect*",
                                            "e-mail",
                                            "=election",
                                            "lang:de haus",
                                            "haus",
                                            "\"haus  εκλογές \"",
                                            "ΕΚΛΟΓΕΣ",
                                            "élections",
                                            "a'b",
                                            "x OR y -z",
                                            "title:(haus OR day)",
                                            "day·break",
                                            "·"};
  for (int round = 0; round < 2; ++round) {
    for (const std::string_view text : texts) {
      const auto one = parse(text);
      const auto other = parser.parse(text);
      ASSERT_EQ(one.ok(), other.ok()) << text;
      if (!one) continue;
      EXPECT_EQ(*one, *other) << text;
    }
  }
}

class ParseSynonyms : public testing::Test {
 protected:
  void SetUp() override {
    const auto path = folder_.path() / "th.dat";
    std::ofstream(path) << "UTF-8\ncar|1\n(noun)|automobile|motor vehicle\n"
                        << "climate change|1\n(noun)|global warming\n";
    auto loaded =
        text::Thesaurus::load_mythes(path, text::Language::kEnglish, parse_analyzer());
    ASSERT_TRUE(loaded) << loaded.error().text;
    thesaurus_ = std::move(loaded).value();
  }

  std::string shape_with(std::string_view text, Synonyms synonyms,
                         const QueryLimits& limits = {}) const {
    const auto parsed =
        parse_query(text, {parse_analyzer(), {&thesaurus_}}, synonyms, limits);
    return parsed ? shape(*parsed) : parsed.error().text;
  }

  TemporaryFolder folder_;
  text::Thesaurus thesaurus_;
};

TEST_F(ParseSynonyms, AreOtherWaysToSayIt) {
  EXPECT_EQ(shape_with("cars", Synonyms::kUsed), "(automobil | motor+vehicl)");
  EXPECT_EQ(shape_with("\"climate changes\"", Synonyms::kUsed),
            "(climat+chang | global+warm)");
  EXPECT_EQ(shape_with("cars", Synonyms::kUnused), "car");
  EXPECT_EQ(shape_with("=cars", Synonyms::kUsed), "cars");
  EXPECT_EQ(shape_with("car*", Synonyms::kUsed), "car*");
}

TEST_F(ParseSynonyms, AreLeftOutWhereTheQueryIsFull) {
  EXPECT_EQ(shape_with("cars", Synonyms::kUsed, {.leaves = 1}), "automobil");
  EXPECT_EQ(shape_with("cars car", Synonyms::kUsed, {.leaves = 2}),
            "((automobil | motor+vehicl) & car)");
}

}  // namespace
}  // namespace curlew::query
