#include "control/source_alarms.h"

#include <gmock/gmock.h>

#include "control/controller_fixture_test.h"
#include "schedule/make_policy.h"

namespace curlew::control {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class SourceAlarmsTest : public ControllerTest {
 protected:
  model::UserId add_user(const std::string& name, model::Role role) {
    store::UserRow row;
    row.user.name = name;
    row.user.mail = name + "@example.org";
    row.user.role = role;
    row.page = {"sealed", "page of " + name};
    return *store_->users().add(row);
  }
  // Subjects of the notices that a round makes, by user.
  std::vector<std::string> round(model::UserId user) {
    clock_.advance(minutes(1));
    SourceAlarms alarms({}, *store_, controller_->planners(), clock_);
    EXPECT_TRUE(alarms.step().ok());
    std::vector<std::string> subjects;
    for (const auto& row : *store_->deliveries().list({.user = user}, 100)) {
      if (row.delivery.id <= last_) continue;
      subjects.push_back(row.delivery.subject);
    }
    return subjects;
  }
  // The text of the newest notice.
  std::string told() { return store_->deliveries().list({}, 1)->at(0).delivery.body; }
  // What was told so far is not told again.
  void forget() {
    const auto rows = *store_->deliveries().list({}, 1);
    if (!rows.empty()) last_ = rows[0].delivery.id;
  }

  model::DeliveryId last_;
  const std::string kFeed = "http://news.example/feed";
};

TEST_F(SourceAlarmsTest, TellOnceThatASourceFailsAndOnceThatItWorksAgain) {
  const auto admin = add_user("admin", model::Role::kAdmin);
  const auto other = add_user("other", model::Role::kUser);
  web_[kFeed] = {200, {}, feed_with({1})};
  add(kFeed);
  run_for(minutes(1));
  EXPECT_THAT(round(admin), IsEmpty());
  web_[kFeed] = {500, {}, ""};
  run_for(hours(24 * 5));
  EXPECT_THAT(round(admin), ElementsAre("News fails"));
  EXPECT_THAT(told(), HasSubstr("(" + kFeed + ") fails: "));
  EXPECT_THAT(told(), HasSubstr("; it last worked at "));
  EXPECT_THAT(told(), HasSubstr("curlew visit 1"));
  EXPECT_THAT(round(other), IsEmpty()) << "he did not subscribe";
  forget();
  EXPECT_THAT(round(admin), IsEmpty()) << "once";
  web_[kFeed] = {200, {}, feed_with({1, 2})};
  run_for(hours(24 * 5));
  EXPECT_THAT(round(admin), ElementsAre("News works again"));
  forget();
  EXPECT_THAT(round(admin), IsEmpty());
}

TEST_F(SourceAlarmsTest, TellAtOnceAndOnceThatASourceIsGoneOrStopped) {
  const auto admin = add_user("admin", model::Role::kAdmin);
  web_[kFeed] = {200, {}, feed_with({1})};
  const auto id = add(kFeed);
  run_for(minutes(1));
  EXPECT_THAT(round(admin), IsEmpty());
  web_[kFeed] = {410, {}, ""};
  run_for(hours(24));
  ASSERT_EQ(source(id).source.state, model::SourceState::kGone);
  EXPECT_THAT(round(admin), ElementsAre("News is gone"));
  EXPECT_THAT(told(), HasSubstr("curlew resume 1"));
  forget();
  EXPECT_THAT(round(admin), IsEmpty()) << "once";
  ASSERT_TRUE(store_->sources().set_state(id, model::SourceState::kActive).ok());
  EXPECT_THAT(round(admin), IsEmpty()) << "its user did that";
  ASSERT_TRUE(store_->sources().set_state(id, model::SourceState::kStopped).ok());
  EXPECT_THAT(round(admin), ElementsAre("News was stopped"));
}

TEST_F(SourceAlarmsTest, SpeakTheLanguageOfTheirUser) {
  const auto admin = add_user("admin", model::Role::kAdmin);
  auto row = **store_->users().find(admin);
  row.user.language = "el";
  ASSERT_TRUE(store_->users().change(row).ok());
  web_[kFeed] = {410, {}, ""};
  add(kFeed);
  run_for(hours(1));
  EXPECT_THAT(round(admin), ElementsAre(HasSubstr("δεν υπάρχει πια")));
  EXPECT_THAT(told(), HasSubstr("δεν λειτούργησε ποτέ"));
}

TEST_F(SourceAlarmsTest, ManySourcesAreOneNotice) {
  const auto admin = add_user("admin", model::Role::kAdmin);
  for (int i = 0; i < 60; ++i) {
    const std::string host = fmt::format("http://site{}.example", i);
    web_[host + "/robots.txt"] = {404, {}, ""};
    web_[host + "/feed"] = {500, {}, ""};
    add(host + "/feed");
  }
  run_for(hours(24 * 5));
  EXPECT_THAT(round(admin), ElementsAre("News of 60 sources"));
}

TEST_F(SourceAlarmsTest, OnlySubscribersHearOfAPrivateSource) {
  const auto admin = add_user("admin", model::Role::kAdmin);
  const auto bob = add_user("bob", model::Role::kUser);
  web_[kFeed] = {500, {}, ""};
  const auto id = add(kFeed);
  ASSERT_TRUE(store_->subscriptions().set_shared({&id, 1}, false).ok());
  const model::Subscription his{.user = bob, .source = id};
  ASSERT_TRUE(store_->subscriptions().add({&his, 1}).ok());
  run_for(hours(24 * 5));
  EXPECT_EQ(round(bob).size(), 1u);
  EXPECT_THAT(round(admin), IsEmpty());
}

TEST_F(SourceAlarmsTest, TellThatASourceHasFallenSilent) {
  const auto admin = add_user("admin", model::Role::kAdmin);
  make_policy_ = [](const model::Aim& aim) {
    return schedule::make_curlew_policy(aim);
  };
  start();
  add(kFeed);
  // Every three hours for three weeks.
  for (int i = 1; i <= 21 * 8; ++i) {
    web_[kFeed] = {200, {}, feed_with({i, i - 1, i - 2})};
    run_for(hours(3), Milliseconds(50));
  }
  EXPECT_THAT(round(admin), IsEmpty());
  run_for(hours(6), Milliseconds(50));
  EXPECT_THAT(round(admin), IsEmpty()) << "that may happen";
  run_for(hours(24 * 10), Milliseconds(50));
  EXPECT_THAT(round(admin), ElementsAre(HasSubstr("News is quiet")));
  forget();
  EXPECT_THAT(round(admin), IsEmpty());
  web_[kFeed] = {200, {}, feed_with({1000})};
  run_for(hours(24 * 2), Milliseconds(50));
  EXPECT_THAT(round(admin), ElementsAre("News has news again"));
}

TEST(ProbabilityOfSilence, FollowsTheWeek) {
  schedule::Belief belief;
  const Time monday = from_unix_ms(4 * 86'400'000);  // 1970-01-05 00:00.
  EXPECT_EQ(probability_of_silence(belief, monday, monday + hours(1000)), 1);
  belief.rate_per_day = 24;
  EXPECT_NEAR(probability_of_silence(belief, monday, monday + hours(3)), std::exp(-3),
              1e-9);
  // All of it in the first hour of the week.
  belief.profile.assign(168, 0);
  belief.profile[0] = 168;
  EXPECT_NEAR(probability_of_silence(belief, monday + hours(1), monday + hours(160)), 1,
              1e-9);
  EXPECT_LT(probability_of_silence(belief, monday, monday + hours(2)), 1e-9);
}

}  // namespace
}  // namespace curlew::control
