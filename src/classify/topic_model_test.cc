#include "classify/topic_model.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <boost/json.hpp>
#include <map>

#include "base/corpora_test.h"
#include "base/fingerprint.h"

namespace curlew::classify {
namespace {

class Topics : public testing::Test {
 protected:
  TopicWords words_of(std::string_view title, std::string_view text,
                      text::Language language = text::Language::kEnglish) {
    TopicWords words;
    reader_.read({title, text, language}, words);
    return words;
  }

  // Two topics of eight examples each that share the words of every article.
  std::vector<TopicExample> examples() {
    std::vector<TopicExample> result;
    for (const char* const name : {"Monday", "Tuesday", "Friday", "Sunday", "Spring",
                                   "Summer", "Autumn", "Winter"}) {
      result.push_back({words_of(name,
                                 "The footballers scored two goals in the match "
                                 "as their team won the league."),
                        0});
      result.push_back({words_of(name,
                                 "Shares of the bank fell in the market after "
                                 "its profits disappointed investors."),
                        1});
    }
    return result;
  }

  const text::Analyzer analyzer_;
  TopicReader reader_{analyzer_, StemRules::kByLanguage};
  TopicScratch scratch_;
};

TEST_F(Topics, AreTheStemsOfWordsThatSaySomething) {
  const TopicWords words = words_of("The banks", "a 1999 BANK; Οι τράπεζες");
  std::vector<std::string> stems;
  for (const TopicWords::Word& word : words.words()) {
    stems.emplace_back(words.stem(word));
  }
  ASSERT_EQ(stems.size(), 4U);
  EXPECT_EQ(stems[0], "bank");
  EXPECT_EQ(stems[1], "bank");
  EXPECT_EQ(words.words()[0].key, words.words()[1].key);
  EXPECT_EQ(words.words()[0].place, Place::kTitle);
  EXPECT_EQ(words.words()[1].place, Place::kText);
}

TEST_F(Topics, AreToldByEveryMethodThatSharesTheirWords) {
  const auto learned_from = examples();
  for (const TopicMethod method : {TopicMethod::kLinear, TopicMethod::kCentroid}) {
    const auto model = learn_topics(learned_from, 2, {.method = method});
    ASSERT_TRUE(model) << model.error().text;
    EXPECT_EQ(judge(**model, words_of("", "A goal won the match"), scratch_).topic, 0U);
    EXPECT_EQ(judge(**model, words_of("", "Profits of banks"), scratch_).topic, 1U);
  }
}

TEST_F(Topics, ReachAWordThatNoExampleHadThroughItsParts) {
  const auto model = learn_topics(examples(), 2, {});
  ASSERT_TRUE(model) << model.error().text;
  EXPECT_EQ(judge(**model, words_of("", "footballistic"), scratch_).topic, 0U);
  EXPECT_EQ(judge(**model, words_of("", "supermarketeer"), scratch_).topic, 1U);
}

TEST_F(Topics, DoNotAcceptATextThatSaysNothing) {
  const auto learned_from = examples();
  for (const TopicMethod method : {TopicMethod::kLinear, TopicMethod::kCentroid}) {
    const auto model = learn_topics(learned_from, 2, {.method = method});
    ASSERT_TRUE(model) << model.error().text;
    EXPECT_FALSE(judge(**model, words_of("", ""), scratch_).is_accepted);
    EXPECT_FALSE(judge(**model, words_of("", "zzyzx qqq"), scratch_).is_accepted);
  }
}

TEST_F(Topics, AreTheSameFromTheSameExamples) {
  const auto learned_from = examples();
  const auto model = learn_topics(learned_from, 2, {});
  const auto again = learn_topics(learned_from, 2, {});
  ASSERT_TRUE(model && again);
  const TopicWords words = words_of("Goals", "of a bank");
  TopicScratch other;
  const double score = judge(**model, words, scratch_).score;
  EXPECT_EQ(score, judge(**again, words, other).score);
  // Nothing of the first text stays in the scratch.
  EXPECT_EQ(score, judge(**model, words, scratch_).score);
}

TEST_F(Topics, AcceptLessWhenMoreOfTheirExamplesArePassedOver) {
  const auto learned_from = examples();
  const auto all = learn_topics(learned_from, 2, {.passed_over = 0});
  const auto half = learn_topics(learned_from, 2, {.passed_over = .5});
  ASSERT_TRUE(all && half);
  EXPECT_LE((*all)->thresholds()[0], (*half)->thresholds()[0]);
  EXPECT_GT((*all)->thresholds()[0], .5);
}

TEST_F(Topics, CannotBeLearnedWithoutOthers) {
  auto one = examples();
  std::erase_if(one, [](const TopicExample& example) { return example.topic == 1; });
  EXPECT_EQ(learn_topics(one, 1, {}).error().kind, ErrorKind::kUsage);
  EXPECT_EQ(learn_topics(one, 2, {}).error().text, "topic 1 has no examples");
}

struct Outcome {
  double accuracy = 0;
  double precision = 0;
  double recall = 0;
};

// Learned from one half of a collection and tried on the other, by a hash of the id.
Outcome outcome_of(const char* collection, text::Language language,
                   TopicMethod method) {
  const text::Analyzer analyzer;
  TopicReader reader(analyzer, stem_rules_of(method));
  std::map<std::string, std::uint32_t> topics;
  std::vector<TopicExample> halves[2];
  gzFile file = gzopen(corpus(collection).c_str(), "rb");
  std::string line(1 << 20, '\0');
  while (gzgets(file, line.data(), int(line.size()))) {
    const auto row = boost::json::parse(line.c_str()).as_object();
    const std::string label(row.at("label").as_string());
    TopicExample example;
    example.topic = topics.try_emplace(label, topics.size()).first->second;
    reader.read({row.at("title").as_string(), row.at("text").as_string(), language},
                example.words);
    const std::uint64_t hash = short_fingerprint_of(row.at("id").as_string());
    halves[hash % 2].push_back(std::move(example));
  }
  gzclose(file);
  const auto model = learn_topics(halves[0], topics.size(), {.method = method});
  if (!model) return {};
  TopicScratch scratch;
  double right = 0;
  double accepted = 0;
  double rightly_accepted = 0;
  for (const TopicExample& example : halves[1]) {
    const TopicVerdict verdict = judge(**model, example.words, scratch);
    right += verdict.topic == example.topic;
    accepted += verdict.is_accepted;
    rightly_accepted += verdict.is_accepted && verdict.topic == example.topic;
  }
  const Outcome outcome{right / double(halves[1].size()),
                        rightly_accepted / std::max(accepted, 1.),
                        rightly_accepted / double(halves[1].size())};
  std::printf("%s: accuracy %.3f, accepted with precision %.3f, recall %.3f\n",
              collection, outcome.accuracy, outcome.precision, outcome.recall);
  return outcome;
}

// Floors a little below what docs/topics.md has.
TEST(RealTopics, AreToldAndAcceptedAsDocumented) {
  if (for_corpora(1, 0) == 0) {
    GTEST_SKIP() << "needs the real collections of news: set CURLEW_CORPORA";
  }
  const Outcome centroid = outcome_of("news/bbc.dev.jsonl", text::Language::kEnglish,
                                      TopicMethod::kCentroid);
  EXPECT_GE(centroid.accuracy, .92);
  EXPECT_LE(centroid.recall, .6);
  const Outcome linear =
      outcome_of("news/bbc.dev.jsonl", text::Language::kEnglish, TopicMethod::kLinear);
  EXPECT_GE(linear.accuracy, .96);
  EXPECT_GE(linear.precision, .95);
  EXPECT_GE(linear.recall, .85);
  const Outcome greek = outcome_of("news/sib200_el.dev.jsonl", text::Language::kGreek,
                                   TopicMethod::kLinear);
  EXPECT_GE(greek.accuracy, .63);
}

}  // namespace
}  // namespace curlew::classify
