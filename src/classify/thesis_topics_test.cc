#include "classify/thesis_topics.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace curlew::classify {
namespace {

// The lines of a test file that are not comments.
std::vector<std::string> rows_of(const char* name) {
  std::ifstream file(std::string(CURLEW_TESTDATA "/thesis/") + name);
  std::vector<std::string> rows;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.front() != '#') rows.push_back(line);
  }
  EXPECT_FALSE(rows.empty()) << name;
  return rows;
}

TopicWords words_of(std::string_view title, std::string_view text) {
  const text::Analyzer analyzer;
  TopicReader reader(analyzer, StemRules::kPorter1980);
  TopicWords words;
  reader.read({title, text, text::Language::kEnglish}, words);
  return words;
}

TEST(ThesisTopics, HaveTheCosinesOfTheThesis) {
  for (const std::string& row : rows_of("cosines.txt")) {
    std::string name;
    std::size_t matched_twice = 0;
    std::size_t matched_once = 0;
    std::size_t twice = 0;
    std::size_t once = 0;
    std::size_t terms = 0;
    double expected = 0;
    std::istringstream(row) >> name >> matched_twice >> matched_once >> twice >> once >>
        terms >> expected;
    TermCounts page;
    TopicTerms topic;
    for (std::size_t i = 0; i < twice; ++i) page["twice" + std::to_string(i)] = 2;
    for (std::size_t i = 0; i < once; ++i) page["once" + std::to_string(i)] = 1;
    for (std::size_t i = 0; i < matched_twice; ++i) {
      topic.insert("twice" + std::to_string(i));
    }
    for (std::size_t i = 0; i < matched_once; ++i) {
      topic.insert("once" + std::to_string(i));
    }
    while (topic.size() < terms) topic.insert("else" + std::to_string(topic.size()));
    EXPECT_NEAR(cosine(page, topic), expected, 1e-9) << name;
  }
}

TEST(ThesisTopics, CombineAPageWithItsAnchorText) {
  for (const std::string& row : rows_of("similarities.txt")) {
    double page = 0;
    double anchor_text = 0;
    double expected = 0;
    std::istringstream(row) >> page >> anchor_text >> expected;
    EXPECT_NEAR(similarity_of_page(page, anchor_text), expected, 1e-14) << row;
  }
}

TEST(ThesisTopics, AddTheMostFrequentTermsUntilTheyComeBack) {
  TermCounts counts;
  std::vector<std::string> expected(10);
  for (const std::string& row : rows_of("crime_terms.txt")) {
    std::string term;
    std::uint32_t frequency = 0;
    std::string rank;
    std::istringstream(row) >> term >> frequency >> rank;
    counts[term] = frequency;
    if (rank != "-") expected.at(std::stoul(rank) - 1) = term;
  }
  EXPECT_EQ(most_frequent_terms(counts, 10), expected);
  TopicTerms topic{"kill", "report", "murder"};
  EXPECT_EQ(add_terms(counts, 10, topic), 8U);
  EXPECT_EQ(topic.size(), 11U);
  EXPECT_EQ(add_terms(counts, 10, topic), 0U);
}

TEST(ThesisTopics, AskForTheMeanSimilarity) {
  for (const std::string& row : rows_of("thresholds.txt")) {
    std::istringstream line(row);
    double expected = 0;
    line >> expected;
    std::vector<double> similarities;
    for (double similarity = 0; line >> similarity;) similarities.push_back(similarity);
    EXPECT_NEAR(mean_similarity(similarities), expected, 1e-12) << row;
  }
}

TEST(ThesisTopics, CountPorterStemsWithoutStopWords) {
  TermCounts counts;
  count_terms(words_of("Implementation",
                       "They've implemented it: 3 x implement. "
                       "The company's companies around"),
              counts);
  const TermCounts expected{
      {"implement", 3}, {"compani", 1}, {"company'", 1}, {"around", 1}};
  EXPECT_EQ(counts, expected);
}

// Worked out by hand: sport has goal (3), team (2) as its two terms, money has bank
// (2), rate (2). The examples' cosines are (2+1)/sqrt(2*(4+1)) and
// (1+1)/sqrt(2*(1+1+1)).
TEST(ThesisTopics, AreLearnedFromExamples) {
  const std::vector<TopicExample> examples{{words_of("", "goal goal team"), 0},
                                           {words_of("", "goal team win"), 0},
                                           {words_of("", "bank bank rate rate"), 1}};
  const auto model = learn_thesis_topics(examples, 2, 2);
  EXPECT_NEAR(model->thresholds()[0], (3 / std::sqrt(10.) + 2 / std::sqrt(6.)) / 2,
              1e-12);
  EXPECT_NEAR(model->thresholds()[1], 1, 1e-12);
  TopicScratch scratch;
  const TopicVerdict verdict = judge(*model, words_of("Goal", "team bank"), scratch);
  EXPECT_EQ(verdict.topic, 0U);
  EXPECT_NEAR(verdict.score, 2 / std::sqrt(6.), 1e-12);
  EXPECT_FALSE(verdict.is_accepted);
  EXPECT_TRUE(judge(*model, words_of("", "rates of banks"), scratch).is_accepted);
}

// Worked out by hand: a topic of two terms, the mean of whose examples is .6.
TEST(ThesisTopics, GrowAndAskForTheMeanOfAcceptedPagesFromPhaseToPhase) {
  ThesisTopic topic{.terms = {"goal", "team"}, .threshold = .6};
  EXPECT_TRUE(topic.judge(.6, {{"goal", 2}}));
  EXPECT_TRUE(topic.judge(.9, {{"team", 1}}));
  EXPECT_FALSE(topic.judge(.5, {{"goal", 1}, {"coach", 3}, {"pitch", 2}}));
  EXPECT_FALSE(topic.judge(.1, {{"coach", 1}, {"rain", 1}}));
  // The threshold stays until the phase ends.
  EXPECT_EQ(topic.threshold, .6);
  EXPECT_EQ(topic.end_phase(2), 2U);
  EXPECT_EQ(topic.terms, (TopicTerms{"coach", "goal", "pitch", "team"}));
  EXPECT_NEAR(topic.threshold, .75, 1e-12);
  EXPECT_TRUE(topic.rejected.empty());
  // The same terms come back: none is added any more.
  EXPECT_FALSE(topic.judge(.7, {{"coach", 2}, {"goal", 1}}));
  EXPECT_EQ(topic.end_phase(2), 0U);
  EXPECT_TRUE(topic.is_complete);
  EXPECT_FALSE(topic.judge(.7, {{"rain", 9}}));
  EXPECT_EQ(topic.end_phase(2), 0U);
  EXPECT_NEAR(topic.threshold, .75, 1e-12);
}

TEST(ThesisTopics, AreTheSameAfterTheyWereStored) {
  ThesisTopic topic{.terms = {"goal", "team"}, .threshold = .6};
  topic.judge(.7, {});
  topic.judge(.1, {{"coach", 1}, {"rain", 2}});
  const std::string bytes = encode_thesis_topic(topic);
  const auto back = decode_thesis_topic(bytes);
  ASSERT_TRUE(back) << back.error().text;
  EXPECT_EQ(*back, topic);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_thesis_topic(std::string_view(bytes).substr(0, size)));
  }
}

TEST(ThesisTopics, JudgeByTheTermsTheyHaveNow) {
  std::vector<ThesisTopic> topics{{.terms = {"goal"}, .threshold = .5},
                                  {.terms = {"bank"}, .threshold = .5}};
  TopicScratch scratch;
  const TopicWords page = words_of("", "coach coach bank");
  EXPECT_EQ(judge(*make_thesis_model(topics), page, scratch).topic, 1U);
  topics[0].judge(.1, {{"coach", 1}});
  topics[0].end_phase(10);
  EXPECT_EQ(judge(*make_thesis_model(topics), page, scratch).topic, 0U);
}

}  // namespace
}  // namespace curlew::classify
