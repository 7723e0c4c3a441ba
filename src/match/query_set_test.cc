#include "match/query_set.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <limits>
#include <set>
#include <thread>

#include "base/random.h"
#include "match/query_set_builder.h"
#include "query/naive_matching_test.h"
#include "query/parse_query.h"

namespace curlew::match {
namespace {

using query::Expression;
using query::Fact;
using query::FactKind;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

const text::Analyzer& analyzer() {
  static const text::Analyzer one;
  return one;
}

Expression parsed(std::string_view text) {
  auto result = query::parse_query(text, {analyzer()}, query::Synonyms::kUnused);
  EXPECT_TRUE(result) << text << ": " << result.error().text;
  return result ? *std::move(result) : Expression();
}

query::ArticleTerms terms_of(const query::ArticleText& article) {
  query::TermCache cache;
  query::ArticleTerms terms;
  make_terms(article, analyzer(), cache, terms);
  return terms;
}

// The queries are numbered from 1.
QuerySet set_of(const std::vector<std::string>& queries, std::int64_t owner = 0) {
  QuerySetBuilder builder;
  std::int64_t id = 0;
  for (const std::string& text : queries) builder.add({++id, owner}, parsed(text));
  return std::move(builder).build();
}

std::vector<Hit> hits_of(const QuerySet& set, const query::ArticleText& article,
                         const ArticleFacts& facts = {}) {
  Workspace workspace;
  std::vector<Hit> hits;
  set.match(terms_of(article), facts, workspace, hits);
  std::ranges::sort(hits, {}, &Hit::query);
  return hits;
}

std::vector<std::int64_t> ids(const std::vector<Hit>& hits) {
  std::vector<std::int64_t> found;
  for (const Hit& hit : hits) found.push_back(hit.query);
  return found;
}

std::vector<std::int64_t> ids_of(const std::vector<std::string>& queries,
                                 const query::ArticleText& article,
                                 const ArticleFacts& facts = {}) {
  return ids(hits_of(set_of(queries, 1), article, facts));
}

TEST(QuerySet, FindsWordsPhrasesAndPrefixes) {
  const query::ArticleText article{.title = "The bridge",
                                   .language = "en",
                                   .blocks = {"Climate changes and elections"}};
  EXPECT_THAT(ids_of({"bridges", "election", "=election", "=elections", "elec*",
                      "\"climate change\"", "\"change climate\"", "\"bridge climate\"",
                      "\"the bridge\"", "mayor", "\"climate change and elections\"",
                      "\"chang* and elec*\"", "climb*"},
                     article),
              ElementsAre(1, 2, 4, 5, 6, 9, 11, 12));
}

TEST(QuerySet, EvaluatesBooleanQueriesOnce) {
  const query::ArticleText article{.language = "en", .blocks = {"one two three"}};
  EXPECT_THAT(ids_of({"one two", "one four", "one OR four", "one OR two", "one -two",
                      "one -four", "four OR (one -(two four))", "-four OR five",
                      "-one OR five", "NOT NOT one", "five OR -\"one three\""},
                     article),
              ElementsAre(1, 3, 4, 6, 7, 8, 10, 11));
}

// Rows with alternatives, those for which a word that must be there is the trigger, and
// those with more alternatives than a row takes.
TEST(QuerySet, FindsOneOfSeveralWordsOnce) {
  const query::ArticleText article{.language = "en",
                                   .blocks = {"four three two one zebrafish"}};
  std::string many = "one OR two";
  for (int i = 0; i < 40; ++i) many += fmt::format(" OR word{}", i);
  const QuerySet set =
      set_of({"one OR two OR three", "(one OR six) two", "(six OR seven) two",
              "(one OR two) -four", "(one OR two) -six", "zebrafish (one OR two)",
              "zebrafish (six OR seven)", many, "(six OR one) (two OR seven)"});
  EXPECT_THAT(hits_of(set, article), ElementsAre(Hit{1, 2}, Hit{2, 3}, Hit{5, 3},
                                                 Hit{6, 3}, Hit{8, 3}, Hit{9, 3}));
}

TEST(QuerySet, NamesQueriesByAnyId) {
  QuerySetBuilder builder;
  const std::vector<std::int64_t> given{
      std::numeric_limits<std::int64_t>::min(), -1, 0, (1LL << 31) - 1, 1LL << 31,
      std::numeric_limits<std::int64_t>::max()};
  for (const std::int64_t id : given) builder.add({.id = id}, parsed("storm"));
  builder.add({.id = -7}, parsed("storm -flood"));
  builder.add({.id = -8}, parsed("storm (flood OR -rain)"));
  const QuerySet set = std::move(builder).build();
  EXPECT_THAT(ids(hits_of(set, {.language = "en", .blocks = {"a storm"}})),
              ElementsAre(given[0], -8, -7, -1, 0, given[3], given[4], given[5]));
}

TEST(QuerySet, KeepsFieldsApart) {
  const query::ArticleText article{.title = "Flood in town",
                                   .author = "Ann Lee",
                                   .language = "en",
                                   .blocks = {"Storm Lee", "flood"}};
  EXPECT_THAT(ids_of({"title:flood", "title:storm", "author:lee", "author:flood",
                      "\"ann lee\"", "author:\"ann lee\"", "title:\"in town\"",
                      "title:\"town storm\"", "title:flo*", "title:sto*", "author:le*",
                      "ann", "title:(flood storm)", "title:flood storm"},
                     article),
              ElementsAre(1, 3, 6, 7, 9, 11, 14));
}

TEST(QuerySet, KnowsFacts) {
  const std::vector<OwnedFolder> folders{{1, "news/greece"}, {2, "sport"}};
  const ArticleFacts facts{.language = text::Language::kGreek,
                           .source = 17,
                           .source_title = "bbc news",
                           .source_url = "https://feeds.example.org/bbc",
                           .topic = "politics",
                           .folders = folders};
  EXPECT_THAT(
      ids_of({"lang:el", "lang:en", "source:17", "source:1", "source:\"bbc news\"",
              "source:example.org", "source:cnn", "folder:News", "folder:News/Greece",
              "folder:Ne", "folder:Sport", "topic:Politics", "topic:sport",
              "word OR source:17", "word source:17", "source:17 -word -lang:en"},
             {.blocks = {"text"}}, facts),
      ElementsAre(1, 3, 5, 6, 8, 9, 12, 14, 16));
}

TEST(QuerySet, SaysWhereItFoundTheFirstWordPreferringTheBlocks) {
  const query::ArticleText article{.title = "Flood now",
                                   .author = "Ann",
                                   .language = "en",
                                   .blocks = {"A storm", "The flood came by night"}};
  const auto position_of = [&](const std::string& text) {
    const auto hits = hits_of(set_of({text}), article);
    return hits.size() == 1 ? hits[0].position : 999;
  };
  EXPECT_EQ(position_of("flood"), 7U);
  EXPECT_EQ(position_of("now"), 1U) << "only in the title";
  EXPECT_EQ(position_of("title:flood"), 0U);
  EXPECT_EQ(position_of("\"by night\""), 9U);
  EXPECT_EQ(position_of("\"flood now\""), 0U);
  EXPECT_EQ(position_of("now storm"), 4U) << "what is in the blocks comes first";
  EXPECT_EQ(position_of("night OR storm"), 4U);
  EXPECT_EQ(position_of("night storm -rain"), 4U);
  EXPECT_EQ(position_of("NOT rain author:ann"), kNoPosition);
  EXPECT_EQ(position_of("author:ann"), kNoPosition);
}

TEST(QuerySet, OfNothingMatchesNothing) {
  EXPECT_THAT(hits_of(QuerySet(), {.blocks = {"a"}}), IsEmpty());
  EXPECT_THAT(hits_of(QuerySetBuilder().build(), {.blocks = {"a"}}), IsEmpty());
  EXPECT_THAT(ids_of({"a", "ab*", "-x OR y"}, {}), ElementsAre(3));
}

TEST(QuerySet, SharesAWorkspaceWithOtherSets) {
  const QuerySet large =
      set_of({"one", "two", "one two", "\"one two\"", "one OR three"});
  const QuerySet small = set_of({"two -three"});
  const auto terms = terms_of({.language = "en", .blocks = {"one two"}});
  Workspace workspace;
  for (int round = 0; round < 3; ++round) {
    std::vector<Hit> hits;
    small.match(terms, {}, workspace, hits);
    EXPECT_EQ(hits.size(), 1U);
    large.match(terms, {}, workspace, hits);
    EXPECT_EQ(hits.size(), 6U);
  }
}

TEST(QuerySet, ServesManyThreadsAtOnce) {
  const QuerySet set = set_of({"one", "\"one two\"", "two -four", "on*"});
  const auto terms = terms_of({.language = "en", .blocks = {"one two three"}});
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      Workspace workspace;
      for (int round = 0; round < 500; ++round) {
        std::vector<Hit> hits;
        set.match(terms, {}, workspace, hits);
        wrong += hits.size() != 4;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

// Random queries and articles of few words, so that most things happen.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : random_(seed) {}

  std::string query(int depth = 0) {
    const auto one = [&] { return operand(depth); };
    switch (random_.below(depth > 2 ? 4 : 9)) {
      case 4:
        return one() + " " + one();
      case 5:
        return one() + " -" + one();
      case 6:
        return one() + " OR " + one();
      case 7:
        return one() + " OR NOT " + one();
      case 8:
        return one() + " (" + query(depth + 1) + ")";
      default:
        return one();
    }
  }

  std::string text(std::size_t most) {
    std::string text;
    for (std::size_t left = random_.below(most + 1); left > 0; --left)
      text += word() + ' ';
    return text;
  }

  std::uint64_t below(std::uint64_t end) { return random_.below(end); }

 private:
  std::string word() {
    static const std::vector<std::string> words{
        "elections", "election",  "elected", "elect",  "electric", "the",
        "of",        "Εκλογές",   "εκλογών", "εκλογή", "ΕΚΛΟΓΗ",   "οικονομία",
        "oikonomia", "ikonomias", "γράφω",   "έγραψε", "Häuser",   "haus",
        "2019",      "20",        "e-mail",  "και",    "των"};
    return words[random_.below(words.size())];
  }

  std::string operand(int depth) {
    static const std::vector<std::string> facts{
        "lang:en",  "lang:el",    "source:17",   "source:bbc",  "folder:a",
        "folder:b", "folder:a/c", "topic:sport", "source:x.org"};
    switch (random_.below(depth > 2 ? 8 : 10)) {
      case 0:
        return "elec*";
      case 1:
        return "εκλ*";
      case 2:
        return '=' + word();
      case 3:
        return (random_.below(2) ? "title:" : "author:") + word();
      case 4:
        return '"' + word() + ' ' + word() + '"';
      case 5:
        return '"' + word() + " elec* " + word() + '"';
      case 6:
        return facts[random_.below(facts.size())];
      case 8:
        return '(' + query(depth + 1) + ')';
      default:
        return word();
    }
  }

  Random random_;
};

bool is_fact(const Fact& fact, const ArticleFacts& facts, std::int64_t owner) {
  const auto is_below = [&fact, owner](const OwnedFolder& owned) {
    return owned.owner == owner &&
           (owned.folder == fact.value || owned.folder.starts_with(fact.value + "/"));
  };
  switch (fact.kind) {
    case FactKind::kLanguage:
      return fact.value == text::code_of(facts.language);
    case FactKind::kSource:
      if (fact.value == "17") return facts.source == 17;
      return facts.source_title.find(fact.value) != std::string_view::npos ||
             facts.source_url.find(fact.value) != std::string_view::npos;
    case FactKind::kFolder:
      return std::ranges::any_of(facts.folders, is_below);
    case FactKind::kTopic:
      return fact.value == facts.topic;
    case FactKind::kOwnTopic:
      return false;
  }
  return false;
}

struct RandomSet {
  std::vector<std::string> texts;
  std::vector<Expression> expressions;
  std::vector<std::int64_t> owners;
  QuerySet compiled;

  RandomSet(Chance& chance, std::size_t count) {
    QuerySetBuilder builder;
    while (texts.size() < count) {
      std::string text = chance.query();
      auto expression =
          query::parse_query(text, {analyzer()}, query::Synonyms::kUnused);
      if (!expression) continue;
      owners.push_back(std::int64_t(chance.below(3)));
      builder.add({std::int64_t(texts.size()), owners.back()}, *expression);
      texts.push_back(std::move(text));
      expressions.push_back(*std::move(expression));
    }
    compiled = std::move(builder).build();
  }
};

TEST(QuerySet, AgreesWithTheNaiveOracle) {
  Chance chance(7);
  Workspace workspace;
  std::size_t matched = 0;
  std::size_t asked = 0;
  for (int round = 0; round < 40; ++round) {
    const RandomSet set(chance, 1 + chance.below(300));
    for (int i = 0; i < 10; ++i) {
      const std::string title = chance.text(4);
      const std::string author = chance.text(2);
      const std::string first = chance.text(12);
      const std::string second = chance.text(6);
      const auto terms = terms_of({.title = title,
                                   .author = author,
                                   .language = chance.below(2) ? "en" : "el",
                                   .blocks = {first, second}});
      const std::vector<OwnedFolder> folders{{0, "a/c"}, {1, "b"}, {1, "ab"}, {2, "a"}};
      const ArticleFacts facts{
          .language = terms.language(),
          .source = 16 + std::int64_t(chance.below(2)),
          .source_title = chance.below(2) ? "bbc news" : "cnn",
          .source_url = chance.below(2) ? "http://x.org" : "http://y.org",
          .topic = chance.below(2) ? "sport" : "",
          .folders = std::span(folders).first(chance.below(5))};
      std::vector<Hit> hits;
      set.compiled.match(terms, facts, workspace, hits);
      std::multiset<std::int64_t> found;
      for (const Hit& hit : hits) {
        found.insert(hit.query);
        if (hit.position == kNoPosition) continue;
        ASSERT_LT(hit.position, terms.position_count()) << set.texts[hit.query];
      }
      for (std::size_t q = 0; q < set.texts.size(); ++q) {
        const bool expected = matches_naively(
            set.expressions[q], terms,
            [&](const Fact& fact) { return is_fact(fact, facts, set.owners[q]); });
        ASSERT_EQ(found.count(std::int64_t(q)), expected ? 1U : 0U)
            << set.texts[q] << "\n  in " << title << " | " << first << " | " << second
            << " by " << author;
        matched += expected;
        ++asked;
      }
    }
  }
  EXPECT_GT(asked, 30'000U);
  EXPECT_GT(matched * 10, asked) << "the cases must not be all of one kind";
  EXPECT_LT(matched * 10, asked * 9);
}

}  // namespace
}  // namespace curlew::match
