#include "store/topics.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "store/clips_fixture.h"

namespace curlew::store {
namespace {

using model::Topic;
using testing::ElementsAre;
using testing::IsEmpty;

class TopicsTest : public UserStoreTest {
 protected:
  Topics& topics() { return store_->topics(); }

  model::SourceId add_topic(const std::string& name, bool is_shared = true) {
    model::Source source = source_at("topic:" + name, name);
    source.kind = model::SourceKind::kTopic;
    source.is_shared = is_shared;
    Topic topic;
    topic.source = must(store_->sources().add(source, kNow));
    must(topics().add(topic));
    return topic.source;
  }
  void file(model::ArticleId article, std::vector<model::TopicScore> scores) {
    auto batch = must(store_->begin());
    must(topics().set_of_article(article, scores));
    must(batch.commit());
  }
};

TEST_F(TopicsTest, AreReadAsTheyWereWritten) {
  Topic topic;
  topic.source = add_topic("World news");
  topic.name = "World news";
  topic.method = model::TopicMethod::kCentroid;
  topic.order = model::CrawlOrder::kThesis;
  topic.terms = 73;
  topic.passed_over = .125;
  topic.caps = {10, 20, 3};
  topic.rules = {{"example.org", "*"}, {"*/login*"}};
  topic.seeds = {"https://example.org/", "https://example.com/a"};
  must(topics().change(topic));
  EXPECT_EQ(must(topics().find(topic.source))->topic, topic);
  {
    auto batch = must(store_->begin());
    must(topics().save_progress(topic.source, 2, .3125, std::string("\0\1", 2)));
    must(batch.commit());
  }
  topic.phase = 2;
  topic.threshold = .3125;
  topic.learned = std::string("\0\1", 2);
  EXPECT_EQ(must(topics().find(topic.source))->topic, topic);
  topic.terms = 12;
  must(topics().change(topic));
  EXPECT_EQ(must(topics().find(topic.source))->topic, topic)
      << "what the crawl has come to stays";
  EXPECT_EQ(topics().change(Topic{}).error().kind, ErrorKind::kNotFound);
}

TEST_F(TopicsTest, AreNotPlannedForVisits) {
  const auto topic = add_topic("sports");
  EXPECT_THAT(must(store_->schedule().changes_since(0, 10)).changed, IsEmpty());
  const auto feed = add("https://example.org/feed");
  const auto planned = must(store_->schedule().changes_since(0, 10)).changed;
  ASSERT_EQ(planned.size(), 1U);
  EXPECT_EQ(planned[0].id, feed);
  const auto later = kNow + kLateAfter * 2;
  for (const auto filter :
       {SourceFilter::kDue, SourceFilter::kLate, SourceFilter::kComing}) {
    for (const auto& each :
         must(store_->sources().list(filter, later, kLateAfter, 9))) {
      EXPECT_NE(each.source.id, topic);
    }
  }
}

TEST_F(TopicsTest, AreNewWhenAnArticleIsFoundThatBelongsToThem) {
  const auto topic = add_topic("sports");
  const auto feed = add("https://example.org/feed");
  const auto last_new = [&](model::SourceId source) {
    return must(store_->sources().find(std::vector{source})).at(0).schedule.last_new;
  };
  file(add_article(feed, 1, "A"), {{topic, .5}});
  EXPECT_EQ(last_new(topic), kNow);
  EXPECT_EQ(last_new(feed), std::nullopt) << "that is for its visits to say";
  const auto b = entry_titled("B");
  auto older = article_of(feed, 2, b);
  older.found = kNow - Milliseconds(7);
  file(*must(add_one(*store_, older)), {{topic, .5}, {feed, .5}});
  EXPECT_EQ(last_new(topic), kNow) << "it was judged later than it was found";
  EXPECT_EQ(last_new(feed), std::nullopt) << "it is no topic";
  model::Source hidden = source_at("https://example.org/hidden", "Hidden");
  hidden.is_shared = false;
  const auto c = entry_titled("C");
  auto article = article_of(must(store_->sources().add(hidden, kNow)), 3, c);
  article.found = kNow + Milliseconds(7);
  file(*must(add_one(*store_, article)), {{topic, .5}});
  EXPECT_EQ(last_new(topic), kNow) << "it tells of what not all see";
}

TEST_F(TopicsTest, KeepTheirExamples) {
  const auto topic = add_topic("sports");
  const std::vector<model::TopicExample> examples = {
      {"a.txt", "", "The ball."}, {"https://example.org/", "Τίτλος", ""}};
  must(topics().set_examples(topic, examples));
  EXPECT_EQ(must(topics().examples(topic)), examples);
  must(topics().set_examples(topic, {}));
  EXPECT_THAT(must(topics().examples(topic)), IsEmpty());
}

TEST_F(TopicsTest, AreListedToThoseWhoSeeThem) {
  const auto anna = add_user("anna");
  const auto open = add_topic("sports");
  const auto own = add_topic("Business", false);
  const auto names = [&](model::UserId viewer) {
    std::string all;
    for (const auto& row : must(topics().all(viewer))) all += row.topic.name + " ";
    return all;
  };
  EXPECT_EQ(names({}), "Business sports ");
  EXPECT_EQ(names(anna), "sports ");
  const auto article = add_article(add("https://example.org/feed"), 1, "A");
  file(article, {{open, .5}, {own, .75}});
  const std::vector<model::ArticleId> asked{article};
  EXPECT_THAT(must(topics().of_articles(asked)).at(article),
              ElementsAre(ArticleTopic{{own, .75}, "Business"},
                          ArticleTopic{{open, .5}, "sports"}));
  EXPECT_THAT(must(topics().of_articles(asked, anna)).at(article),
              ElementsAre(ArticleTopic{{open, .5}, "sports"}));
}

TEST_F(TopicsTest, OfAnArticleAreThoseItWasFiledUnderLast) {
  const auto one = add_topic("one");
  const auto other = add_topic("other");
  const auto article = add_article(add("https://example.org/feed"), 1, "A");
  file(article, {{one, .5}});
  file(article, {{other, .25}, {model::SourceId{99}, .9}});
  const auto found = must(topics().of_articles(std::vector{article}));
  EXPECT_THAT(found.at(article), ElementsAre(ArticleTopic{{other, .25}, "other"}));
  EXPECT_EQ(must(topics().count_articles(one)), 0);
  EXPECT_EQ(must(topics().count_articles(other)), 1);
}

TEST_F(TopicsTest, ListTheArticlesOfAllSourcesThatBelongToThem) {
  const auto anna = add_user("anna");
  const auto topic = add_topic("sports");
  const auto own = add_topic("secret", false);
  model::Source hidden = source_at("https://example.org/private");
  hidden.is_shared = false;
  const auto first = add_article(add("https://example.org/feed"), 1, "A");
  const auto second = add_article(must(store_->sources().add(hidden, kNow)), 2, "B");
  const auto third = add_article(topic, 3, "C");
  add_article(add("https://example.org/other"), 4, "D");
  file(first, {{topic, .5}, {own, .25}});
  file(second, {{topic, .75}});
  const auto ids = [&](const ArticleFilter& filter) {
    std::vector<model::ArticleId> all;
    for (const auto& row : must(store_->articles().newest(filter, 9)))
      all.push_back(row.id);
    return all;
  };
  EXPECT_THAT(ids({.source = topic}), ElementsAre(third, second, first));
  EXPECT_THAT(ids({.source = topic, .since = kNow}), ElementsAre(third, second, first));
  EXPECT_THAT(ids({.user = anna, .source = topic}), ElementsAre(third, first))
      << "what she does not see is not hers by its topic";
  const auto rows = must(store_->articles().newest({.user = anna, .source = topic}, 9));
  EXPECT_THAT(rows.at(1).topics, ElementsAre(ArticleTopic{{topic, .5}, "sports"}));
  EXPECT_THAT(must(store_->articles().newest({}, 9)).at(3).topics,
              ElementsAre(ArticleTopic{{topic, .5}, "sports"},
                          ArticleTopic{{own, .25}, "secret"}));
}

TEST_F(TopicsTest, HaveOneModelAMethod) {
  const auto before = must(topics().revision());
  const TopicModelRow row{model::TopicMethod::kThesis, kNow, {{3}, {5}}, "\x01 model"};
  must(topics().set_models(std::vector{row}));
  EXPECT_GT(must(topics().revision()), before);
  const auto models = must(topics().models());
  ASSERT_EQ(models.size(), 1U);
  EXPECT_EQ(models[0].method, row.method);
  EXPECT_EQ(models[0].learned, kNow);
  EXPECT_EQ(models[0].classes, row.classes);
  EXPECT_EQ(models[0].model, row.model);
  must(topics().set_models({}));
  EXPECT_THAT(must(topics().models()), IsEmpty());
}

TEST_F(TopicsTest, KnowHowFarOlderArticlesAreJudged) {
  EXPECT_EQ(must(topics().judging()).below, model::ArticleId{});
  const Topics::Judging half{kNow, {7}};
  must(topics().set_judging(half));
  EXPECT_EQ(must(topics().judging()), half);
}

TEST_F(TopicsTest, TellWhatTheirPhasesBrought) {
  const auto topic = add_topic("sports");
  model::TopicPhase first{.number = 1,
                          .began = kNow,
                          .ended = {},
                          .downloaded = 4,
                          .relevant = 3,
                          .threshold = .5};
  model::TopicPhase second = first;
  second.number = 2;
  auto batch = must(store_->begin());
  must(topics().save_phase(topic, second));
  must(topics().save_phase(topic, first));
  first.ended = kNow + Milliseconds(5);
  first.dropped = 9;
  must(topics().save_phase(topic, first));
  must(batch.commit());
  EXPECT_THAT(must(topics().phases(topic)), ElementsAre(first, second));
  EXPECT_DOUBLE_EQ(model::harvest_ratio(first), .75);
}

TEST_F(TopicsTest, HaveALogWithTheNewestFirst) {
  const auto topic = add_topic("sports");
  const TopicLogRow first{kNow, "learned", "3 examples"};
  const TopicLogRow second{kNow, "edited", ""};
  must(topics().log(topic, first));
  must(topics().log(topic, second));
  EXPECT_THAT(must(topics().log_of(topic, 9)), ElementsAre(second, first));
  EXPECT_THAT(must(topics().log_of(topic, 1)), ElementsAre(second));
}

TEST_F(TopicsTest, LeaveNothingBehind) {
  const auto topic = add_topic("sports");
  const auto feed = add("https://example.org/feed");
  const auto article = add_article(feed, 1, "A");
  file(article, {{topic, .5}});
  must(topics().set_examples(topic, std::vector{model::TopicExample{"a", "b", "c"}}));
  must(topics().log(topic, {kNow, "learned", ""}));
  const auto revision = must(topics().revision());
  must(store_->sources().remove(topic));
  EXPECT_GT(must(topics().revision()), revision);
  for (const std::string table :
       {"topics", "topic_examples", "topic_log", "article_topics"}) {
    EXPECT_EQ(rows_of(table), 0) << table;
  }
  const auto again = add_topic("sports");
  file(article, {{again, .5}});
  must(store_->sources().remove(feed));
  EXPECT_EQ(rows_of("article_topics"), 0);
}

}  // namespace
}  // namespace curlew::store
