// What comes to a topic from elsewhere, and when its phases begin: rules that its user
// widens, topics that are removed or begin to crawl, processes that die, pauses.
// Through controller, terminal, archive and store.

#include <gmock/gmock.h>

#include "control/crawl_fixture_test.h"
#include "store/sqlite/sqlite_database.h"

namespace curlew::control {
namespace {

using store::CrawlStanding;
using testing::Contains;
using testing::HasSubstr;
using testing::Key;
using testing::Not;
using testing::SizeIs;

const std::string kHome = "http://sea.example/";
const std::string kBay = "http://bay.example/";

class CrawlPassing : public FocusedCrawl {
 protected:
  void SetUp() override {
    FocusedCrawl::SetUp();
    web_[kBay + "robots.txt"] = {404, {}, ""};
    build_site();
  }
  // A process that dies as it stands.
  void die_and(const std::function<void()>& meanwhile) {
    controller_.reset();
    meanwhile();
    start();
  }
};

TEST_F(CrawlPassing, RulesThatAreWidenedReachLinksOfPagesThatWereSeenBefore) {
  show(kHome + "ferry-2", "The second ferry", text_about(kFerries, 102),
       link_to(kBay + "ferry", "Sailors and their vessel") +
           link_to("/old/ferry", "Passengers on the quay"));
  show(kHome + "ferry-3", "The third ferry", text_about(kFerries, 103),
       link_to("/ferry-4", "The ferry of the harbour"));
  show(kBay + "ferry", "A ferry in the bay", text_about(kFerries, 107));
  show(kHome + "old/ferry", "An old ferry", text_about(kFerries, 108));
  show(kHome + "ferry-4", "The fourth ferry", text_about(kFerries, 109));
  const model::SourceId sea = add_topic("sea", {kHome}, {.depth = 2});
  change_topic(sea, [](model::Topic& topic) { topic.rules.excludes = {"*/old/*"}; });
  learn({sea});
  run_for(minutes(10));
  ASSERT_THAT(titles(), SizeIs(3));
  change_topic(sea,
               [](model::Topic& topic) { topic.rules.also_domains = {"bay.example"}; });
  EXPECT_THAT(pages_of_next_phase(), Contains(kBay + "ferry"));
  EXPECT_EQ(fetches_of(kHome + "old/ferry"), 0u);
  change_topic(sea, [](model::Topic& topic) { topic.rules.excludes.clear(); });
  EXPECT_THAT(pages_of_next_phase(), Contains(kHome + "old/ferry"));
  EXPECT_EQ(fetches_of(kHome + "ferry-4"), 0u) << "it is three links away";
  // And while nobody looks.
  die_and(
      [&] { change_topic(sea, [](model::Topic& topic) { topic.caps.depth = 3; }); });
  EXPECT_THAT(pages_of_next_phase(), Contains(kHome + "ferry-4"));
  EXPECT_THAT(titles(), SizeIs(6));
  EXPECT_EQ(rows().at(kBay + "ferry").depth, 2u) << "as if it had been followed then";
}

TEST_F(CrawlPassing, PagesThatWereForgottenComeBackWithTheRule) {
  const model::SourceId sea = add_topic("sea", {kHome});
  learn({sea});
  run_for(minutes(10));
  change_topic(sea, [](model::Topic& topic) { topic.rules.excludes = {"*/ferry-2"}; });
  EXPECT_THAT(pages_of_next_phase(), Not(Contains(kHome + "ferry-2")));
  EXPECT_THAT(rows(), Not(Contains(Key(kHome + "ferry-2"))));
  change_topic(sea, [](model::Topic& topic) { topic.rules.excludes.clear(); });
  EXPECT_THAT(pages_of_next_phase(), Contains(kHome + "ferry-2"));
  EXPECT_EQ(rows().at(kHome + "ferry-2").standing, CrawlStanding::kKept);
  EXPECT_THAT(titles(), SizeIs(3)) << "its article is known";
}

class CrawlRemoval : public CrawlPassing, public testing::WithParamInterface<bool> {};

TEST_P(CrawlRemoval, PagesOfATopicThatIsRemovedReturnToTheOneThatLeadsToThem) {
  const model::SourceId sea = add_topic("sea", {kHome});
  const model::SourceId football = add_topic("football", {kHome + "sports"});
  show(kHome + "sports", "Sports", "<p>Welcome.</p>",
       link_to("/own-match", "The match in the stadium"));
  show(kHome + "own-match", "Its own match", text_about(kFootball, 130));
  learn({sea, football});
  run_for(minutes(10));
  ASSERT_EQ(rows().at(kHome + "football").topic, football) << "a link of the sea's";
  const std::string drifts = kHome + "ferry-2";
  show(drifts, "The second ferry", text_about(kFootball, 102));
  run_for(hours(1) + minutes(10));
  ASSERT_EQ(rows().at(drifts).topic, football);
  ASSERT_EQ(rows().at(kHome + "own-match").topic, football);
  const auto articles = store_->articles().newest_of(sea, 99)->size();
  show(drifts, "The second ferry", text_about(kFerries, 102));
  const auto remove = [&] {
    ASSERT_TRUE(store_->sources().remove(football, store::Sources::Records::kGo).ok());
    learn({sea});
  };
  if (GetParam()) {
    die_and(remove);
  } else {
    remove();
  }
  for (const auto& [url, row] : rows()) EXPECT_EQ(row.topic, sea) << url;
  EXPECT_EQ(rows().at(drifts).standing, CrawlStanding::kWaiting);
  EXPECT_EQ(rows().at(kHome + "football").standing, CrawlStanding::kWaiting);
  EXPECT_THAT(rows(), Not(Contains(Key(kHome + "own-match")))) << "nobody else's";
  EXPECT_THAT(pages_of_next_phase(), Contains(drifts));
  EXPECT_EQ(rows().at(drifts).standing, CrawlStanding::kKept);
  EXPECT_EQ(rows().at(kHome + "football").standing, CrawlStanding::kRejected);
  EXPECT_EQ(store_->articles().newest_of(sea, 99)->size(), articles)
      << "its article is the one it had";
  for (const auto& [url, row] : rows()) EXPECT_EQ(row.topic, sea) << url;
  for (const auto& [source, state] : *store_->crawl_pages().states()) {
    EXPECT_EQ(source, sea);
  }
}
INSTANTIATE_TEST_SUITE_P(WhoeverLooks, CrawlRemoval, testing::Bool());

TEST_F(CrawlPassing, APageAboutATopicThatDoesNotCrawlIsItsLinkWhenItBegins) {
  const model::SourceId sea = add_topic("sea", {kHome});
  const model::SourceId football = add_topic("football", {});
  learn({sea, football});
  run_for(minutes(10));
  EXPECT_EQ(rows().at(kHome + "football").standing, CrawlStanding::kRejected);
  show(kHome + "ferry-2", "The second ferry", text_about(kFootball, 102));
  run_for(hours(1) + minutes(10));
  EXPECT_EQ(rows().at(kHome + "ferry-2").standing, CrawlStanding::kDropped);
  EXPECT_EQ(phases(sea)[1].dropped, 1u);
  EXPECT_THAT(pages_of_next_phase(), Not(Contains(kHome + "ferry-2")));
  change_topic(football,
               [](model::Topic& topic) { topic.seeds = {kHome + "football"}; });
  run_for(minutes(10));
  EXPECT_EQ(rows().at(kHome + "ferry-2").topic, football);
  EXPECT_EQ(rows().at(kHome + "ferry-2").standing, CrawlStanding::kKept);
  EXPECT_EQ(rows().at(kHome + "ferry-1").topic, sea);
}

TEST_F(CrawlPassing, AProcessThatDiesAtTheBeginningCostsNoPause) {
  const model::SourceId sea = add_topic("sea", {kHome});
  learn({sea});
  for (int i = 0; i < 1000 && fetches_of(kHome) == 0; ++i) {
    ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
    terminal_->step(Milliseconds(0));
    clock_.advance(Milliseconds(5));
  }
  ASSERT_EQ(fetches_of(kHome), 1u);
  start();
  run_for(minutes(10));
  EXPECT_THAT(titles(), SizeIs(3));
  EXPECT_THAT(phases(sea), SizeIs(2)) << "no page is asked for twice in a phase";
  run_for(minutes(30));
  EXPECT_THAT(phases(sea), SizeIs(2)) << "the pause is kept otherwise";
}

TEST_F(CrawlPassing, AResumeBeginsAPhaseEvenIfNobodySawThePause) {
  const model::SourceId sea = add_topic("sea", {kHome});
  learn({sea});
  run_for(minutes(10));
  ASSERT_THAT(phases(sea), SizeIs(1));
  ASSERT_TRUE(store_->sources().set_state(sea, SourceState::kPaused).ok());
  ASSERT_TRUE(store_->sources().set_state(sea, SourceState::kActive).ok());
  run_for(minutes(10));
  EXPECT_THAT(phases(sea), SizeIs(2));
  ASSERT_TRUE(store_->sources().set_state(sea, SourceState::kActive).ok());
  run_for(minutes(10));
  EXPECT_THAT(phases(sea), SizeIs(2)) << "it was not paused";
}

TEST_F(CrawlPassing, WhatCannotBeWrittenWhenATopicIsResumedIsDoneLater) {
  const model::SourceId sea = add_topic("sea", {kHome});
  const model::SourceId football = add_topic("football", {});
  learn({sea, football});
  run_for(minutes(10));
  ASSERT_EQ(rows().at(kHome + "football").standing, CrawlStanding::kRejected);
  ASSERT_TRUE(store_->sources().set_state(sea, SourceState::kPaused).ok());
  run_for(minutes(1));
  const auto database = *store::open_sqlite(
      {.path = folder_.file("central.db"), .application_id = store::kCentralMark});
  ASSERT_TRUE(database
                  ->run_script("CREATE TRIGGER no BEFORE UPDATE OF wanted_by ON"
                               " crawl_pages BEGIN SELECT RAISE(ABORT, 'no'); END")
                  .ok());
  ASSERT_TRUE(store_->sources().set_state(sea, SourceState::kActive).ok());
  change_topic(football, [](model::Topic& topic) { topic.seeds = {kHome + "sports"}; });
  EXPECT_FALSE(controller_->step(Milliseconds(0)).ok());
  ASSERT_TRUE(database->run_script("DROP TRIGGER no").ok());
  run_for(minutes(10));
  EXPECT_EQ(rows().at(kHome + "football").topic, football);
  EXPECT_THAT(phases(sea), SizeIs(2)) << "it goes on at once";
}

TEST_F(CrawlPassing, WhatTheLogSaysOfAPausedPhaseIsWhatThePhaseBrought) {
  be_slow("sea.example");
  const model::SourceId sea = add_topic("sea", {kHome});
  learn({sea});
  for (int i = 0; i < 100'000 && fetches_of(kHome + "ferry-1") == 0; ++i) {
    ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
    terminal_->step(Milliseconds(0));
    clock_.advance(Milliseconds(500));
  }
  ASSERT_EQ(fetches_of(kHome + "ferry-1"), 1u);
  ASSERT_TRUE(store_->sources().set_state(sea, SourceState::kPaused).ok());
  run_for(minutes(30), Milliseconds(1'000));
  const auto phase = phases(sea).at(0);
  EXPECT_TRUE(phase.ended);
  EXPECT_GT(phase.downloaded, 0u);
  EXPECT_THAT((*store_->topics().log_of(sea, 1))[0].detail,
              HasSubstr(fmt::format("phase 1 ended: {} pages fetched, {} of them",
                                    phase.downloaded, phase.relevant)));
  ASSERT_TRUE(store_->sources().set_state(sea, SourceState::kActive).ok());
  run_for(minutes(30), Milliseconds(1'000));
  EXPECT_THAT(phases(sea), SizeIs(2));
}

TEST_F(CrawlPassing, EveryPhaseVisitsSeedsAndKnownPagesHoweverManyLinksWait) {
  std::string links;
  for (int i = 0; i < 80; ++i) {
    links += link_to(fmt::format("/story-{}", i), "The ferry and its captain");
    show(fmt::format("{}story-{}", kHome, i), fmt::format("Story {}", i),
         text_about(kFerries, 300 + i));
  }
  show(kHome, "All the news", "<p>Welcome.</p>", links);
  const model::SourceId sea = add_topic("sea", {kHome}, {.pages_a_phase = 15});
  learn({sea});
  run_for(minutes(10));
  std::set<std::string> seen;
  for (const std::string& url : asked_pages()) seen.insert(url);
  for (int phase = 2; phase <= 4; ++phase) {
    const auto pages = pages_of_next_phase();
    ASSERT_THAT(pages, SizeIs(15)) << phase;
    EXPECT_EQ(pages.front(), kHome) << "what is new is found there";
    const auto again = std::ranges::count_if(
        pages, [&](const std::string& url) { return seen.contains(url); });
    EXPECT_EQ(again, 3) << "of 15, the seed among them: the rest is for links";
    seen.insert(pages.begin(), pages.end());
  }
}

}  // namespace
}  // namespace curlew::control
