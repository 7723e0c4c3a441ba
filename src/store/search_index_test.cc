#include "store/search_index.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "base/random.h"
#include "query/naive_matching_test.h"
#include "query/parse_query.h"
#include "store/store_fixture.h"

namespace curlew::store {
namespace {

using model::ArticleId;
using model::SourceId;
using query::Expression;
using query::NodeKind;
using testing::ElementsAre;
using testing::IsEmpty;

struct Text {
  std::string title, author, body, topic;
  SourceId source{1};
};

class SearchIndexTest : public StoreTest {
 protected:
  query::ArticleTerms terms_of(const Text& text) {
    query::ArticleTerms terms;
    query::TermCache cache;
    std::vector<std::string_view> blocks;
    std::string_view rest = text.body;
    while (!rest.empty()) {
      blocks.push_back(rest.substr(0, rest.find('|')));
      rest.remove_prefix(std::min(rest.size(), blocks.back().size() + 1));
    }
    query::make_terms({.title = text.title,
                       .author = text.author,
                       .language = "en",
                       .blocks = blocks},
                      analyzer_, cache, terms);
    return terms;
  }
  std::string packed(const Text& text) {
    return pack_document(terms_of(text), {.source = text.source, .topic = text.topic});
  }
  void add(std::int64_t article, const Text& text) {
    auto transaction = must(store_->begin());
    must(store_->index().add({article}, packed(text)));
    must(transaction.commit());
  }
  void replace(std::int64_t article, const Text& text) {
    auto transaction = must(store_->begin());
    must(store_->index().replace({article}, packed(text)));
    must(transaction.commit());
  }
  void remove(std::vector<ArticleId> articles) {
    auto transaction = must(store_->begin());
    must(remove_from_index(store_->database(), articles));
    must(transaction.commit());
  }
  void tidy() {
    while (must(store_->index().tidy())) {
    }
  }
  std::int64_t rows_of(const std::string& table) {
    auto* query = must(store_->database().prepare("SELECT count(*) FROM " + table));
    must(query->step());
    const std::int64_t rows = query->integer(0);
    query->reset();
    return rows;
  }
  Expression parsed(const std::string& text) {
    return must(
        query::parse_query(text, {.analyzer = analyzer_}, query::Synonyms::kUnused));
  }
  std::vector<std::int64_t> ids(const SearchAnswer& answer) {
    std::vector<std::int64_t> out;
    for (const SearchHit& hit : answer.hits) out.push_back(hit.article.value);
    return out;
  }
  std::vector<std::int64_t> find(const std::string& text, SearchRequest request = {}) {
    const Expression expression = parsed(text);
    request.expression = &expression;
    return ids(must(store_->index().find(request)));
  }

  const text::Analyzer analyzer_;
};

TEST_F(SearchIndexTest, FindsWordsPhrasesFieldsAndFacts) {
  add(1, {.title = "Floods in the north",
          .author = "Ann Lee",
          .body = "Rivers rose after heavy rain.|The bridge is closed.",
          .topic = "weather"});
  add(2, {.title = "Election night",
          .body = "Heavy losses after the rain",
          .source = {2}});
  EXPECT_THAT(find("rain"), ElementsAre(2, 1));
  EXPECT_THAT(find("river"), ElementsAre(1)) << "an inflection";
  EXPECT_THAT(find("=river"), IsEmpty());
  EXPECT_THAT(find("\"heavy rain\""), ElementsAre(1));
  EXPECT_THAT(find("\"rain the bridge\""), IsEmpty()) << "no phrase crosses blocks";
  EXPECT_THAT(find("\"north rivers\""), IsEmpty()) << "nor the end of the title";
  EXPECT_THAT(find("title:flood"), ElementsAre(1));
  EXPECT_THAT(find("title:rain"), IsEmpty());
  EXPECT_THAT(find("author:\"ann lee\""), ElementsAre(1));
  EXPECT_THAT(find("ann"), IsEmpty());
  EXPECT_THAT(find("elec*"), ElementsAre(2));
  EXPECT_THAT(find("ra*"), ElementsAre(2, 1));
  EXPECT_THAT(find("rain NOT bridge"), ElementsAre(2));
  EXPECT_THAT(find("flood OR election"), ElementsAre(2, 1));
  EXPECT_THAT(find("rain topic:weather"), ElementsAre(1));
  EXPECT_THAT(find("rain source:2"), ElementsAre(2));
  EXPECT_THAT(find("rain lang:en"), ElementsAre(2, 1));
}

TEST_F(SearchIndexTest, ShowsTheSourcesThatAreAskedForAlone) {
  add(1, {.title = "rain", .source = {1}});
  add(2, {.title = "rain", .source = {2}});
  const std::unordered_set<SourceId> visible{SourceId{1}};
  EXPECT_THAT(find("rain", {.sources = &visible}), ElementsAre(1));
  const std::unordered_set<SourceId> none;
  EXPECT_THAT(find("rain", {.sources = &none}), IsEmpty());
}

TEST_F(SearchIndexTest, GoesOnBelowAnArticle) {
  for (int i = 1; i <= 1300; ++i) add(i, {.title = "rain"});
  tidy();
  EXPECT_GT(rows_of("index_segments"), 1);
  EXPECT_THAT(find("rain", {.limit = 2}), ElementsAre(1300, 1299));
  EXPECT_THAT(find("rain", {.limit = 2, .before = ArticleId{600}}),
              ElementsAre(599, 598));
  const Expression rain = parsed("rain");
  const auto answer = must(store_->index().find({.expression = &rain, .limit = 2000}));
  EXPECT_EQ(answer.found, 1300U);
  EXPECT_FALSE(answer.has_more);
  EXPECT_TRUE(
      must(store_->index().find({.expression = &rain, .limit = 1299})).has_more);
}

TEST_F(SearchIndexTest, WhatIsReplacedOrRemovedIsNotFound) {
  for (int i = 1; i <= 600; ++i) add(i, {.title = "rain"});
  tidy();
  EXPECT_EQ(rows_of("index_segments"), 1);
  replace(7, {.title = "sun"});
  replace(599, {.title = "sun"});
  remove({{8}, {600}});
  EXPECT_THAT(find("sun"), ElementsAre(599, 7));
  EXPECT_THAT(find("rain", {.limit = 2}), ElementsAre(598, 597));
  EXPECT_THAT(find("rain", {.limit = 2, .before = ArticleId{9}}), ElementsAre(6, 5));
  for (int i = 601; i <= 5000; ++i) add(i, {.title = "rain"});
  tidy();
  EXPECT_THAT(find("sun"), ElementsAre(599, 7));
  EXPECT_EQ(find("rain", {.limit = 9000}).size(), 4996U);
  EXPECT_EQ(rows_of("index_removed"), 0) << "the merge has dropped them";
}

TEST_F(SearchIndexTest, FindsTheNewTextOfWhatIsReplacedWhileItsSegmentIsMade) {
  for (int i = 1; i <= 512; ++i) add(i, {.title = "rain"});
  must(store_->index().tidy());
  ASSERT_EQ(rows_of("index_segments"), 0) << "a segment takes several steps";
  replace(7, {.title = "sun"});
  remove({{8}});
  tidy();
  EXPECT_EQ(rows_of("index_segments"), 1);
  EXPECT_EQ(rows_of("index_tail"), 1);
  EXPECT_THAT(find("sun"), ElementsAre(7));
  EXPECT_EQ(find("rain", {.limit = 900}).size(), 510U);
}

TEST_F(SearchIndexTest, TidiesALargeSegmentInManySteps) {
  {
    auto transaction = must(store_->begin());
    for (int i = 1; i <= 4096; ++i) {
      std::string numbers;
      for (int j = 0; j < 40; ++j) numbers += std::to_string(i * 40 + j) + " ";
      must(store_->index().add({i}, packed({.title = "rain", .body = numbers})));
    }
    must(transaction.commit());
  }
  std::int64_t most = 0;
  for (std::int64_t before = 0; must(store_->index().tidy());) {
    const std::int64_t rows = rows_of("index_blocks");
    most = std::max(most, std::abs(rows - before));
    before = rows;
  }
  EXPECT_EQ(rows_of("index_segments"), 1);
  const std::int64_t rows = rows_of("index_blocks");
  EXPECT_GT(rows, 200);
  EXPECT_LT(most, rows / 2);
}

// Counts queries: on a server each is a round trip.
class CountingDatabase final : public Database {
 public:
  explicit CountingDatabase(Database& real) : real_(real) {}

  int queries = 0;

  Result<Statement*> prepare(std::string_view sql) override {
    ++queries;
    return real_.prepare(sql);
  }
  Result<void> run_script(const std::string& sql) override {
    return real_.run_script(sql);
  }
  Result<void> begin(Access access) override { return real_.begin(access); }
  Result<void> flush() override { return real_.flush(); }
  Result<void> commit() override { return real_.commit(); }
  void rollback() override { real_.rollback(); }
  bool in_transaction() const override { return real_.in_transaction(); }
  Result<int> schema_version() override { return real_.schema_version(); }
  Result<void> set_schema_version(int version) override {
    return real_.set_schema_version(version);
  }
  Result<void> forget_overwritten(const std::string& table) override {
    return real_.forget_overwritten(table);
  }
  Result<void> verify() override { return real_.verify(); }
  const std::string& name() const override { return real_.name(); }

 private:
  Database& real_;
};

TEST_F(SearchIndexTest, AsksForTheListsOfManySegmentsAtOnce) {
  for (int i = 1; i <= 7 * 512; ++i) add(i, {.title = "rain and a storm of sunlight"});
  tidy();
  ASSERT_EQ(rows_of("index_segments"), 7);
  CountingDatabase counting(store_->database());
  SearchIndex index(counting);
  const auto queries_for = [&](const std::string& text, SearchOrder order) {
    const Expression expression = parsed(text);
    counting.queries = 0;
    must(index.find({.expression = &expression, .order = order, .limit = 5000}));
    return counting.queries;
  };
  // Two waves of segments: lists, ids, and what was removed of each.
  EXPECT_LE(queries_for("rain OR sun OR storm OR fog", SearchOrder::kNewest), 8);
  // And positions.
  EXPECT_LE(queries_for("\"rain and a storm\"", SearchOrder::kNewest), 10);
  EXPECT_LE(queries_for("title:rain title:storm", SearchOrder::kNewest), 12);
  EXPECT_LE(queries_for("rain OR sun OR storm OR fog", SearchOrder::kRanked), 10);
}

TEST_F(SearchIndexTest, ASegmentIsWrittenAnewWhenHalfOfItIsGone) {
  std::vector<ArticleId> gone;
  for (int i = 1; i <= 512; ++i) {
    add(i, {.title = "rain"});
    if (i <= 300) gone.push_back({i});
  }
  tidy();
  remove(gone);
  must(store_->index().look_for_removed());
  tidy();
  EXPECT_EQ(rows_of("index_removed"), 0);
  EXPECT_EQ(rows_of("index_segments"), 1);
  EXPECT_EQ(find("rain", {.limit = 900}).size(), 212U);
}

TEST_F(SearchIndexTest, TheBestComesFirst) {
  const std::string filler = "many words about something else entirely and more of it ";
  add(1, {.title = "Something", .body = "flood once " + filler + filler});
  add(2, {.title = "Flood", .body = "the flood and again a flood"});
  add(3, {.title = "Other", .body = "flood flood " + filler});
  EXPECT_THAT(find("flood", {.order = SearchOrder::kRanked}), ElementsAre(2, 3, 1));
  EXPECT_THAT(find("flood", {.order = SearchOrder::kRanked, .limit = 1, .skip = 1}),
              ElementsAre(3));
}

TEST_F(SearchIndexTest, AKilledMergeLeavesNothing) {
  for (int i = 1; i <= 4096; ++i) add(i, {.title = "rain " + std::to_string(i)});
  while (rows_of("index_segments") < 8) must(store_->index().tidy());
  must(store_->index().tidy());
  store_ = open();
  tidy();
  EXPECT_EQ(rows_of("index_segments"), 1);
  auto* query = must(store_->database().prepare(
      "SELECT count(*) FROM index_blocks"
      " WHERE segment_id NOT IN (SELECT id FROM index_segments)"));
  must(query->step());
  EXPECT_EQ(query->integer(0), 0);
  query->reset();
  EXPECT_EQ(find("rain", {.limit = 9000}).size(), 4096U);
}

// A query of a few words of a small vocabulary, so that there is something to find.
class RandomTexts {
 public:
  explicit RandomTexts(std::uint64_t seed) : random_(seed) {}

  std::string word() {
    static const std::vector<std::string> kWords = {
        "rain",  "rains",    "raining", "flood", "floods", "the",    "of",
        "a",     "election", "elect",   "night", "storm",  "stormy", "πλοίο",
        "πλοία", "θάλασσα",  "rail",    "of",    "the",    "a"};
    return kWords[below(kWords.size())];
  }
  std::string words(std::size_t most) {
    std::string text;
    for (std::size_t i = below(most) + 1; i > 0; --i) text += word() + " ";
    return text;
  }
  Text text() {
    static const std::vector<std::string> kTopics = {"", "weather", "politics"};
    return {.title = words(4),
            .author = words(2),
            .body = words(12) + "|" + words(6),
            .topic = kTopics[below(kTopics.size())],
            .source = {std::int64_t(below(4)) + 1}};
  }
  std::string query(int depth = 3) {
    switch (below(depth == 0 ? 7 : 11)) {
      case 0:
        return "\"" + words(3) + "\"";
      case 1:
        return "=" + word();
      case 2:
        return word().substr(0, below(3) + 1) + "*";
      case 3:
        return "title:" + word();
      case 4:
        return "author:" + word();
      case 5:
        return below(2) == 0 ? "topic:weather" : "source:2";
      case 6:
        return word();
      case 7:
        return "(" + query(depth - 1) + " AND " + query(depth - 1) + ")";
      case 8:
        return "(" + query(depth - 1) + " OR " + query(depth - 1) + ")";
      default:
        return "(" + query(depth - 1) + " NOT " + query(depth - 1) + ")";
    }
  }
  std::size_t below(std::size_t end) { return random_.below(end); }

 private:
  Random random_;
};

bool is_fact_of(const Text& text, const query::Fact& fact) {
  if (fact.kind == query::FactKind::kTopic) return fact.value == text.topic;
  return fact.value == std::to_string(text.source.value);
}

TEST_F(SearchIndexTest, AgreesWithTheMeaningOfRandomQueries) {
  RandomTexts random(12);
  std::map<std::int64_t, Text> texts;
  for (int i = 1; i <= 1100; ++i) {
    texts[i] = random.text();
    add(i, texts[i]);
    if (i % 3 == 0) {
      const auto again = std::int64_t(random.below(std::size_t(i))) + 1;
      if (texts.contains(again)) replace(again, texts[again] = random.text());
    }
    if (i % 10 == 0) {
      const auto gone = std::int64_t(random.below(std::size_t(i))) + 1;
      texts.erase(gone);
      remove({{gone}});
    }
    if (i % 200 == 0) tidy();
  }
  std::map<std::int64_t, query::ArticleTerms> terms;
  for (const auto& [id, text] : texts) terms[id] = terms_of(text);
  std::size_t hits = 0;
  for (int i = 0; i < 150; ++i) {
    const std::string text = random.query();
    const auto expression =
        query::parse_query(text, {.analyzer = analyzer_}, query::Synonyms::kUnused);
    if (!expression.ok()) continue;
    std::vector<std::int64_t> expected;
    for (auto it = texts.rbegin(); it != texts.rend(); ++it) {
      const bool matches = query::matches_naively(
          *expression, terms[it->first],
          [&](const auto& fact) { return is_fact_of(it->second, fact); });
      if (matches) expected.push_back(it->first);
    }
    hits += expected.size();
    const auto answer =
        must(store_->index().find({.expression = &*expression, .limit = 5000}));
    ASSERT_EQ(ids(answer), expected) << text;
    auto ranked = ids(must(store_->index().find(
        {.expression = &*expression, .order = SearchOrder::kRanked, .limit = 5000})));
    std::ranges::sort(ranked, std::greater());
    ASSERT_EQ(ranked, expected) << text;
  }
  EXPECT_GT(hits, 3000U);
}

}  // namespace
}  // namespace curlew::store
