#include "classify/ready_topics.h"

#include <gtest/gtest.h>

#include <set>

namespace curlew::classify {
namespace {

class ReadyTopics : public testing::Test {
 protected:
  std::vector<TopicExample> examples(StemRules rules) const {
    TopicReader reader(analyzer_, rules);
    std::vector<TopicExample> result;
    for (std::uint32_t topic = 0; topic < kReadyTopics.size(); ++topic) {
      for (const ReadyText& ready : ready_texts(kReadyTopics[topic])) {
        TopicExample& example = result.emplace_back();
        example.topic = topic;
        reader.read({.title = {}, .text = ready.text, .language = ready.language},
                    example.words);
      }
    }
    return result;
  }

  std::string_view topic_of(const TopicModel& model, std::string_view text,
                            text::Language language) const {
    TopicReader reader(analyzer_, model.stem_rules());
    TopicWords words;
    reader.read({.title = {}, .text = text, .language = language}, words);
    TopicScratch scratch;
    return kReadyTopics[judge(model, words, scratch).topic];
  }

  const text::Analyzer analyzer_;
};

constexpr std::pair<std::string_view, std::string_view> kSentences[] = {
    {"business",
     "The company said its quarterly profits rose as sales grew; shares of the bank "
     "fell on the market."},
    {"politics",
     "The president and the senate argued about the bill before the election, and the "
     "party's voters were not pleased."},
    {"crime",
     "Police arrested a man accused of murder; the suspect was charged with the "
     "shooting of a teenager."},
    {"health",
     "Doctors say that patients with diabetes should sleep, exercise and eat a healthy "
     "diet to lower the risk of heart disease."},
    {"sports",
     "The team won the match in the league with two goals, and the coach praised his "
     "players before the cup final."},
    {"technology",
     "Google and Microsoft released new software; users of the phone can search the "
     "internet and share data online."},
};

TEST_F(ReadyTopics, TellPlainSentencesByEveryMethod) {
  for (const TopicMethod method :
       {TopicMethod::kLinear, TopicMethod::kCentroid, TopicMethod::kThesis}) {
    const auto model = learn_topics(examples(stem_rules_of(method)),
                                    kReadyTopics.size(), {.method = method});
    ASSERT_TRUE(model) << model.error().text;
    std::size_t right = 0;
    for (const auto& [topic, sentence] : kSentences) {
      right += topic_of(**model, sentence, text::Language::kEnglish) == topic;
    }
    // The thesis counts words that all topics share.
    EXPECT_GE(right, method == TopicMethod::kThesis ? 4U : 6U) << int(method);
  }
}

TEST_F(ReadyTopics, KnowSomeGreek) {
  const auto model =
      learn_topics(examples(StemRules::kByLanguage), kReadyTopics.size(), {});
  ASSERT_TRUE(model) << model.error().text;
  EXPECT_EQ(topic_of(**model, "Η ομάδα κέρδισε τον αγώνα και πήρε το μετάλλιο",
                     text::Language::kGreek),
            "sports");
  EXPECT_EQ(topic_of(**model, "Η κυβέρνηση και ο πρόεδρος μίλησαν για τις εκλογές",
                     text::Language::kGreek),
            "politics");
}

TEST_F(ReadyTopics, HaveTermsOfTheirOwn) {
  for (const std::string_view topic : kReadyTopics) {
    const std::vector<std::string> terms = ready_terms(topic, 50);
    EXPECT_EQ(terms.size(), 50U) << topic;
  }
  const std::vector<std::string> crime = ready_terms("crime", 20);
  EXPECT_TRUE(std::ranges::count(crime, "police") == 1);
  EXPECT_TRUE(ready_terms("gardening", 5).empty());
  EXPECT_TRUE(ready_texts("gardening").empty());
}

TEST_F(ReadyTopics, AreTheSameInEveryRun) {
  const auto once = ready_texts("health");
  const auto again = ready_texts("health");
  ASSERT_EQ(once.size(), again.size());
  for (std::size_t i = 0; i < once.size(); ++i) EXPECT_EQ(once[i].text, again[i].text);
}

// A user with three pages about bees, and nothing else.
TEST_F(ReadyTopics, LeaveRoomForATopicByItself) {
  TopicReader reader(analyzer_, StemRules::kByLanguage);
  std::vector<TopicExample> bees(3);
  const auto read = [&](std::string_view text, TopicWords& words) {
    reader.read({.title = {}, .text = text, .language = text::Language::kEnglish},
                words);
  };
  read("The beekeeper opened the hive; the bees had filled the comb with honey.",
       bees[0].words);
  read("A swarm of bees left with the old queen, and the colony raised another.",
       bees[1].words);
  read(
      "Honey from this hive is dark, since the bees visited chestnut trees; the "
      "colony was strong.",
      bees[2].words);
  const auto model = learn_topics(bees, 1, {.background = Background::kOwn});
  ASSERT_TRUE(model) << model.error().text;
  TopicScratch scratch;
  TopicWords words;
  read("Bees of a strong colony bring honey to the hive", words);
  EXPECT_TRUE(judge(**model, words, scratch).is_accepted);
  for (const auto& [topic, sentence] : kSentences) {
    read(sentence, words);
    EXPECT_FALSE(judge(**model, words, scratch).is_accepted) << sentence;
  }
}

TEST(Themes, AreReadFromTheirFile) {
  const auto themes = parse_themes(
      "# a comment\n"
      "theme sailing sports en 20\n"
      "7 boat sail\n"
      "2 wind\n"
      "theme empty - en 20\n");
  ASSERT_TRUE(themes) << themes.error().text;
  ASSERT_EQ(themes->size(), 1U);
  EXPECT_EQ(themes->front().topic, "sports");
  EXPECT_EQ(themes->front().words.back(), std::pair(std::string("wind"), 16U));
  TextDrawer drawer(*themes);
  const std::string text = drawer.draw(themes->front());
  EXPECT_NE(text.find("boat"), std::string::npos);
  for (const char* const broken :
       {"", "7 boat\n", "theme a - en x\n7 b\n", "theme a - en 9\nboat sail\n",
        "theme a - en 9\n9999999999 boat\n", "theme\n"}) {
    EXPECT_FALSE(parse_themes(broken)) << broken;
  }
}

// What is shipped are counts, and not too many of them.
TEST(Themes, OfOurOwnAreBoundedAndCoverTheReadyTopics) {
  EXPECT_LE(own_themes_file().size(), 400'000U);
  std::set<std::string> topics;
  for (const Theme& theme : own_themes()) topics.insert(theme.topic);
  for (const std::string_view topic : kReadyTopics) {
    EXPECT_TRUE(topics.contains(std::string(topic))) << topic;
  }
}

}  // namespace
}  // namespace curlew::classify
