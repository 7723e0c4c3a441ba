#include "service/sources.h"

#include <gmock/gmock.h>

#include "model/sealed_settings_test.h"
#include "service/snapshot.h"
#include "store/store_fixture.h"

namespace curlew::service {
namespace {

using model::SourceState;
using std::chrono::hours;
using store::kNow;
using store::must;
using testing::HasSubstr;

class UsersSources : public store::StoreTest {
 protected:
  Result<std::vector<SourceResult>> add_typed(std::vector<std::string> words,
                                              SourceEdit edit = {}) {
    TRY_ASSIGN(const auto wanted, to_wanted({std::move(words), std::move(edit)}));
    return add_sources(*store_, wanted, model::kTestKey, kNow);
  }
  SourceResult add_or_change(std::string word, SourceEdit edit = {}) {
    return must(add_typed({std::move(word)}, std::move(edit))).front();
  }
  store::WatchedSource stored(std::int64_t id) {
    return must(store_->sources().find(model::SourceId{id})).value();
  }
  bool is_asked(std::int64_t id) { return stored(id).schedule.asked.has_value(); }
  // As if the visit that was asked for had been made, and ended like this.
  void visited(std::int64_t id, const store::ScheduleRow& ending) {
    store::ScheduleRow row = ending;
    row.source = {id};
    row.last_visit = kNow;
    must(store_->schedule().save(row));
  }
};

TEST_F(UsersSources, AnAddressIsAddedOnceAndVisitedAtOnce) {
  const SourceResult done = add_or_change("a.example/feed", {.title = "Mine"});
  EXPECT_EQ(done.action, SourceAction::kAdded);
  EXPECT_TRUE(done.is_visit_asked);
  EXPECT_EQ(stored(1).source.url, "https://a.example/feed");
  EXPECT_EQ(stored(1).source.title, "Mine");
  EXPECT_TRUE(is_asked(1));
  EXPECT_EQ(add_or_change("https://a.example/feed").action, SourceAction::kKnown);
}

TEST_F(UsersSources, ANameAndPasswordInTheAddressAreNotPartOfIt) {
  add_or_change("https://ann:x@a.example/");
  EXPECT_EQ(stored(1).source.url, "https://a.example/");
  const model::SealedSettings request = stored(1).source.request;
  EXPECT_EQ(model::opened(request, "https://a.example").basic_credentials, "ann:x");
}

TEST_F(UsersSources, TheSameSecretGivenAgainIsNotAChange) {
  const SourceEdit edit{.request = {.basic_credentials = "ann:x"}};
  add_or_change("https://a.example/", edit);
  const auto before = stored(1).source.request;
  EXPECT_FALSE(add_or_change("1", edit).is_visit_asked);
  EXPECT_EQ(stored(1).source.request, before);
  EXPECT_TRUE(
      add_or_change("1", {.request = {.basic_credentials = "ann:y"}}).is_visit_asked);
  EXPECT_NE(stored(1).source.request, before);
}

// A login is not called wrong before it was tried.
TEST_F(UsersSources, ALoginIsWhatTheVisitsSinceItWasGivenSay) {
  add_or_change("https://a.example/");
  EXPECT_EQ(login_word(stored(1)).fate, LoginFate::kNone);
  store::ScheduleRow row = stored(1).schedule;
  row.last_visit = kNow - hours(1);
  row.last_outcome = model::FetchOutcome::kHttpError;
  row.last_status = 401;
  must(store_->schedule().save(row));
  EXPECT_THAT(problem_of(stored(1))->reason, HasSubstr("wants a name and a password"));
  add_or_change("1", {.request = {.basic_credentials = "ann:x"}});
  EXPECT_EQ(login_word(stored(1)).fate, LoginFate::kNotTried);
  EXPECT_THAT(problem_of(stored(1))->reason, HasSubstr("not tried yet"));
  row.last_visit = kNow + hours(1);
  must(store_->schedule().save(row));
  EXPECT_EQ(login_word(stored(1)).fate, LoginFate::kRefused);
  EXPECT_EQ(login_word(stored(1)).at, kNow + hours(1));
  EXPECT_THAT(problem_of(stored(1))->reason, HasSubstr("does not accept the login"));
  // A visit that did not reach it tells nothing; one that went well does.
  row.last_outcome = model::FetchOutcome::kUnreachable;
  must(store_->schedule().save(row));
  EXPECT_EQ(login_word(stored(1)).fate, LoginFate::kNotTried);
  row.last_success = kNow + hours(2);
  must(store_->schedule().save(row));
  EXPECT_EQ(login_word(stored(1)).fate, LoginFate::kAccepted);
  add_or_change("1", {.request = {.basic_credentials = ""}});
  EXPECT_EQ(login_word(stored(1)).fate, LoginFate::kNone);
}

TEST_F(UsersSources, ALoginIsNotANewOneThroughAnotherProxy) {
  add_or_change("https://ann:x@a.example/");
  auto source = stored(1).source;
  source.login_given = kNow - hours(2);
  must(store_->sources().change(source));
  add_or_change("1", {.request = {.proxy = "http://p.example:3128"}});
  EXPECT_FALSE(stored(1).source.request.proxy.empty());
  EXPECT_EQ(stored(1).source.login_given, kNow - hours(2));
  add_or_change("1", {.request = {.basic_credentials = "ann:y"}});
  EXPECT_EQ(stored(1).source.login_given, kNow);
}

TEST_F(UsersSources, WithoutAKeyNoSecretIsStoredAndAllElseIs) {
  const auto add_without_key = [&](std::string word, SourceEdit edit) {
    const auto wanted = must(to_wanted({{std::move(word)}, std::move(edit)}));
    return add_sources(*store_, wanted, model::kNoKey, kNow);
  };
  const auto refused =
      add_without_key("https://a.example/", {.request = {.bearer_token = "T"}});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().text, "curlew.key: the key is missing");
  EXPECT_TRUE(must(store_->sources().folders()).empty());
  EXPECT_TRUE(add_without_key("https://a.example/", {.title = "Mine"}).ok());
  // What a lost key has sealed can be taken away.
  add_or_change("1", {.request = {.bearer_token = "T"}});
  EXPECT_TRUE(add_without_key("1", {.request = {.bearer_token = ""}}).ok());
  EXPECT_EQ(stored(1).source.request, model::SealedSettings{});
}

TEST_F(UsersSources, AMistakeInOneAddsNone) {
  EXPECT_FALSE(add_typed({"https://a.example/", "nonsense"}).ok());
  EXPECT_FALSE(add_typed({"https://a.example/", "77"}).ok());
  EXPECT_FALSE(add_typed({"https://a.example/"}, {.folder = "/"}).ok());
  EXPECT_TRUE(must(store_->sources().folders()).empty());
}

TEST_F(UsersSources, AChangeIsVisitedOnlyWhereItMayFindSomethingElse) {
  const auto id = add("https://a.example/").value;
  const SourceResult titled = add_or_change("1", {.title = "Other"});
  EXPECT_EQ(titled.action, SourceAction::kChanged);
  EXPECT_FALSE(titled.is_visit_asked);
  EXPECT_FALSE(is_asked(id));
  EXPECT_TRUE(add_or_change("1", {.kind = model::SourceKind::kPage}).is_visit_asked);
  EXPECT_TRUE(is_asked(id));
}

TEST_F(UsersSources, AnotherServerDoesNotGetTheSecrets) {
  add_or_change("https://ann:x@a.example/");
  const SourceResult moved = add_or_change("1", {.url = "https://b.example/"});
  EXPECT_EQ(moved.dropped_secrets_of, "https://a.example");
  EXPECT_TRUE(stored(1).source.request.basic_credentials.empty());
  // The old address means that source now, but what is typed for it stays here.
  const auto refused = add_typed({"https://bob:y@a.example/"});
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().text, HasSubstr("another server"));
  EXPECT_TRUE(stored(1).source.request.basic_credentials.empty());
}

TEST_F(UsersSources, WhatIsGoneGoesOnWhenItIsAskedForOtherwise) {
  const auto id = add("https://a.example/");
  must(store_->sources().set_state(id, SourceState::kGone));
  add_or_change("1", {.title = "Still gone"});
  EXPECT_EQ(stored(1).source.state, SourceState::kGone);
  add_or_change("1", {.url = "https://a.example/new"});
  EXPECT_EQ(stored(1).source.state, SourceState::kActive);
  EXPECT_TRUE(is_asked(1));
}

TEST_F(UsersSources, ResumedWhatWasGoneIsVisitedAndWhatWasPausedGoesOn) {
  const auto gone = add("https://a.example/"), paused = add("https://b.example/");
  must(store_->sources().set_state(gone, SourceState::kGone));
  must(pause_sources(*store_, {.words = {"2"}}, kNow));
  EXPECT_EQ(stored(paused.value).source.state, SourceState::kPaused);
  const auto done = must(resume_sources(*store_, {.all = true}, kNow));
  ASSERT_EQ(done.size(), 2u);
  EXPECT_EQ(stored(1).source.state, SourceState::kActive);
  EXPECT_EQ(stored(2).source.state, SourceState::kActive);
  EXPECT_TRUE(is_asked(1));
  EXPECT_FALSE(is_asked(2));
}

TEST_F(UsersSources, AMistypedTargetLeavesTheOthersAsTheyWere) {
  add("https://a.example/");
  EXPECT_FALSE(pause_sources(*store_, {.words = {"1", "2"}}, kNow).ok());
  EXPECT_FALSE(remove_sources(*store_, {.words = {"1", "2"}}, kNow).ok());
  EXPECT_EQ(stored(1).source.state, SourceState::kActive);
  must(remove_sources(*store_, {.words = {"1"}}, kNow));
  EXPECT_FALSE(must(store_->sources().find(model::SourceId{1})));
}

TEST_F(UsersSources, ThatAreRemovedSayHowManyVersionsTheyLeave) {
  using Records = store::Sources::Records;
  for (const std::string url : {"https://a.example/", "https://b.example/"}) {
    const auto id = add(url);
    auto transaction = must(store_->begin());
    must(store_->versions().add(
        {.source = id, .seen = kNow, .place = {"t1", url, 0, 10}}));
    must(transaction.commit());
  }
  EXPECT_EQ(must(remove_sources(*store_, {.words = {"1"}}, kNow))[0].left_versions, 1);
  EXPECT_TRUE(must(store_->versions().dropped("t1", 10)).empty()) << "they stay";
  EXPECT_EQ(must(remove_sources(*store_, {.words = {"2"}}, kNow, Records::kGo))[0]
                .left_versions,
            0);
  ASSERT_EQ(must(store_->versions().dropped("t1", 10)).size(), 1u);
  EXPECT_EQ(must(store_->versions().dropped("t1", 10))[0].segment,
            "https://b.example/");
}

TEST_F(UsersSources, AreNotVisitedWhenPausedOrWhileTheirServerWantsRest) {
  const auto paused = add("https://a.example/");
  must(store_->sources().set_state(paused, SourceState::kPaused));
  add("https://b.example/");
  store::ScheduleRow throttled;
  throttled.last_outcome = model::FetchOutcome::kThrottled;
  throttled.last_status = 429;
  throttled.not_before = kNow + hours(1);
  visited(2, throttled);
  add("https://c.example/");
  const auto all = must(ask_visits(*store_, {.words = {"1", "2", "3"}}, kNow));
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(result_word(all[0]), "paused");
  EXPECT_FALSE(all[0].left_alone_until);
  EXPECT_EQ(result_word(all[1]), "waiting");
  EXPECT_EQ(all[1].left_alone_until, kNow + hours(1));
  EXPECT_EQ(result_word(all[2]), "asked");
  EXPECT_FALSE(is_asked(1));
  EXPECT_FALSE(is_asked(2));
  EXPECT_TRUE(is_asked(3));
}

TEST_F(UsersSources, AVisitIsOverWhenItWasMadeAndTellsWhatItBrought) {
  add_or_change("https://a.example/");
  AskedVisit visit;
  visit.asked = stored(1).source;
  EXPECT_FALSE(must(look_again(*store_, visit, kNow)));
  must(store::record(*store_, store::report_of({1}, 1, kNow + hours(1)), 3));
  visited(1, {});
  EXPECT_TRUE(must(look_again(*store_, visit, kNow)));
  EXPECT_EQ(visit.new_items, 3u);
  EXPECT_FALSE(visit.version) << "none was kept";
  must(remove_sources(*store_, {.words = {"1"}}, kNow));
  EXPECT_TRUE(must(look_again(*store_, visit, kNow)));
  EXPECT_FALSE(visit.now);
}

TEST_F(UsersSources, AVisitTellsOfTheVersionThatItKept) {
  add_or_change("https://a.example/");
  AskedVisit visit;
  visit.asked = stored(1).source;
  const auto keep = [&](Time seen, const char* summary) {
    auto transaction = must(store_->begin());
    must(store_->versions().add({.source = {1}, .seen = seen, .summary = summary}));
    must(transaction.commit());
  };
  keep(kNow - hours(1), "the first version");
  visited(1, {});
  EXPECT_TRUE(must(look_again(*store_, visit, kNow)));
  EXPECT_FALSE(visit.version) << "it was kept before";
  keep(kNow, "1 paragraph rewritten");
  EXPECT_TRUE(must(look_again(*store_, visit, kNow)));
  ASSERT_TRUE(visit.version);
  EXPECT_EQ(visit.version->summary, "1 paragraph rewritten");
}

}  // namespace
}  // namespace curlew::service
