// Focused crawls, through controller, terminal, archive and store, over a web in
// memory.

#include <gmock/gmock.h>

#include "control/crawl/crawl_text.h"
#include "control/crawl_fixture_test.h"
#include "control/learn_topics.h"

namespace curlew::control {
namespace {

using store::CrawlStanding;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::UnorderedElementsAre;

TEST_F(FocusedCrawl, FindsPagesOfItsTopicAndMakesArticlesOfThem) {
  build_site();
  const model::SourceId sea = add_topic("sea", {"http://sea.example/"});
  learn({sea});
  run_for(minutes(5));
  EXPECT_THAT(titles(), UnorderedElementsAre("The first ferry", "The second ferry",
                                             "The third ferry"));
  for (const store::ArticleRow& row : *store_->articles().newest_of(sea, 9)) {
    EXPECT_TRUE(row.page_fetched) << "in the same commit";
    EXPECT_FALSE(row.is_page_wanted);
    EXPECT_EQ(kept_page(row), web_[row.url].body);
  }
  for (const auto& [url, answer] : web_) {
    const bool is_paid = url.ends_with("/paid");
    if (url.find("sea.example") == url.npos || url.ends_with(".txt")) continue;
    EXPECT_EQ(fetches_of(url), is_paid ? 0u : 1u) << url;
  }
  const auto known = rows();
  EXPECT_EQ(known.at("http://sea.example/").standing, CrawlStanding::kSeed);
  EXPECT_EQ(known.at("http://sea.example/ferry-3").standing, CrawlStanding::kKept);
  EXPECT_EQ(known.at("http://sea.example/ferry-3").depth, 2u);
  EXPECT_EQ(known.at("http://sea.example/football").standing, CrawlStanding::kRejected);
  EXPECT_EQ(known.at("http://sea.example/hidden").standing, CrawlStanding::kKept)
      << "it leads on, and is no article";
  ASSERT_THAT(phases(sea), SizeIs(1));
  EXPECT_TRUE(phases(sea)[0].ended);
  EXPECT_EQ(phases(sea)[0].downloaded, 5u);
  EXPECT_EQ(phases(sea)[0].relevant, 4u);
  EXPECT_THAT((*store_->topics().log_of(sea, 9))[0].detail, HasSubstr("phase 1 ended"));
  const auto counts = *store_->crawl_pages().count(sea);
  EXPECT_EQ(counts.kept, 4u);
  EXPECT_EQ(counts.articles, 3u);
  EXPECT_EQ(counts.rejected, 1u);
  const auto visits = *store_->visits().of(sea, 100);
  EXPECT_THAT(visits, Contains(testing::Field(&store::VisitRow::kind,
                                              model::VisitKind::kCrawlPage)));
}

TEST_F(FocusedCrawl, ComesAgainAndCountsWhatChanged) {
  build_site();
  const model::SourceId sea = add_topic("sea", {"http://sea.example/"});
  learn({sea});
  run_for(minutes(5));
  std::string& body = web_["http://sea.example/ferry-2"].body;
  body.replace(body.find("agree on day"), 12, "quarrel over");
  run_for(hours(1) + minutes(10));
  ASSERT_THAT(phases(sea), SizeIs(2));
  EXPECT_EQ(phases(sea)[1].textual, 1u);
  EXPECT_EQ(phases(sea)[1].structural, 0u);
  EXPECT_EQ(fetches_of("http://sea.example/ferry-2"), 2u);
  EXPECT_EQ(fetches_of("http://sea.example/football"), 1u) << "it is of no topic";
  const auto row = rows().at("http://sea.example/ferry-2");
  EXPECT_EQ(row.textual, 1u);
  EXPECT_EQ(row.visits, 2u);
  EXPECT_EQ(row.changes, 1u);
  EXPECT_EQ(store_->crawl_pages().count(sea)->dynamic, 1u);
  const auto versions =
      *store_->versions().of_url("http://sea.example/ferry-2", kNever, 9);
  ASSERT_THAT(versions, SizeIs(2)) << "of its article";
  EXPECT_TRUE(versions[0].kinds.has(model::ChangeKind::kText));
  EXPECT_THAT(titles(), SizeIs(3)) << "which stays one";
  EXPECT_THAT(store_->pages().content(versions[0].article)->value().text,
              HasSubstr("quarrel over"));

  requests_.clear();
  run_for(hours(1) + minutes(10));
  std::vector<std::string> order;
  for (const http::Request& request : requests_) order.push_back(request.url);
  EXPECT_THAT(phases(sea), SizeIs(3));
  EXPECT_THAT(order, Contains("http://sea.example/ferry-2"));
}

TEST_F(FocusedCrawl, GoesOnWhereAnotherProcessStopped) {
  build_site();
  const model::SourceId sea = add_topic("sea", {"http://sea.example/"});
  learn({sea});
  for (int i = 0; i < 400; ++i) {
    ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
    terminal_->step(Milliseconds(0));
    clock_.advance(Milliseconds(5));
    if (i % 13 == 12) start();
  }
  run_for(minutes(5));
  const auto in_phase = [&](std::size_t number) {
    for (const auto& [url, answer] : web_) {
      if (url.find("sea.example/") == url.npos || url.ends_with("robots.txt")) continue;
      EXPECT_LE(fetches_of(url), number) << url;
    }
  };
  in_phase(phases(sea).size());
  run_for(hours(4));
  in_phase(phases(sea).size());
  EXPECT_THAT(titles(), UnorderedElementsAre("The first ferry", "The second ferry",
                                             "The third ferry"))
      << "nothing is lost";
}

TEST_F(FocusedCrawl, StopsWhileItsTopicIsPausedAndEndsWhenItIsRemoved) {
  build_site();
  const model::SourceId sea = add_topic("sea", {"http://sea.example/"});
  learn({sea});
  ASSERT_TRUE(store_->sources().set_state(sea, SourceState::kPaused).ok());
  run_for(minutes(5));
  EXPECT_EQ(requests_for("sea.example"), 0u);
  ASSERT_TRUE(store_->sources().set_state(sea, SourceState::kActive).ok());
  run_for(minutes(5));
  EXPECT_THAT(titles(), SizeIs(3));
  ASSERT_TRUE(store_->sources().remove(sea, store::Sources::Records::kGo).ok());
  requests_.clear();
  run_for(hours(3));
  EXPECT_EQ(requests_for("sea.example"), 0u);
  EXPECT_THAT(rows(), IsEmpty());
}

TEST_F(FocusedCrawl, KeepsToItsCaps) {
  build_site();
  const model::SourceId sea =
      add_topic("sea", {"http://sea.example/"}, {.pages_a_phase = 3, .depth = 1});
  learn({sea});
  run_for(minutes(5));
  ASSERT_THAT(phases(sea), SizeIs(1));
  EXPECT_EQ(requests_for("sea.example/f") + requests_for("/hidden"), 2u)
      << "the seed counts, too";
  run_for(hours(4));
  EXPECT_EQ(fetches_of("http://sea.example/ferry-3"), 0u) << "it is two links away";
}

// Learned from examples in the store, as users' topics are.
TEST_F(FocusedCrawl, GoesByTheThresholdThatItsUserGave) {
  build_site();
  const model::SourceId sea = add_topic("sea", {"http://sea.example/"});
  std::vector<model::TopicExample> examples;
  for (int i = 0; i < 20; ++i) examples.push_back({"", "", text_about(kFerries, i)});
  ASSERT_TRUE(store_->topics().set_examples(sea, examples).ok());
  const auto give = [&](std::optional<double> threshold) {
    ASSERT_TRUE(change_topics(*store_, clock_.now(), {.write = [&]() -> Result<void> {
                  model::Topic topic = (*store_->topics().find(sea))->topic;
                  topic.own_threshold = threshold;
                  return store_->topics().change(topic);
                }}).ok());
  };
  // The linear model can be quite sure of a page.
  for (const auto method :
       {model::TopicMethod::kCentroid, model::TopicMethod::kThesis}) {
    change_topic(sea, [&](model::Topic& topic) { topic.method = method; });
    give(1);
    run_for(hours(2));
    EXPECT_THAT(titles(), IsEmpty()) << to_string(method);
    EXPECT_EQ((*store_->topics().find(sea))->topic.threshold, 1)
        << "whatever its crawl has come to";
  }
  EXPECT_EQ(rows().at("http://sea.example/ferry-1").standing, CrawlStanding::kRejected);
  show("http://sea.example/", "All the news", "<p>Welcome again, with more.</p>",
       link_to("/ferry-7", "The ferry and its captain"));
  show("http://sea.example/ferry-7", "The seventh ferry", text_about(kFerries, 107));
  change_topic(sea,
               [](model::Topic& topic) { topic.method = model::TopicMethod::kLinear; });
  give(std::nullopt);
  EXPECT_LT((*store_->topics().find(sea))->topic.threshold, 1);
  run_for(hours(2));
  EXPECT_THAT(titles(), ElementsAre("The seventh ferry"));
}

TEST_F(FocusedCrawl, CountsPagesThatSayTheSameOnce) {
  build_site();
  show("http://sea.example/", "All the news", "<p>Welcome.</p>",
       link_to("/ferry-1", "The ferry and its captain") +
           link_to("/copy", "The ferry and its captain, again"));
  show("http://sea.example/copy", "The first ferry", text_about(kFerries, 101));
  const model::SourceId sea = add_topic("sea", {"http://sea.example/"});
  learn({sea});
  run_for(minutes(5));
  EXPECT_EQ(phases(sea)[0].duplicates, 1u);
  EXPECT_THAT(titles(), UnorderedElementsAre("The first ferry", "The third ferry"));
}

TEST_F(FocusedCrawl, MovesAPageToItsNewTopicWithItsCounters) {
  build_site();
  const model::SourceId sea = add_topic("sea", {"http://sea.example/"});
  const model::SourceId football = add_topic("football", {"http://sea.example/"});
  learn({sea, football});
  run_for(minutes(5));
  EXPECT_EQ(rows().at("http://sea.example/football").topic, football);
  EXPECT_EQ(rows().at("http://sea.example/ferry-2").topic, sea);
  show("http://sea.example/ferry-2", "The second ferry", text_about(kFootball, 102));
  run_for(hours(1) + minutes(10));
  const auto moved = rows().at("http://sea.example/ferry-2");
  EXPECT_EQ(moved.topic, football);
  EXPECT_EQ(moved.standing, CrawlStanding::kKept);
  EXPECT_EQ(moved.visits, 2u);
  EXPECT_EQ(phases(sea)[1].moved, 1u);
}

TEST_F(FocusedCrawl, WorksAsInTheThesis) {
  method_ = model::TopicMethod::kThesis;
  build_site();
  // IS is the mean of the page's likeness and that of the link's words, the threshold
  // here that of whole examples: a link must say much.
  std::string words =
      "Naxos Paros Tinos Milos Samos Chios Lesbos Kythira Hydra Spetses Skyros Thasos "
      "Patmos Leros Kos Rhodes ";
  for (const std::string_view sentence : kFerries) words.append(sentence).append(" ");
  show("http://sea.example/", "All the news", "<p>Welcome.</p>",
       link_to("/ferry-1", words) + link_to("/football", "The match in the stadium"));
  const model::SourceId sea =
      add_topic("sea", {"http://sea.example/"}, {}, model::CrawlOrder::kThesis);
  const model::SourceId football =
      add_topic("football", {"http://sea.example/"}, {}, model::CrawlOrder::kThesis);
  learn({sea, football});
  start();
  run_for(hours(3));
  EXPECT_GE(phases(sea).size(), 2u);
  EXPECT_GE(phases(football).size(), 2u);
  for (const auto& [url, row] : rows()) {
    if (row.standing == CrawlStanding::kList) continue;
    EXPECT_LE(fetches_of(url), phases(sea).size() + phases(football).size()) << url;
  }
  EXPECT_EQ(rows().at("http://sea.example/football").topic, football);
  EXPECT_EQ(rows().at("http://sea.example/ferry-1").topic, sea);
  EXPECT_EQ(rows().at("http://sea.example/ferry-1").standing, CrawlStanding::kKept);
}

// IS has the words of a link in it, and so has what is asked of it.
TEST_F(FocusedCrawl, ByTheThesisPagesAreFoundUnderTheirTitles) {
  method_ = model::TopicMethod::kThesis;
  build_site();
  const model::SourceId sea =
      add_topic("sea", {"http://sea.example/"}, {}, model::CrawlOrder::kThesis);
  const model::SourceId football =
      add_topic("football", {"http://sea.example/"}, {}, model::CrawlOrder::kThesis);
  learn({sea, football});
  std::vector<model::TopicExample> examples;
  for (int i = 0; i < 20; ++i) {
    examples.push_back({.origin = std::to_string(i),
                        .title = i % 2 == 0 ? "A storm on the island" : "",
                        .text = "Of the islands\n" + text_about(kFerries, i)});
  }
  ASSERT_TRUE(store_->topics().set_examples(sea, examples).ok());
  start();
  run_for(minutes(30));
  EXPECT_EQ(rows().at("http://sea.example/ferry-1").standing, CrawlStanding::kKept);
  EXPECT_EQ(rows().at("http://sea.example/football").standing, CrawlStanding::kRejected)
      << "of that one there are no examples: their mean cosine is asked of it";
  ASSERT_FALSE(phases(sea).empty());
  EXPECT_LT(phases(sea)[0].threshold, phases(football)[0].threshold);
}

TEST_F(FocusedCrawl, AddsTermsOfPagesThatFellBelowTheThreshold) {
  method_ = model::TopicMethod::kThesis;
  build_site();
  const model::SourceId sea =
      add_topic("sea", {"http://sea.example/"}, {}, model::CrawlOrder::kThesis);
  learn({sea});
  const auto terms = [&] {
    const auto row = *store_->topics().find(sea);
    return classify::decode_thesis_topic(row->topic.learned)->terms;
  };
  classify::ThesisTopic before;
  before.terms = {"ferri", "captain"};
  before.threshold = .9;  // No page is like that.
  ASSERT_TRUE(store_->topics()
                  .save_progress(sea, 0, .9, classify::encode_thesis_topic(before))
                  .ok());
  start();
  run_for(hours(1));
  ASSERT_GE(phases(sea).size(), 1u);
  EXPECT_GT(terms().size(), before.terms.size());
  EXPECT_LE(terms().size(), before.terms.size() + 10);
  // Whoever judges by the model knows them, too.
  const auto models = *store_->topics().models();
  const auto model = *classify::decode_topic_model(models.at(0).model);
  const text::Analyzer analyzer;
  classify::TopicReader reader(analyzer, model->stem_rules());
  classify::TopicWords words;
  std::vector<double> scores(1);
  classify::TopicScratch scratch;
  std::string text;
  for (const std::string& term : terms()) {
    if (!before.terms.contains(term)) text += term + " ";
  }
  reader.read({.title = {}, .text = text, .language = text::Language::kEnglish}, words);
  model->score(words, scratch, scores);
  EXPECT_GT(scores[0], 0) << text;
}

TEST_F(FocusedCrawl, TakesSitemapsAsHints) {
  build_site();
  show("http://sea.example/", "All the news", "<p>Welcome.</p>");
  web_["http://sea.example/robots.txt"] = {
      200,
      {{"Content-Type", "text/plain"}},
      "User-agent: *\nDisallow: /secret\nSitemap: http://sea.example/pages.xml\n"};
  web_["http://sea.example/pages.xml"] = {
      200,
      {{"Content-Type", "application/xml"}},
      "<urlset><url><loc>http://sea.example/ferry-2</loc></url>"
      "<url><loc>http://sea.example/secret</loc></url></urlset>"};
  show("http://sea.example/secret", "A secret ferry", text_about(kFerries, 110));
  const model::SourceId sea = add_topic("sea", {"http://sea.example/"});
  learn({sea});
  run_for(hours(2));
  EXPECT_THAT(titles(), ElementsAre("The second ferry"));
  EXPECT_EQ(fetches_of("http://sea.example/secret"), 0u) << "robots.txt forbids it";
}

TEST(CrawlText, StatesAreReadAsTheyWereWritten) {
  frontier::CrawlTopicState state;
  state.phase.phase = 3;
  state.phase.began = from_unix_ms(1'700'000'000'000);
  state.phase.threshold = .3;
  state.phase.tried = 4;
  state.phase.links = 5;
  state.is_active = true;
  state.kept = 6;
  state.similarity_sum = 1. / 3;
  state.learned = {.1f, -2.5f, 0};
  EXPECT_EQ(parse_crawl_state(to_text(state)).phase, state.phase);
  EXPECT_EQ(parse_crawl_state(to_text(state)).learned, state.learned);
  EXPECT_EQ(parse_crawl_state(to_text(state)).similarity_sum, state.similarity_sum);
  EXPECT_TRUE(parse_crawl_state(to_text(state)).is_active);
  EXPECT_EQ(parse_crawl_state("phase x\n\nnews 1\n"), frontier::CrawlTopicState());
}

}  // namespace
}  // namespace curlew::control
