#include "service/topics.h"

#include <gmock/gmock.h>

#include "service/search.h"
#include "service/snapshot.h"
#include "store/clips_fixture.h"

namespace curlew::service {
namespace {

using model::TopicMethod;
using store::kNow;
using store::must;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class TopicServiceTest : public store::UserStoreTest {
 protected:
  static TopicEdit about_balls() {
    TopicEdit edit;
    edit.method = TopicMethod::kCentroid;
    edit.examples = {{"a.txt", "", "The team scored a goal in the football match."},
                     {"b.txt", "", "A striker of the football team won the league."}};
    return edit;
  }
  static TopicEdit about_kitchens() {
    TopicEdit edit;
    edit.method = TopicMethod::kCentroid;
    edit.examples = {{"c.txt", "", "Bake the dough in the oven with garlic and oil."}};
    return edit;
  }
  std::string error_of(const Result<store::TopicRow>& result) {
    return result.ok() ? "" : result.error().text;
  }
};

TEST_F(TopicServiceTest, IsASourceAndIsLearnedAtOnce) {
  const auto row = must(add_topic(*store_, "  World   sports ", about_balls(), kNow));
  EXPECT_EQ(row.topic.name, "World sports");
  EXPECT_GT(row.topic.threshold, 0);
  const auto source = must(store_->sources().find(row.topic.source)).value().source;
  EXPECT_EQ(source.kind, model::SourceKind::kTopic);
  EXPECT_EQ(source.url, "topic:world sports");
  const auto detail = must(find_topic(*store_, "WORLD SPORTS"));
  EXPECT_EQ(detail.examples.size(), 2U);
  EXPECT_EQ(detail.learned, kNow);
  ASSERT_FALSE(detail.terms.empty());
  std::map<std::string, std::string> words;
  for (const control::TellingTerm& term : detail.terms) words[term.stem] = term.word;
  EXPECT_EQ(words["leagu"], "league") << "people read words, not stems";
  EXPECT_THAT(must(list_topic_log(*store_, "world sports", 9)).at(0).detail,
              HasSubstr("2 examples, method tf-centroid"));
  EXPECT_EQ(add_topic(*store_, "world SPORTS", about_balls(), kNow).error().kind,
            ErrorKind::kExists);
}

TEST_F(TopicServiceTest, SaysWhatIsWrong) {
  EXPECT_THAT(error_of(add_topic(*store_, "x", {}, kNow)), HasSubstr("--examples"));
  EXPECT_THAT(error_of(add_topic(*store_, " ", about_balls(), kNow)),
              HasSubstr("needs a name"));
  EXPECT_THAT(error_of(add_topic(*store_, "17", about_balls(), kNow)),
              HasSubstr("a number is not a name"));
  TopicEdit edit = about_balls();
  edit.terms = 0;
  EXPECT_THAT(error_of(add_topic(*store_, "x", edit, kNow)), HasSubstr("--terms 0"));
  edit = about_balls();
  edit.passed_over = 1.5;
  EXPECT_THAT(error_of(add_topic(*store_, "x", edit, kNow)),
              HasSubstr("--passed-over 1.5"));
  edit = about_balls();
  edit.seeds = {"nothing"};
  EXPECT_THAT(error_of(add_topic(*store_, "x", edit, kNow)), HasSubstr("--seeds"));
  edit = about_balls();
  edit.also_domains = {"https://example.org/"};
  EXPECT_THAT(error_of(add_topic(*store_, "x", edit, kNow)),
              HasSubstr("--also-domain"));
  for (const std::string pattern :
       {"[", "login", "/login*", "ftp://*", "https://a b", "http"}) {
    edit = about_balls();
    edit.excludes = {"*/login*", pattern};
    const auto result = add_topic(*store_, "x", edit, kNow);
    EXPECT_THAT(error_of(result), HasSubstr("--exclude " + pattern)) << pattern;
    EXPECT_EQ(result.error().kind, ErrorKind::kUsage);
  }
  EXPECT_THAT(must(list_topics(*store_)), IsEmpty()) << "all or nothing";
  EXPECT_THAT(find_topic_row(*store_, "x").error().text, HasSubstr("no such topic"));
}

TEST_F(TopicServiceTest, IsChangedAndLearnedAnew) {
  must(add_topic(*store_, "sports", about_balls(), kNow));
  TopicEdit edit;
  edit.name = "Ball games";
  edit.seeds = {"example.org/sports"};
  edit.depth = 3;
  edit.examples = {{"d.txt", "", "Basketball players."}};
  const auto row = must(change_topic(*store_, "sports", edit, kNow + Milliseconds(5)));
  EXPECT_THAT(row.topic.seeds, ElementsAre("https://example.org/sports"));
  EXPECT_EQ(row.topic.caps.depth, 3U);
  const auto detail = must(find_topic(*store_, "ball games"));
  EXPECT_EQ(detail.examples.size(), 3U);
  EXPECT_EQ(detail.learned, kNow + Milliseconds(5));
  for (const std::string pattern : {"*[*", "http*", "https://example.org/*", "*"}) {
    edit = {};
    edit.excludes = {pattern};
    EXPECT_EQ(error_of(change_topic(*store_, "ball games", edit, kNow)), "");
  }
  edit = {};
  edit.name = "";
  EXPECT_THAT(error_of(change_topic(*store_, "ball games", edit, kNow)),
              HasSubstr("needs a name"));
  must(add_topic(*store_, "cooking", about_kitchens(), kNow));
  edit.name = "Ball  Games";
  const auto taken = change_topic(*store_, "cooking", edit, kNow);
  EXPECT_EQ(taken.error().kind, ErrorKind::kExists);
  EXPECT_THAT(error_of(taken), HasSubstr("there is a topic Ball games already"));
  edit = {};
  edit.drops_examples = true;
  EXPECT_THAT(error_of(change_topic(*store_, "ball games", edit, kNow)),
              HasSubstr("--examples"));
}

TEST_F(TopicServiceTest, KeepsTheThresholdThatItWasGiven) {
  const double learned =
      must(add_topic(*store_, "sports", about_balls(), kNow)).topic.threshold;
  TopicEdit edit;
  edit.threshold.emplace(.875);
  EXPECT_EQ(must(change_topic(*store_, "sports", edit, kNow)).topic.threshold, .875);
  must(add_topic(*store_, "cooking", about_kitchens(), kNow));
  EXPECT_EQ(must(find_topic_row(*store_, "sports")).topic.threshold, .875)
      << "whatever is learned anew";
  const std::string file = must(export_topics(*store_, {"sports"}));
  edit.threshold.emplace(std::nullopt);
  EXPECT_NEAR(must(change_topic(*store_, "sports", edit, kNow)).topic.threshold,
              learned, .1);
  must(import_topics(*store_, file, kNow));
  EXPECT_EQ(must(find_topic_row(*store_, "sports")).topic.own_threshold, .875);
  edit.threshold.emplace(1.5);
  EXPECT_THAT(error_of(change_topic(*store_, "sports", edit, kNow)),
              HasSubstr("--threshold 1.5: must be from 0 to 1"));
}

TEST_F(TopicServiceTest, IsSeenBeforeItIsMade) {
  must(add_topic(*store_, "cooking", about_kitchens(), kNow));
  const auto before = must(store_->topics().revision());
  const auto preview = must(preview_new_topic(*store_, about_balls(), 5));
  EXPECT_GT(preview.threshold, 0);
  EXPECT_EQ(preview.judged, preview.articles.size());
  EXPECT_EQ(must(store_->topics().revision()), before) << "nothing was written";
  EXPECT_EQ(must(list_topics(*store_)).size(), 1U);
  EXPECT_THAT(preview_new_topic(*store_, {}, 5).error().text, HasSubstr("--examples"));
}

TEST_F(TopicServiceTest, HasNoThresholdAndTakesNothingWhereItsExamplesSayNothing) {
  TopicEdit edit;
  edit.method = model::TopicMethod::kThesis;
  edit.examples = {{.origin = "a.txt", .text = "the and of"}};
  EXPECT_EQ(must(preview_new_topic(*store_, edit, 5)).threshold, std::nullopt);
  must(add_topic(*store_, "nothing", edit, kNow));
  const auto preview = must(preview_topic(*store_, "nothing", std::nullopt, 5));
  EXPECT_EQ(preview.threshold, std::nullopt);
  EXPECT_EQ(preview.accepted, 0U);
  EXPECT_EQ(must(preview_topic(*store_, "nothing", .5, 5)).threshold, .5);
  edit.threshold.emplace(0.);
  EXPECT_EQ(must(preview_new_topic(*store_, edit, 5)).threshold, 0);
}

TEST_F(TopicServiceTest, IsPausedResumedAndRemoved) {
  must(add_topic(*store_, "sports", about_balls(), kNow));
  must(add_topic(*store_, "cooking", about_kitchens(), kNow));
  const auto revision = must(store_->topics().revision());
  must(pause_topics(*store_, {"sports"}, true, kNow));
  EXPECT_GT(must(store_->topics().revision()), revision);
  EXPECT_EQ(must(find_topic_row(*store_, "sports")).state, model::SourceState::kPaused);
  must(pause_topics(*store_, {"sports"}, false, kNow));
  EXPECT_EQ(must(find_topic_row(*store_, "sports")).state, model::SourceState::kActive);
  EXPECT_FALSE(remove_topics(*store_, {"sports", "nothing"}, kNow).ok());
  EXPECT_EQ(must(list_topics(*store_)).size(), 2U);
  must(remove_topics(*store_, {"sports", "Sports"}, kNow));
  ASSERT_EQ(must(store_->topics().models()).size(), 1U);
  EXPECT_EQ(must(store_->topics().models())[0].classes.size(), 1U);
  must(remove_topics(*store_, {"cooking"}, kNow));
  EXPECT_THAT(must(store_->topics().models()), IsEmpty());
}

TEST_F(TopicServiceTest, GoesThroughAFile) {
  TopicEdit edit = about_balls();
  edit.method = TopicMethod::kThesis;
  edit.order = model::CrawlOrder::kThesis;
  edit.terms = 7;
  edit.seeds = {"https://example.org/"};
  edit.also_domains = {"*"};
  edit.excludes = {"*/login*"};
  must(add_topic(*store_, "Αθλητικά", edit, kNow));
  must(add_topic(*store_, "cooking", about_kitchens(), kNow));
  must(pause_topics(*store_, {"cooking"}, true, kNow));
  const std::string file = must(export_topics(*store_, {}));
  const auto before = must(find_topic(*store_, "αθλητικα"));
  must(remove_topics(*store_, {"Αθλητικά", "cooking"}, kNow));

  const auto imported = must(import_topics(*store_, file, kNow));
  EXPECT_EQ(imported.added, 2U);
  const auto after = must(find_topic(*store_, "αθλητικα"));
  model::Topic topic = after.row.topic;
  topic.source = before.row.topic.source;
  EXPECT_EQ(topic, before.row.topic);
  EXPECT_EQ(after.examples, before.examples);
  EXPECT_EQ(must(export_topics(*store_, {})), file);
  EXPECT_EQ(must(import_topics(*store_, file, kNow)).changed, 2U);
  EXPECT_EQ(must(export_topics(*store_, {})), file) << "twice is as once";

  const auto said_of = [&](std::string_view text) {
    return import_topics(*store_, text, kNow).error().text;
  };
  EXPECT_THAT(said_of("{}"), HasSubstr("there is no \"curlew_topics\""));
  EXPECT_THAT(said_of("nothing"), HasSubstr("is not JSON"));
  EXPECT_THAT(said_of(""), HasSubstr("ends too early, after 0 bytes"));
  EXPECT_THAT(said_of(std::string_view(file).substr(0, file.size() / 2)),
              HasSubstr("ends too early"));
  EXPECT_THAT(said_of("{} and more"), HasSubstr("is not JSON"));
  const auto wrong = import_topics(
      *store_, R"({"curlew_topics":1,"topics":[{"name":"a","examples":7}]})", kNow);
  EXPECT_EQ(wrong.error().text, "topic 1: \"examples\" is not a list");
}

TEST_F(TopicServiceTest, ReadsExamplesFromFiles) {
  EXPECT_EQ(must(read_example("a.txt", "Some words.\n")).text, "Some words.\n");
  const auto page = must(read_example(
      "a.html",
      "<html><head><title>Late goal</title></head><body><article><h1>Late goal</h1>"
      "<p>The team scored in the last minute of the match, and the crowd went home "
      "late.</p><p>Nobody in the stadium had hoped for it any more, said the coach."
      "</p></article></body></html>"));
  EXPECT_EQ(page.title, "Late goal");
  EXPECT_THAT(page.text, HasSubstr("last minute"));
  for (const std::string_view bytes :
       {std::string_view("%PDF-1.7"), std::string_view(" \n"),
        std::string_view("a\0b", 3)}) {
    EXPECT_EQ(read_example("x", bytes).error().kind, ErrorKind::kUsage) << bytes;
  }
}

TEST_F(TopicServiceTest, ShortExamplesAreTold) {
  std::string article;
  for (int i = 0; i < 30; ++i) article += "word ";
  const model::TopicExample whole{"a.txt", "", article}, tiny{"b.txt", "", "A goal."};
  EXPECT_EQ(note_on_examples(std::vector{whole}), "");
  EXPECT_THAT(note_on_examples(std::vector{whole, tiny}),
              HasSubstr("1 of 2 examples have fewer than 25 words"));
  EXPECT_THAT(note_on_examples(std::vector{tiny}), HasSubstr("b.txt"));
}

TEST_F(TopicServiceTest, UnknownNamesOfQueriesAreTold) {
  must(add_topic(*store_, "World sports", about_balls(), kNow));
  EXPECT_THAT(
      must(unknown_topics(*store_, {"topic:\"world sports\" goal", "topic:Ships"}, {})),
      ElementsAre("ships"));
}

}  // namespace
}  // namespace curlew::service
