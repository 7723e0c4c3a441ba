// Topics from examples to articles: what is learned, what is judged, and what stays.

#include <gmock/gmock.h>

#include "control/controller_fixture_test.h"
#include "control/learn_topics.h"
#include "control/topic_judge.h"
#include "control/topic_keeping.h"

namespace curlew::control {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Close to the examples: a mean as threshold passes over about half of them.
constexpr std::string_view kBall =
    "The football team scored a goal and won the match in the stadium. The league final"
    " goes to the striker who scored twice; players of the team and the coach "
    "celebrate.";
constexpr std::string_view kKitchen =
    "Bake the dough in the hot oven; stir flour, olive oil and garlic in a pan, knead "
    "the"
    " dough, and fry onions in the pan with garlic: a recipe.";

class ArticleTopicsTest : public ControllerTest {
 protected:
  model::SourceId add_topic(const std::string& name,
                            std::vector<std::string_view> examples,
                            model::TopicMethod method, bool is_shared = true) {
    model::Source source;
    source.url = "topic:" + name;
    source.title = name;
    source.kind = model::SourceKind::kTopic;
    source.is_shared = is_shared;
    source.added = clock_.now();
    model::Topic topic;
    topic.source = *store_->sources().add(source, clock_.now());
    topic.method = method;
    std::vector<model::TopicExample> stored;
    for (const std::string_view example : examples) {
      stored.push_back({"a file", "", std::string(example)});
    }
    EXPECT_TRUE(store_->topics().add(topic).ok());
    EXPECT_TRUE(store_->topics().set_examples(topic.source, stored).ok());
    return topic.source;
  }
  Result<void> learn_all() {
    return change_topics(*store_, clock_.now(),
                         {.write = [] { return Result<void>(); }});
  }
  void add_two(model::TopicMethod method, bool is_shared = true) {
    sports_ = add_topic(
        "World sports",
        {"A football match: the team scored a goal and won in the stadium.",
         "The league final goes to the striker who scored twice; the team celebrates.",
         "Players of the football team train for the match; the coach names a "
         "striker."},
        method, is_shared);
    cooking_ = add_topic(
        "cooking",
        {"Bake the dough in the oven; stir flour, oil and garlic in a pan.",
         "A recipe: onions in olive oil, then garlic; bake it in a hot oven.",
         "Knead dough of flour and oil, and fry onions in the pan with garlic."},
        method, is_shared);
    const auto learned = learn_all();
    ASSERT_TRUE(learned.ok()) << learned.error().text;
  }
  void publish(int number, std::string_view title, std::string_view text) {
    web_["http://news.example/feed"] = {
        200,
        {},
        fmt::format("<rss version='2.0'><channel><title>News</title><item><guid>{}"
                    "</guid><title>{}</title><description>{}</description></item>"
                    "</channel></rss>",
                    number, title, text)};
  }
  std::vector<model::SourceId> topics_of(std::string_view title) {
    std::vector<model::SourceId> ids;
    for (const store::ArticleRow& row : *store_->articles().newest({}, 100)) {
      if (row.title != title) continue;
      for (const store::ArticleTopic& each : row.topics)
        ids.push_back(each.score.topic);
    }
    return ids;
  }
  model::UserId add_user(const std::string& name) {
    store::UserRow row;
    row.user.name = name;
    row.page = {"sealed", "page of " + name};
    return *store_->users().add(row);
  }
  void watch(model::UserId user, const std::string& query) {
    store::WatchlistRow row;
    row.list.user = user;
    row.list.name = "list";
    row.list.queries.push_back({{}, query});
    row.feed = {"sealed", "feed of " + std::to_string(user.value)};
    ASSERT_TRUE(store_->watchlists().add({&row, 1}).ok());
  }
  std::vector<std::string> clips_of(model::UserId user) {
    std::vector<std::string> clipped;
    for (const auto& row : *store_->clips().list({.user = user}, 100)) {
      clipped.push_back(row.clip.title);
    }
    return clipped;
  }

  model::SourceId sports_, cooking_;
};

class EachMethod : public ArticleTopicsTest,
                   public testing::WithParamInterface<model::TopicMethod> {};

TEST_P(EachMethod, FilesArticlesUnderTheirTopic) {
  add_two(GetParam());
  add("http://news.example/feed");
  publish(1, "Late goal", kBall);
  run_for(minutes(1));
  publish(2, "Bread", kKitchen);
  run_for(hours(30));
  EXPECT_THAT(topics_of("Late goal"), ElementsAre(sports_));
  EXPECT_THAT(topics_of("Bread"), ElementsAre(cooking_));
  start();
  publish(3, "Another goal", kBall);
  run_for(hours(30));
  EXPECT_THAT(topics_of("Another goal"), ElementsAre(sports_))
      << "what was learned survives a restart";
}

INSTANTIATE_TEST_SUITE_P(Topics, EachMethod,
                         testing::Values(model::TopicMethod::kLinear,
                                         model::TopicMethod::kCentroid,
                                         model::TopicMethod::kThesis),
                         [](const auto& each) {
                           const std::string name(to_string(each.param));
                           return name == "tf-centroid" ? std::string("centroid")
                                                        : name;
                         });

TEST_F(ArticleTopicsTest, AreThoseOfThePageWhenItComes) {
  add_two(model::TopicMethod::kCentroid);
  add("http://news.example/feed");
  web_["http://news.example/feed"] = {
      200,
      {},
      "<rss version='2.0'><channel><title>News</title><item><guid>1</guid>"
      "<link>http://news.example/1</link><title>Tonight</title></item></channel></"
      "rss>"};
  web_["http://news.example/1"] = {
      200,
      {{"Content-Type", "text/html"}},
      fmt::format("<html lang=en><title>Tonight</title><body><article><h1>Tonight</h1>"
                  "<p>{}</p><p>The striker of the team said after the match that the "
                  "league is not won yet.</p></article></body></html>",
                  kBall)};
  run_for(minutes(5));
  EXPECT_THAT(topics_of("Tonight"), ElementsAre(sports_));
}

TEST_F(ArticleTopicsTest, TakeNothingWhilePaused) {
  add_two(model::TopicMethod::kCentroid);
  ASSERT_TRUE(store_->sources().set_state(sports_, model::SourceState::kPaused).ok());
  ASSERT_TRUE(store_->topics().note_changed().ok());
  add("http://news.example/feed");
  publish(1, "Late goal", kBall);
  run_for(minutes(1));
  EXPECT_THAT(topics_of("Late goal"), IsEmpty());
}

TEST_F(ArticleTopicsTest, AreWatchedForByName) {
  add_two(model::TopicMethod::kCentroid);
  const auto anna = add_user("anna");
  watch(anna, "topic:\"world sports\" -penalty");
  const auto bob = add_user("bob");
  watch(bob, "topic:cooking OR topic:nothing");
  add("http://news.example/feed");
  publish(1, "Late goal", kBall);
  run_for(minutes(1));
  EXPECT_THAT(clips_of(anna), ElementsAre("Late goal"));
  EXPECT_THAT(clips_of(bob), IsEmpty());
}

TEST_F(ArticleTopicsTest, ThatArePrivateAreWatchedForByTheirSubscribersAlone) {
  add_two(model::TopicMethod::kCentroid, false);
  const auto anna = add_user("anna");
  watch(anna, "topic:\"world sports\"");
  const auto bob = add_user("bob");
  watch(bob, "topic:\"world sports\"");
  const model::Subscription own{.user = anna, .source = sports_};
  ASSERT_TRUE(store_->subscriptions().add({&own, 1}).ok());
  add("http://news.example/feed");
  publish(1, "Late goal", kBall);
  run_for(minutes(1));
  EXPECT_THAT(clips_of(anna), ElementsAre("Late goal"));
  EXPECT_THAT(clips_of(bob), IsEmpty());
}

TEST_F(ArticleTopicsTest, AreGivenToArticlesThatWereStoredBefore) {
  add("http://news.example/feed");
  publish(1, "Late goal", kBall);
  run_for(minutes(1));
  add_two(model::TopicMethod::kCentroid);
  EXPECT_THAT(topics_of("Late goal"), IsEmpty());
  {
    TopicKeeping keeping(*store_);
    ASSERT_TRUE(keeping.step().ok());
  }
  TopicKeeping keeping(*store_);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(keeping.step().ok());
  EXPECT_THAT(topics_of("Late goal"), ElementsAre(sports_));
  EXPECT_FALSE(store_->topics().judging()->below);

  ASSERT_TRUE(store_->sources().remove(sports_).ok());
  ASSERT_TRUE(store_->sources().remove(cooking_).ok());
  ASSERT_TRUE(learn_all().ok());
  EXPECT_THAT(topics_of("Late goal"), IsEmpty());
}

TEST_F(ArticleTopicsTest, KeepWhatACrawlAddedToTheirTerms) {
  add_two(model::TopicMethod::kThesis);
  const auto before = (*store_->topics().find(sports_))->topic;
  EXPECT_FALSE(before.learned.empty());
  EXPECT_GT(before.threshold, 0);
  ASSERT_TRUE(learn_all().ok());
  EXPECT_EQ((*store_->topics().find(sports_))->topic, before);
}

TEST_F(ArticleTopicsTest, WithoutExamplesCannotBeLearned) {
  add_topic("empty", {}, model::TopicMethod::kLinear);
  const auto learned = learn_all();
  ASSERT_FALSE(learned.ok());
  EXPECT_EQ(learned.error().text, "the topic empty has no examples");
}

}  // namespace
}  // namespace curlew::control
