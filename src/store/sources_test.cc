#include <fmt/format.h>
#include <gmock/gmock.h>

#include <limits>

#include "model/sealed_settings_test.h"
#include "store/source_slice.h"
#include "store/store_fixture.h"

namespace curlew::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class SourcesTest : public StoreTest {
 protected:
  std::vector<std::string> titles(SourceFilter filter, std::size_t limit = 100) {
    std::vector<std::string> titles;
    for (const auto& watched :
         must(store_->sources().list(filter, kNow, kLateAfter, limit))) {
      titles.push_back(watched.source.title);
    }
    return titles;
  }
  void be_due(model::SourceId source, Time due) {
    auto batch = must(store_->begin());
    must(store_->schedule().save({.source = source, .next_due = due}));
    must(batch.commit());
  }
  int added_ = 0;
};

TEST_F(SourcesTest, AreListedAndCountedByFolder) {
  for (const auto& [title, folder] :
       std::vector<std::pair<std::string, std::string>>{{"d", "News"},
                                                        {"C", "News/Greece"},
                                                        {"b", ""},
                                                        {"A", "News"},
                                                        {"e", "News.old"},
                                                        {"f", "News0"},
                                                        {"g", "news/more"}}) {
    model::Source source = source_at("https://example.org/" + title, title);
    source.folder = folder;
    must(store_->sources().add(source, kNow));
  }
  const auto listed = [&](const std::string& folder) {
    std::string titles;
    const auto slice = must(slice_sources(store_->database(), {.folder = folder},
                                          SourceOrder::kFolder, {}, 10));
    for (const WatchedSource& watched : slice.rows) titles += watched.source.title;
    return titles;
  };
  EXPECT_EQ(listed("News"), "AdC");
  EXPECT_EQ(listed("News/Greece"), "C");
  EXPECT_EQ(listed("New"), "");
  const auto folders = must(store_->sources().folders());
  ASSERT_EQ(folders.size(), 6u);
  EXPECT_EQ(folders[1].name, "News");
  EXPECT_EQ(folders[1].sources, 2);
}

TEST_F(SourcesTest, HaveTheirAimsEachToldOnce) {
  using model::Objective;
  const auto add_with = [&](Objective objective, const std::string& policy,
                            model::SourceKind kind) {
    model::Source source =
        source_at(fmt::format("https://a{}.example/", ++added_), "A source");
    source.objective = objective;
    source.policy = policy;
    source.kind = kind;
    must(store_->sources().add(source, kNow));
  };
  const auto topic = model::SourceKind::kTopic, page = model::SourceKind::kPage,
             feed = model::SourceKind::kFeed;
  EXPECT_TRUE(must(store_->schedule().aims()).empty());
  add_with(Objective::kFreshness, "thesis", topic);
  EXPECT_TRUE(must(store_->schedule().aims()).empty());
  for (int i = 0; i < 3; ++i) {
    add_with(Objective::kDelay, "", feed);
    add_with(Objective::kDelay, "", page);
    add_with(Objective::kDelay, "toe", page);
    add_with(Objective::kDelay, "fixed", feed);
    add_with(Objective::kCapture, "", page);
  }
  EXPECT_THAT(must(store_->schedule().aims()),
              testing::ElementsAre(model::Aim(Objective::kCapture), model::Aim(),
                                   model::Aim(Objective::kDelay, "fixed"),
                                   model::Aim(Objective::kDelay, "toe")));
}

TEST_F(SourcesTest, KeepEverythingTheyWereAddedWith) {
  model::Source source = source_at("https://example.org/feed", "Mine");
  source.kind = model::SourceKind::kFeed;
  source.state = model::SourceState::kPaused;
  source.site_url = "https://example.org/";
  source.folder = "News/Ελλάδα";
  source.language = "el";
  source.request.headers = {{"X-Key", model::kept("a: b")},
                            {"Accept", model::kept("*/*")}};
  source.request.basic_credentials = model::kept("user:pass");
  source.request.bearer_token = model::kept("token");
  source.request.proxy = model::kept("http://proxy:3128");
  source.fetch_pages = false;
  source.rendering = model::Rendering::kAlways;
  source.rules = "body = 'article'\n";
  source.objective = model::Objective::kFreshness;
  source.wishes = {std::chrono::minutes(7), std::chrono::hours(9), {0xff00ff, 1}};
  source.audience = {1'200, 40};
  source.id = must(store_->sources().add(source, kNow + std::chrono::hours(1)));

  const auto found = must(store_->sources().find(source.url)).value();
  EXPECT_EQ(found.source.id, source.id);
  EXPECT_EQ(found.source.kind, source.kind);
  EXPECT_EQ(found.source.state, source.state);
  EXPECT_EQ(found.source.title, source.title);
  EXPECT_EQ(found.source.site_url, source.site_url);
  EXPECT_EQ(found.source.folder, source.folder);
  EXPECT_EQ(found.source.language, source.language);
  EXPECT_EQ(found.source.request, source.request);
  EXPECT_EQ(found.source.fetch_pages, source.fetch_pages);
  EXPECT_EQ(found.source.rendering, source.rendering);
  EXPECT_EQ(found.source.rules, source.rules);
  EXPECT_EQ(found.source.objective, source.objective);
  EXPECT_EQ(found.source.wishes, source.wishes);
  EXPECT_EQ(found.source.audience, source.audience);
  EXPECT_EQ(found.source.added, source.added);
  EXPECT_EQ(found.schedule, (ScheduleRow{.source = source.id,
                                         .next_due = kNow + std::chrono::hours(1)}));
  EXPECT_EQ(must(store_->sources().find(source.id))->source.url, source.url);
}

TEST_F(SourcesTest, AreChangedInAllThatUsersDecideAndTellTheController) {
  model::Source source = source_at("https://example.org/feed");
  source.id = must(store_->sources().add(source, kNow));
  const auto before = must(store_->schedule().changes_since(0, 10)).revision;
  source.kind = model::SourceKind::kFeed;
  source.title = "Mine";
  source.folder = "News";
  source.request.headers = {{"X-Key", model::kept("value")}};
  source.request.basic_credentials = model::kept("user:pass");
  source.request.bearer_token = model::kept("token");
  source.request.proxy = model::kept("http://proxy:3128");
  source.fetch_pages = false;
  source.objective = model::Objective::kCapture;
  source.wishes = {std::chrono::minutes(7), std::chrono::hours(9), {1, 2}};
  source.rendering = model::Rendering::kAlways;
  source.rules = "body = 'article'\n";
  must(store_->sources().change(source));

  const auto found = must(store_->sources().find(source.id)).value().source;
  EXPECT_EQ(found.kind, source.kind);
  EXPECT_EQ(found.title, source.title);
  EXPECT_EQ(found.folder, source.folder);
  EXPECT_EQ(found.request, source.request);
  EXPECT_EQ(found.fetch_pages, source.fetch_pages);
  EXPECT_EQ(found.objective, source.objective);
  EXPECT_EQ(found.wishes, source.wishes);
  EXPECT_EQ(found.rendering, source.rendering);
  EXPECT_EQ(found.rules, source.rules);
  EXPECT_EQ(must(store_->schedule().changes_since(before, 10)).changed.size(), 1u);
  source.id = {99};
  EXPECT_EQ(store_->sources().change(source).error().kind, ErrorKind::kNotFound);
}

TEST_F(SourcesTest, KeepATitleThatTheirUserGaveLater) {
  model::Source source = source_at("https://example.org/feed", "");
  source.id = must(store_->sources().add(source, kNow));
  const auto say = [&](const std::string& title) {
    // As the ledger does.
    WatchedSource known = *must(store_->sources().find(source.id));
    if (!known.source.has_own_title) known.source.title = title;
    auto batch = must(store_->begin());
    must(store_->sources().save_found(known.source));
    must(batch.commit());
    return must(store_->sources().find(source.id))->source.title;
  };
  source.title = say("Said");
  must(store_->sources().change(source));
  source.title = say("Said again");
  EXPECT_EQ(source.title, "Said again");
  source.title = "Mine";
  must(store_->sources().change(source));
  EXPECT_EQ(say("Said once more"), "Mine");
}

TEST_F(SourcesTest, HaveOneAddressEach) {
  const auto id = add("https://example.org/feed");
  const auto again = store_->sources().add(source_at("https://example.org/feed"), kNow);
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().kind, ErrorKind::kExists);
  EXPECT_THAT(again.error().text, HasSubstr("source " + std::to_string(id.value)));
  EXPECT_EQ(must(count_status(*store_, kNow, kLateAfter)).sources, 1);
}

TEST_F(SourcesTest, AreAddedTogetherExceptThoseThatAreThereAlready) {
  const auto known = add("https://example.org/1");
  const std::vector<model::Source> sources{source_at("https://example.org/0"),
                                           source_at("https://example.org/1"),
                                           source_at("https://example.org/0")};
  const auto ids = must(store_->sources().add_all(sources, kNow));
  ASSERT_EQ(ids.size(), 3u);
  EXPECT_GT(ids[0].value(), known);
  EXPECT_EQ(ids[1], std::nullopt);
  EXPECT_EQ(ids[2], std::nullopt);
  const auto changes = must(store_->schedule().changes_since(0, 10));
  EXPECT_EQ(changes.changed.size(), 2u);
  EXPECT_GT(changes.changed[1].id, changes.changed[0].id);
}

TEST_F(SourcesTest, AreNotAddedUnderAnAddressThatAnotherHad) {
  const auto moved = add("https://example.org/before");
  must(store_->sources().move(moved, "https://example.org/after"));
  const std::vector<model::Source> sources{
      source_at("https://example.org/before"),
      source_at("https://example.org/" + std::string(100'000, 'x')),
      source_at("https://example.org/new")};
  const auto ids = must(store_->sources().add_all(sources, kNow));
  EXPECT_THAT(ids,
              testing::ElementsAre(std::nullopt, std::nullopt, model::SourceId{2}));
}

TEST_F(SourcesTest, ThatAreNotThereAreNotFound) {
  EXPECT_EQ(must(store_->sources().find("https://example.org/")), std::nullopt);
  EXPECT_EQ(must(store_->sources().find({7})), std::nullopt);
  EXPECT_EQ(store_->sources().remove({7}).error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(store_->sources().set_state({7}, model::SourceState::kPaused).error().kind,
            ErrorKind::kNotFound);
}

TEST_F(SourcesTest, TakeEverythingWithThemWhenRemoved) {
  const auto kept = add("https://example.org/kept");
  const auto removed = add("https://example.org/removed");
  add_article(kept, 1, "kept");
  const auto article = add_article(removed, 1, "removed", true);
  const auto page = add_article(removed, 2, "with a page", true);
  auto batch = must(store_->begin());
  must(record(*store_, report_of(removed, 1), 2));
  must(store_->pages().keep(page, pack(model::Page{.content = model::PageContent{}}),
                            kNow));
  must(batch.commit());

  must(store_->sources().remove(removed));

  EXPECT_EQ(must(store_->articles().newest({}, 10)).size(), 1u);
  EXPECT_THAT(must(store_->visits().of(removed, 10)), IsEmpty());
  EXPECT_EQ(must(store_->pages().content(page)), std::nullopt);
  const auto status = must(count_status(*store_, kNow, kLateAfter));
  EXPECT_EQ(status.sources, 1);
  EXPECT_EQ(status.articles, 1);
  EXPECT_EQ(status.pages_wanted, 0);
  EXPECT_EQ(status.visits_last_hour, 0);
  EXPECT_GT(add_article(kept, 2, "next"), page) << "ids are never used twice";
  EXPECT_GT(page, article);
}

TEST_F(SourcesTest, NeverGetTheIdOfARemovedOne) {
  const auto first = add("https://example.org/1");
  must(store_->sources().remove(first));
  EXPECT_GT(add("https://example.org/1"), first);
}

TEST_F(SourcesTest, AreListedByTitleWhateverItsCase) {
  add("https://example.org/1", "beta");
  add("https://example.org/2", "Alpha");
  add("https://example.org/3", "Gamma");
  EXPECT_THAT(titles(SourceFilter::kAll), ElementsAre("Alpha", "beta", "Gamma"));
  EXPECT_THAT(titles(SourceFilter::kAll, 2), ElementsAre("Alpha", "beta"));
}

TEST_F(SourcesTest, AreDueOnlyWhileTheyAreVisited) {
  be_due(add("https://example.org/1", "late"), kNow - kLateAfter);
  be_due(add("https://example.org/2", "due"), kNow);
  be_due(add("https://example.org/3", "later"), kNow + Milliseconds(1));
  be_due(add("https://example.org/4", "never"), kNever);
  const auto failing = add("https://example.org/5", "failing");
  const auto paused = add("https://example.org/6", "paused");
  const auto gone = add("https://example.org/7", "gone");
  must(store_->sources().set_state(failing, model::SourceState::kFailing));
  must(store_->sources().set_state(paused, model::SourceState::kPaused));
  must(store_->sources().set_state(gone, model::SourceState::kGone));

  EXPECT_THAT(titles(SourceFilter::kDue), ElementsAre("late", "due", "failing"));
  EXPECT_THAT(titles(SourceFilter::kComing), ElementsAre("later", "never"));
  EXPECT_THAT(titles(SourceFilter::kLate), ElementsAre("late"));
  EXPECT_THAT(titles(SourceFilter::kFailing), ElementsAre("failing"));
  EXPECT_THAT(titles(SourceFilter::kPaused), ElementsAre("paused"));
  EXPECT_THAT(titles(SourceFilter::kGone), ElementsAre("gone"));

  const auto status = must(count_status(*store_, kNow, kLateAfter));
  EXPECT_EQ(status.sources, 7);
  EXPECT_EQ(status.active, 4);
  EXPECT_EQ(status.failing, 1);
  EXPECT_EQ(status.paused, 1);
  EXPECT_EQ(status.gone, 1);
  EXPECT_EQ(status.due, 3);
  EXPECT_EQ(status.late, 1);
}

TEST_F(SourcesTest, ThatWaitForTheirRankAreNotLate) {
  const auto id = add("https://example.org/1");
  auto batch = must(store_->begin());
  must(store_->schedule().save({.source = id,
                                .next_due = kNow - std::chrono::days(1),
                                .due_reason = model::DueReason::kRank}));
  must(batch.commit());
  EXPECT_EQ(must(count_status(*store_, kNow, kLateAfter)).due, 1);
  EXPECT_EQ(must(count_status(*store_, kNow, kLateAfter)).late, 0);
  EXPECT_THAT(titles(SourceFilter::kLate), IsEmpty());
}

TEST_F(SourcesTest, TellTheControllerWhatOthersChanged) {
  const auto first = add("https://example.org/1");
  const auto second = add("https://example.org/2");
  const auto all = must(store_->schedule().changes_since(0, 1000));
  EXPECT_EQ(all.changed.size(), 2u);
  EXPECT_THAT(all.removed, IsEmpty());

  const auto nothing = must(store_->schedule().changes_since(all.revision, 1000));
  EXPECT_EQ(nothing.revision, all.revision);
  EXPECT_THAT(nothing.changed, IsEmpty());

  must(store_->sources().set_state(second, model::SourceState::kPaused));
  must(store_->sources().remove(first));
  const auto changes = must(store_->schedule().changes_since(all.revision, 1000));
  ASSERT_EQ(changes.changed.size(), 1u);
  EXPECT_EQ(changes.changed[0].id, second);
  EXPECT_EQ(changes.changed[0].state, model::SourceState::kPaused);
  EXPECT_THAT(changes.removed, ElementsAre(first));
  EXPECT_THAT(must(store_->schedule().changes_since(changes.revision, 1000)).removed,
              IsEmpty());
  EXPECT_THAT(must(store_->schedule().changes_since(0, 1000)).removed, IsEmpty());
}

TEST_F(SourcesTest, TellTheControllerAllThatPlanningNeeds) {
  model::Source source = source_at("https://example.org/feed");
  source.objective = model::Objective::kCapture;
  source.wishes = {std::chrono::minutes(7), std::chrono::hours(9), {3, 64}};
  source.id = must(store_->sources().add(source, kNow));
  const ScheduleRow row{.source = source.id,
                        .next_due = kNow + std::chrono::hours(2),
                        .last_visit = kNow,
                        .last_success = kNow - std::chrono::hours(1),
                        .not_before = kNow + std::chrono::hours(1),
                        .failures = 2,
                        .policy_state = std::string("\1\0\2", 3),
                        .due_reason = model::DueReason::kPublisher};
  auto batch = must(store_->begin());
  must(store_->schedule().save(row));
  must(batch.commit());
  const PlannedSource planned =
      must(store_->schedule().changes_since(0, 10)).changed.at(0);
  EXPECT_EQ(planned.id, source.id);
  EXPECT_EQ(planned.url, source.url);
  EXPECT_EQ(planned.added, source.added);
  EXPECT_EQ(planned.aim, model::aim_of(source));
  EXPECT_EQ(planned.wishes, source.wishes);
  EXPECT_EQ(planned.next_due, row.next_due);
  EXPECT_EQ(planned.last_visit, row.last_visit);
  EXPECT_EQ(planned.last_success, row.last_success);
  EXPECT_EQ(planned.not_before, row.not_before);
  EXPECT_EQ(planned.failures, row.failures);
  EXPECT_EQ(planned.policy_state, row.policy_state);
  EXPECT_EQ(must(store_->sources().find(source.id))->schedule, row);
}

TEST_F(SourcesTest, AreToldToTheControllerInPartsWithoutAGap) {
  std::vector<model::SourceId> ids;
  for (int i = 0; i < 7; ++i) ids.push_back(add(fmt::format("https://e.org/{}", i)));
  must(store_->sources().remove(ids[1]));
  must(store_->sources().set_state(ids[0], model::SourceState::kPaused));
  std::vector<model::SourceId> told;
  std::vector<model::SourceId> removed;
  Revision revision = 0;
  for (bool has_more = true; has_more;) {
    const auto changes = must(store_->schedule().changes_since(revision, 2));
    for (const auto& changed : changes.changed) told.push_back(changed.id);
    removed.insert(removed.end(), changes.removed.begin(), changes.removed.end());
    revision = changes.revision;
    has_more = changes.has_more;
  }
  EXPECT_THAT(told, ElementsAre(ids[2], ids[3], ids[4], ids[5], ids[6], ids[0]));
  EXPECT_THAT(removed, ElementsAre(ids[1]));
}

TEST_F(SourcesTest, TellTheirAddressesAndStatesWhileTheyAreThere) {
  const auto first = add("https://example.org/1");
  const auto second = add("https://example.org/2");
  must(store_->sources().remove(first));
  const model::SourceId asked[] = {first, second};
  const auto addresses = must(store_->schedule().addresses(asked));
  ASSERT_EQ(addresses.size(), 1u);
  EXPECT_EQ(addresses[0].id, second);
  EXPECT_EQ(addresses[0].url, "https://example.org/2");
  EXPECT_FALSE(must(store_->sources().find(first)));
  EXPECT_EQ(must(store_->sources().find(second))->source.state,
            model::SourceState::kActive);
}

TEST_F(SourcesTest, ShareWhatWasLearnedOfAllOfThem) {
  EXPECT_THAT(must(store_->schedule().populations()), IsEmpty());
  for (const std::string state : {"old", "new"}) {
    auto batch = must(store_->begin());
    must(store_->schedule().save({"delay curlew", kNow, state}));
    must(batch.commit());
  }
  const auto populations = must(store_->schedule().populations());
  ASSERT_EQ(populations.size(), 1u);
  EXPECT_EQ(populations[0].name, "delay curlew");
  EXPECT_EQ(populations[0].saved, kNow);
  EXPECT_EQ(populations[0].state, "new");
}

TEST_F(SourcesTest, DoNotTellTheControllerWhatItDidItself) {
  const auto id = add("https://example.org/1");
  const auto before = must(store_->schedule().changes_since(0, 1000)).revision;
  auto batch = must(store_->begin());
  must(store_->sources().save_found(must(store_->sources().find(id))->source));
  must(store_->sources().move(id, "https://example.org/moved"));
  must(store_->schedule().save({.source = id, .next_due = kNow}));
  must(batch.commit());
  EXPECT_EQ(must(store_->schedule().changes_since(before, 1000)).revision, before);
}

TEST_F(SourcesTest, StayKnownByTheAddressThatTheyLeft) {
  const auto id = add("https://example.org/");
  auto batch = must(store_->begin());
  must(store_->sources().move(id, "https://example.org/feed"));
  must(batch.commit());
  EXPECT_EQ(must(store_->sources().find("https://example.org/")).value().source.id, id);
  EXPECT_EQ(must(store_->sources().find("https://example.org/feed")).value().source.id,
            id);
  const auto again = store_->sources().add(source_at("https://example.org/"), kNow);
  EXPECT_EQ(again.error().kind, ErrorKind::kExists);
  must(store_->sources().remove(id));
  EXPECT_FALSE(must(store_->sources().find("https://example.org/")));
}

TEST_F(SourcesTest, ThatAreTheSameBecomeOne) {
  const auto first = add("https://example.org/feed");
  const auto second = add("https://example.org/about");
  auto batch = must(store_->begin());
  must(store_->sources().merge(second, "https://example.org/feed", kNow));
  must(batch.commit());
  EXPECT_FALSE(must(store_->sources().find(second)));
  EXPECT_EQ(must(store_->sources().find("https://example.org/about")).value().source.id,
            first);
}

TEST_F(SourcesTest, WhoseUserAsksAreToldToTheController) {
  const auto id = add("https://example.org/feed");
  const auto before = must(store_->schedule().changes_since(0, 100)).revision;
  const std::array asked{id};
  must(store_->schedule().ask_visits(asked, kNow));
  const auto changes = must(store_->schedule().changes_since(before, 100));
  ASSERT_EQ(changes.changed.size(), 1u);
  EXPECT_EQ(changes.changed[0].asked, kNow);
}

TEST_F(SourcesTest, WithAProblemAreAskedForWhenSettingsChange) {
  const auto bad = add("https://bad.example/");
  add("https://good.example/");
  auto batch = must(store_->begin());
  must(store_->schedule().save({.source = bad,
                                .next_due = kNow,
                                .last_visit = kNow,
                                .last_outcome = model::FetchOutcome::kRefused}));
  must(batch.commit());
  EXPECT_EQ(must(store_->schedule().note_fetch_settings(1, kNow)), 0)
      << "nothing was known";
  EXPECT_EQ(must(store_->schedule().note_fetch_settings(1, kNow)), 0);
  EXPECT_EQ(must(store_->schedule().note_fetch_settings(2, kNow)), 1);
  EXPECT_EQ(must(store_->sources().find(bad)).value().schedule.asked, kNow);
  // Fingerprints are any numbers: their difference may be none.
  constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t settings : {kLeast, kMost, kLeast}) {
    EXPECT_EQ(must(store_->schedule().note_fetch_settings(settings, kNow)), 1);
    EXPECT_EQ(must(store_->schedule().note_fetch_settings(settings, kNow)), 0);
  }
}

TEST_F(SourcesTest, GoOnToBeKnownByTheAddressThatTheirUserTookAway) {
  model::Source source = source_at("https://old.example/feed");
  source.id = must(store_->sources().add(source, kNow));
  source.url = "https://new.example/feed";
  must(store_->sources().change(source));
  EXPECT_EQ(must(store_->sources().find("https://old.example/feed"))->source.url,
            source.url);
  source.url = "https://old.example/feed";
  must(store_->sources().change(source));
  EXPECT_EQ(must(store_->sources().find("https://new.example/feed"))->source.url,
            source.url);
}

TEST_F(SourcesTest, LeaveBehindWhatAnOldAddressAskedFor) {
  model::Source source = source_at("https://old.example/feed");
  source.id = must(store_->sources().add(source, kNow));
  const auto be_throttled = [&] {
    auto batch = must(store_->begin());
    must(store_->schedule().save({.source = source.id,
                                  .next_due = kNow,
                                  .last_visit = kNow,
                                  .not_before = kNow + std::chrono::hours(9),
                                  .failures = 3,
                                  .last_outcome = model::FetchOutcome::kThrottled,
                                  .moved_to = "https://x.example/",
                                  .moved_seen = 2}));
    must(batch.commit());
  };
  const auto schedule = [&] {
    return must(store_->sources().find(source.id)).value().schedule;
  };
  be_throttled();
  source.title = "Mine";
  must(store_->sources().change(source));
  EXPECT_EQ(schedule().failures, 3u);
  source.url = "https://old.example/other";
  must(store_->sources().change(source));
  EXPECT_EQ(schedule().failures, 0u);
  EXPECT_EQ(schedule().moved_to, "");
  EXPECT_EQ(schedule().moved_seen, 0u);
  EXPECT_NE(schedule().not_before, std::nullopt) << "it is the same server's wish";
  be_throttled();
  source.url = "https://old.example.net/feed";
  must(store_->sources().change(source));
  EXPECT_EQ(schedule().not_before, std::nullopt);
}

TEST_F(SourcesTest, AreFoundByHostAndByAPartOfTheTitle) {
  must(store_->sources().add(source_at("https://a.example/feed", "100 % News"), kNow));
  must(store_->sources().add(source_at("https://b.example:8080/", "Other"), kNow));
  const auto found = [&](std::string_view word) {
    std::vector<std::string> titles;
    for (const auto& each : must(store_->sources().like(word, 10))) {
      titles.push_back(each.source.title);
    }
    return titles;
  };
  EXPECT_THAT(found("A.Example"), ElementsAre("100 % News"));
  EXPECT_THAT(found("b.example"), ElementsAre("Other"));
  EXPECT_THAT(found("news"), ElementsAre("100 % News"));
  add("http://proxy.example/?u=http://c.example/x", "Through a proxy");
  EXPECT_THAT(found("c.example"), IsEmpty()) << "an address within a query";
  EXPECT_THAT(found("0 %"), ElementsAre("100 % News"));
  EXPECT_THAT(found("1%"), IsEmpty()) << "no pattern of the user's";
}

}  // namespace
}  // namespace curlew::store
