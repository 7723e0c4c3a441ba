// What users may do with sources, and what they are shown of them.

#include "service/own_sources.h"

#include <gmock/gmock.h>

#include "model/sealed_settings_test.h"
#include "service/health.h"
#include "service/operation.h"
#include "service/reader_marks.h"
#include "service/reading.h"
#include "service/source_table.h"
#include "service/subscribe.h"
#include "store/activity.h"
#include "store/clips_fixture.h"
#include "store/counters.h"
#include "store/watched_database_test.h"

namespace curlew::service {
namespace {

using model::FetchOutcome;
using model::Remark;
using model::SourceState;
using store::kNow;
using store::must;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class OwnSources : public store::UserStoreTest {
 protected:
  OwnSources() {
    model::Source own = store::source_at("https://own.example/feed", "Own");
    own.is_shared = false;
    own_ = must(store_->sources().add(own, kNow));
    must(store_->subscriptions().add(
        std::vector<model::Subscription>{{*anna_.viewer, own_, kNow, "", ""}}));
  }
  Actor actor(const std::string& name, bool is_admin = false) {
    return {.viewer = add_user(name), .name = name, .is_admin = is_admin};
  }
  static Targets number(model::SourceId id) {
    return {.words = {"#" + std::to_string(id.value)}};
  }
  Result<std::vector<SourceResult>> act(const Actor& who, BulkAction action,
                                        model::SourceId id, std::string to = "") {
    return act_on_sources(
        *store_, who, {.action = action, .targets = number(id), .to = std::move(to)},
        kNow);
  }
  SourceState state_of(model::SourceId id) {
    return must(store_->sources().find(id))->source.state;
  }

  const Actor anna_ = actor("anna");
  const Actor bob_ = actor("bob");
  const Actor admin_ = actor("admin", true);
  const model::SourceId shared_ = add("https://shared.example/feed", "Shared");
  model::SourceId own_;
};

TEST_F(OwnSources, AUserPausesWhatIsHisAlone) {
  EXPECT_TRUE(must(may_change(*store_, anna_, own_)));
  must(act(anna_, BulkAction::kPause, own_));
  EXPECT_EQ(state_of(own_), SourceState::kPaused);
  must(act(anna_, BulkAction::kResume, own_));
  EXPECT_EQ(state_of(own_), SourceState::kActive);
}

TEST_F(OwnSources, WhatEverybodySeesIsLeftToAnAdministrator) {
  EXPECT_FALSE(must(may_change(*store_, anna_, shared_)));
  const auto paused = act(anna_, BulkAction::kPause, shared_);
  ASSERT_FALSE(paused.ok());
  EXPECT_THAT(paused.error().text, HasSubstr("an administrator may do that"));
  EXPECT_EQ(state_of(shared_), SourceState::kActive);
  must(act(admin_, BulkAction::kPause, shared_));
  EXPECT_EQ(state_of(shared_), SourceState::kPaused);
}

TEST_F(OwnSources, AStrangersSourceIsNotThere) {
  for (const BulkAction action : {BulkAction::kVisit, BulkAction::kPause,
                                  BulkAction::kRemove, BulkAction::kMove}) {
    const auto done = act(bob_, action, own_);
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().kind, ErrorKind::kNotFound);
  }
  EXPECT_FALSE(
      change_source(*store_, bob_, own_, {.title = "Mine"}, model::kTestKey, kNow)
          .ok());
}

// That an address is taken is told, and nothing of what is there.
TEST_F(OwnSources, AStrangersSourceIsNotNamedToWhoTypesItsAddress) {
  model::Source one = store::source_at("https://his.example/feed", "His");
  one.is_shared = false;
  const auto his = must(store_->sources().add(one, kNow));
  must(subscribe(*store_, {*bob_.viewer, his, kNow, "", ""}, kNow));
  const auto move_to = [&](const std::string& url) {
    return change_source(*store_, bob_, his, {.url = url}, model::kTestKey, kNow)
        .error();
  };
  EXPECT_EQ(move_to("https://own.example/feed").kind, ErrorKind::kExists);
  EXPECT_EQ(move_to("https://own.example/feed").text,
            "https://own.example/feed is watched already");
  EXPECT_THAT(move_to("https://shared.example/feed").text,
              HasSubstr("as source " + std::to_string(shared_.value)));
}

TEST_F(OwnSources, AllOfThemMeansAllThatTheUserSees) {
  const auto seen = must(find_seen_targets(*store_, bob_, {.all = true}, kNow));
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen[0].source.id, shared_);
}

TEST_F(OwnSources, AUserWhoRemovesUnsubscribes) {
  const auto done = must(act(anna_, BulkAction::kRemove, own_));
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].action, SourceAction::kUnsubscribed);
  EXPECT_EQ(state_of(own_), SourceState::kPaused) << "nobody sees it any more";
  must(act(admin_, BulkAction::kRemove, shared_));
  EXPECT_FALSE(must(store_->sources().find(shared_)));
}

TEST_F(OwnSources, TitleAndFolderAreTheUsersOwn) {
  must(act(anna_, BulkAction::kMove, shared_, "Sea"));
  must(
      change_source(*store_, anna_, shared_, {.title = "Hers"}, model::kTestKey, kNow));
  const auto hers =
      must(read_source_table(*store_, {.viewer = anna_.viewer}, kNow, {}));
  const auto his = must(read_source_table(*store_, {.viewer = bob_.viewer}, kNow, {}));
  ASSERT_EQ(hers.rows.size(), 2U);
  EXPECT_EQ(hers.rows[1].source.source.title, "Hers");
  EXPECT_EQ(hers.rows[1].source.source.folder, "Sea");
  EXPECT_TRUE(hers.rows[1].is_subscribed);
  ASSERT_EQ(his.rows.size(), 1U);
  EXPECT_EQ(his.rows[0].source.source.title, "Shared");
  EXPECT_EQ(his.rows[0].source.source.folder, "");
  const auto folders = must(read_folders(*store_, anna_.viewer));
  ASSERT_EQ(folders.folders.size(), 1U);
  EXPECT_EQ(folders.folders[0].name, "Sea");
  EXPECT_EQ(folders.folders[0].sources, 1);
  EXPECT_EQ(folders.unfiled, 1);
}

TEST_F(OwnSources, AreInOneFolderWhereOneUserAloneHasThem) {
  const auto folder_of_source = [&] {
    return must(store_->sources().find(own_))->source.folder;
  };
  const auto folder_of = [&](const Actor& who) {
    const auto table =
        must(read_source_table(*store_, {.viewer = who.viewer}, kNow, {}));
    for (const auto& row : table.rows) {
      if (row.source.source.id == own_) return row.source.source.folder;
    }
    return std::string("not seen");
  };
  must(change_source(*store_, anna_, own_, {.folder = "Sea"}, model::kTestKey, kNow));
  EXPECT_EQ(folder_of_source(), "Sea") << "the operator's list is the page's";
  WantedSource wanted;
  wanted.id = own_;
  wanted.edit.folder = "Lakes";
  must(add_sources(*store_, {&wanted, 1}, model::kTestKey, kNow));
  EXPECT_EQ(folder_of(anna_), "Lakes") << "and the page is the operator's list";
  must(act(anna_, BulkAction::kMove, own_, ""));
  EXPECT_EQ(folder_of_source(), "");
  EXPECT_EQ(folder_of(anna_), "");
  must(act(anna_, BulkAction::kMove, own_, "Secret"));
  EXPECT_EQ(folder_of_source(), "Secret");

  wanted.edit = {};
  wanted.subscriber = "bob";
  must(add_sources(*store_, {&wanted, 1}, model::kTestKey, kNow));
  EXPECT_EQ(folder_of(bob_), "") << "where she filed it is hers";
  EXPECT_EQ(folder_of(anna_), "Secret");
  EXPECT_THAT(must(other_folders(*store_, must(store_->sources().find(own_))->source)),
              ElementsAre("anna: Secret"));
}

TEST_F(OwnSources, AFolderThatAReaderAppTakesAwayIsGone) {
  const auto folder_of = [&](const Actor& who) {
    for (const auto& each :
         must(list_sources(*store_, {.viewer = who.viewer}, kNow, {}))) {
      if (each.source.id == own_) return each.source.folder;
    }
    return std::string("not seen");
  };
  must(change_source(*store_, anna_, own_, {.title = "Hers", .folder = "Sea"},
                     model::kTestKey, kNow));
  must(change_reader_feed(*store_, "anna", own_.value, {.title = ""}, kNow));
  EXPECT_EQ(folder_of(anna_), "Sea") << "she said nothing of it";
  EXPECT_EQ(must(subscription_of(*store_, anna_.viewer, own_))->title, "");
  must(change_reader_feed(*store_, "anna", own_.value, {.folder = ""}, kNow));
  EXPECT_EQ(folder_of(anna_), "");
  EXPECT_EQ(must(store_->sources().find(own_))->source.folder, "");
  must(change_reader_feed(*store_, "anna", own_.value, {.folder = "Lakes"}, kNow));
  EXPECT_EQ(must(store_->sources().find(own_))->source.folder, "Lakes");
  must(move_reader_folder(*store_, "anna", "Lakes", "", kNow));
  EXPECT_EQ(folder_of(anna_), "");
}

TEST_F(OwnSources, TheOperatorIsToldOfSomeWhoFiledOneElsewhere) {
  std::vector<model::Subscription> filed;
  for (int i = 0; i < 23; ++i) {
    filed.push_back({*actor("user" + std::to_string(i)).viewer, shared_, kNow,
                     "F" + std::to_string(i), ""});
  }
  must(store_->subscriptions().add(filed));
  const auto told =
      must(other_folders(*store_, must(store_->sources().find(shared_))->source));
  ASSERT_EQ(told.size(), 21U);
  EXPECT_EQ(told.front(), "user0: F0");
  EXPECT_EQ(told.back(), "and 3 more");
}

TEST_F(OwnSources, EachCauseHasItsCure) {
  const auto of = [](FetchOutcome outcome, int status = 0,
                     Remark remark = Remark::kNone) {
    const Cause cause = cause_of(outcome, status, remark);
    return cause.code + " " + std::string(to_string(cause.cure)) +
           (cause.other ? " or " + std::string(to_string(*cause.other)) : "");
  };
  EXPECT_EQ(of(FetchOutcome::kHttpError, 404), "http-404 address or remove");
  EXPECT_EQ(of(FetchOutcome::kHttpError, 401), "needs-login login");
  EXPECT_EQ(of(FetchOutcome::kHttpError, 503), "http-5xx visit");
  EXPECT_EQ(of(FetchOutcome::kRobotsDenied), "robots-denied remove");
  EXPECT_EQ(of(FetchOutcome::kThrottled, 429), "throttled wait or rarely");
  EXPECT_EQ(of(FetchOutcome::kUnreachable, 0, Remark::kNoSuchHost),
            "no-such-host address or remove");
  EXPECT_EQ(of(FetchOutcome::kFetched, 200, Remark::kNeedsScripts),
            "needs-scripts render or changes");
  EXPECT_EQ(of(FetchOutcome::kFetched, 200, Remark::kNoLinks),
            "no-links changes or render");
  EXPECT_EQ(of(FetchOutcome::kUnreadable, 200, Remark::kHtml), "html changes or kind");
  EXPECT_EQ(of(FetchOutcome::kUnreadable, 200, Remark::kHtmlNamesFeed),
            "html-names-feed auto")
      << "its feed is found, and not its links followed";
  EXPECT_EQ(of(FetchOutcome::kUnreadable, 200, Remark::kData), "data data");
  EXPECT_EQ(of(FetchOutcome::kHttpError, 407), "proxy-login proxy");
  EXPECT_EQ(of(FetchOutcome::kTooLarge), "too-large setting");
  EXPECT_EQ(of(FetchOutcome::kTimedOut), "timed-out visit");
}

TEST_F(OwnSources, ProblemsAreToldByCause) {
  for (const auto id : {shared_, own_}) {
    auto row = must(store_->sources().find(id))->schedule;
    row.last_visit = kNow;
    row.last_outcome = FetchOutcome::kHttpError;
    row.last_status = 404;
    row.failures = 2;
    auto transaction = must(store_->begin());
    must(store_->schedule().save(row));
    must(transaction.commit());
  }
  const auto hers = must(read_problems(*store_, anna_.viewer));
  ASSERT_EQ(hers.size(), 1U);
  EXPECT_EQ(hers[0].cause.code, "http-404");
  EXPECT_EQ(hers[0].count, 2);
  EXPECT_EQ(hers[0].sources.size(), 2U);
  const auto his = must(read_problems(*store_, bob_.viewer));
  ASSERT_EQ(his.size(), 1U);
  EXPECT_EQ(his[0].count, 1);
}

TEST_F(OwnSources, HealthCountsTheDayAndItsDelays) {
  model::Entry entry = store::entry_titled("Rain");
  entry.published = kNow;
  auto article = store::article_of(shared_, 1, entry);
  article.found = kNow + std::chrono::minutes(4);
  must(store::add_one(*store_, article));
  const Time now = kNow + std::chrono::minutes(10);
  const Health health = must(take_health(*store_, now, {}, bob_.viewer));
  EXPECT_EQ(health.articles_today, 1);
  EXPECT_EQ(health.median_delay, Milliseconds(std::chrono::minutes(4)));
  ASSERT_EQ(health.hours.size(), 24U);
  EXPECT_EQ(health.hours.back().articles + health.hours[22].articles, 1);
  const DelayPicture picture = must(take_delays(*store_, 7, now, bob_.viewer, "bob"));
  EXPECT_EQ(picture.found.count, 1U);
  ASSERT_EQ(picture.sources.size(), 1U);
  EXPECT_EQ(picture.sources[0].title, "Shared");
}

// The few that are looked at of a busy hour stand for all of it.
TEST_F(OwnSources, TheMedianOfADayIsThatOfItsArticlesNotOfItsHours) {
  using std::chrono::minutes;
  const Time day =
      std::chrono::floor<std::chrono::hours>(kNow) - std::chrono::hours(30);
  must(store::Query::run(store_->database(), "UPDATE sources SET added = $1", day));
  std::uint64_t key = 0;
  auto batch = must(store_->begin());
  const auto find = [&](Time found, Milliseconds delay) {
    model::Entry entry = store::entry_titled("Rain");
    entry.published = found - delay;
    auto article = store::article_of(shared_, ++key, entry);
    article.found = found;
    must(store::add_one(*store_, article));
  };
  const Time now = std::chrono::floor<std::chrono::hours>(kNow);
  for (int i = 0; i < 400; ++i) find(now - minutes(30), minutes(20));
  for (int hour = 1; hour < 23; ++hour) {
    for (int i = 0; i < 10; ++i) find(now - std::chrono::hours(hour), minutes(2));
  }
  must(batch.commit());
  const Health health = must(take_health(*store_, now, {}, bob_.viewer));
  EXPECT_EQ(health.articles_today, 620);
  EXPECT_EQ(health.median_delay, Milliseconds(minutes(20)));
}

// What he sees is asked in one way, whoever needs it.
TEST_F(OwnSources, HealthAsksOnceWhatItsViewerSees) {
  add_list(*anna_.viewer, "Ships");
  auto opened = std::make_unique<store::WatchedDatabase>(must(database_.open()));
  const store::WatchedDatabase& watched = *opened;
  store::Store store(std::move(opened));
  EXPECT_EQ(must(take_health(store, kNow, {}, anna_.viewer)).lists, 1);
  EXPECT_EQ(watched.queries_with("FROM source_texts x WHERE x.is_shared = 0"), 1);
}

// Of more articles than are looked at, those that are stand for all of the time.
TEST_F(OwnSources, DelaysAreOfAllHoursHoweverManyArticlesCame) {
  model::Entry entry = store::entry_titled("Rain");
  constexpr std::int64_t kMany = kMostArrivals + 200;
  constexpr Milliseconds kApart = Milliseconds(std::chrono::days(3)) / kMany;
  for (std::int64_t i = 0; i < kMany; ++i) {
    entry.published = kNow + i * kApart;
    auto article = store::article_of(shared_, std::uint64_t(i) + 1, entry);
    article.found = *entry.published + std::chrono::minutes(4);
    must(store::add_one(*store_, article));
  }
  const Time now = kNow + std::chrono::days(3) + std::chrono::hours(1);
  const auto picture = must(take_delays(*store_, 7, now, bob_.viewer, "bob"));
  EXPECT_GT(picture.found.count, kMostArrivals - 100);
  for (const Quantiles& hour : picture.hours) EXPECT_GT(hour.count, 50U);
  EXPECT_GE(picture.by_day.size(), 3U);
}

// The numbers of articles are those of clips, too.
TEST_F(OwnSources, DelaysAreOfAllDaysHoweverManyNumbersAreOfClips) {
  model::Entry entry = store::entry_titled("Rain");
  constexpr std::int64_t kMany = 2 * kMostArrivals + 100;
  constexpr Milliseconds kApart = Milliseconds(std::chrono::days(6)) / kMany;
  auto batch = must(store_->begin());
  // Too many sources to ask each.
  for (int i = 0; i < 310; ++i) {
    add("https://example.org/" + std::to_string(i), "Other");
  }
  for (std::int64_t i = 0; i < kMany; ++i) {
    entry.published = kNow + i * kApart;
    auto article = store::article_of(shared_, std::uint64_t(i) + 1, entry);
    article.found = *entry.published + std::chrono::minutes(4);
    must(store::add_one(*store_, article));
    must(store::add_to_counter(store_->database(), store::kArticleIdCounter, 6));
  }
  must(batch.commit());
  const Time now = kNow + std::chrono::days(6);
  const auto picture = must(take_delays(*store_, 7, now, bob_.viewer, "bob"));
  EXPECT_GT(picture.found.count, kMostArrivals - 100);
  EXPECT_LE(picture.found.count, kMostArrivals);
  for (const Quantiles& hour : picture.hours) EXPECT_GT(hour.count, 50U);
  EXPECT_GE(picture.by_day.size(), 6U);
}

// Whether these are looked for among all articles or asked for by their source.
TEST_F(OwnSources, DelaysOfWhoSeesLittleAreOfAllThatTimeToo) {
  model::Entry entry = store::entry_titled("Rain");
  constexpr std::int64_t kMany = 1'200;
  constexpr std::size_t kLimit = 60;
  auto batch = must(store_->begin());
  for (std::int64_t i = 0; i < kMany; ++i) {
    auto article =
        store::article_of(i % 7 ? own_ : shared_, std::uint64_t(i) + 1, entry);
    article.found = kNow + std::chrono::minutes(i);
    must(store::add_one(*store_, article));
  }
  must(batch.commit());
  for (const std::int64_t more : {0, 200'000}) {
    must(store::add_to_counter(store_->database(), store::kArticleIdCounter, more));
    const auto seen = must(store::VisibleSources::of(store_->database(), *bob_.viewer));
    const auto some =
        must(store::sample_arrivals(store_->database(), kNow, seen, kLimit));
    EXPECT_EQ(some.size(), kLimit);
    std::size_t early = 0;
    for (const store::Arrival& each : some) {
      EXPECT_EQ(each.source, shared_);
      early += each.found < kNow + std::chrono::minutes(kMany / 2);
    }
    EXPECT_EQ(early, kLimit / 2) << more;
  }
}

TEST_F(OwnSources, ReadingPagesHaveTheMarksOfTheirReader) {
  for (std::uint64_t key = 1; key <= 3; ++key) add_article(shared_, key, "T");
  const auto page = must(read_articles(*store_, {.viewer = bob_.viewer, .limit = 2},
                                       plain_dictionary(), kNow));
  ASSERT_EQ(page.rows.size(), 2U);
  ASSERT_TRUE(page.next);
  must(store_->article_states().change(std::vector<store::ArticleStateEdit>{
      {.user = *bob_.viewer, .article = page.rows[0].article.id, .is_read = true}}));
  const auto unread = must(read_articles(
      *store_, {.viewer = bob_.viewer, .is_unread = true}, plain_dictionary(), kNow));
  EXPECT_EQ(unread.rows.size(), 2U);
  EXPECT_FALSE(unread.next);
  EXPECT_FALSE(read_articles(*store_, {.viewer = bob_.viewer, .source = own_},
                             plain_dictionary(), kNow)
                   .ok());
}

TEST_F(OwnSources, TheCourtesyOfAHostIsItsRequestsAndTheirGaps) {
  for (const int second : {0, 3, 10}) {
    auto report =
        store::report_of(shared_, second, kNow + std::chrono::seconds(second));
    report.took = Milliseconds(5);
    report.http_status = 200;
    must(record(*store_, report, 0));
  }
  const auto page =
      must(take_courtesy(*store_, {.host = "shared"}, kNow + std::chrono::minutes(1)));
  ASSERT_EQ(page.hosts.size(), 1U);
  EXPECT_EQ(page.hosts[0].requests, 3);
  EXPECT_EQ(page.hosts[0].smallest_gap, Milliseconds(3'000));
  EXPECT_EQ(page.hosts[0].sources, 1);
}

// A topic is at no host: its requests are those of the hosts that its crawl asked.
TEST_F(OwnSources, TheCourtesyOfACrawlIsOfTheHostsThatItAsked) {
  model::Source topic = store::source_at("topic:sailing", "Sailing");
  topic.kind = model::SourceKind::kTopic;
  const auto id = must(store_->sources().add(topic, kNow));
  const auto visit = [&](std::int64_t number, std::int64_t page) {
    auto report = store::report_of(id, number, kNow + std::chrono::seconds(number));
    report.took = Milliseconds(5);
    report.http_status = 200;
    report.findings = model::CrawlPageFindings{.id = {page}};
    must(record(*store_, report, 0));
  };
  {
    auto batch = must(store_->begin());
    store::NewCrawlPage page;
    page.row.id = {1};
    page.row.topic = id;
    page.url = "https://harbour.example/boats";
    page.key = 1;
    must(store_->crawl_pages().add(page));
    must(batch.commit());
  }
  visit(1, 1);
  visit(4, 1);
  visit(5, 2);  // It was forgotten since.
  const auto page = must(take_courtesy(*store_, {}, kNow + std::chrono::minutes(1)));
  ASSERT_EQ(page.hosts.size(), 1U);
  EXPECT_EQ(page.hosts[0].host, "harbour.example");
  EXPECT_EQ(page.hosts[0].requests, 2);
  EXPECT_EQ(page.hosts[0].smallest_gap, Milliseconds(3'000));
}

TEST_F(OwnSources, WhatIsKeptIsAsConfiguredUntilSomebodyChooses) {
  using std::chrono::hours;
  const ConfiguredKeeping configured{.keeping = {{hours(100), 0}, {}},
                                     .visit_days = 90};
  const auto entry = store::entry_titled("the weather");
  must(store::add_one(*store_, store::article_of(shared_, 1, entry)));
  const Time later = kNow + hours(50);
  auto seen = must(take_retention(*store_, configured, std::nullopt, later));
  EXPECT_EQ(seen.keeping(), configured.keeping);
  EXPECT_EQ(seen.articles, 1);
  EXPECT_EQ(seen.older, 0);
  EXPECT_EQ(must(take_retention(*store_, configured, hours(10), later)).older, 1);
  const store::Keeping chosen{{hours(2), 7}, {std::nullopt, 3}};
  must(choose_keeping(*store_, chosen));
  seen = must(take_retention(*store_, configured, std::nullopt, later));
  EXPECT_EQ(seen.chosen, chosen);
  EXPECT_EQ(seen.older, 1);
  EXPECT_FALSE(choose_keeping(*store_, store::Keeping{{Milliseconds(1), 0}, {}}).ok());
  must(choose_keeping(*store_, std::nullopt));
  EXPECT_EQ(must(take_retention(*store_, configured, std::nullopt, later)).chosen,
            std::nullopt);
}

}  // namespace
}  // namespace curlew::service
