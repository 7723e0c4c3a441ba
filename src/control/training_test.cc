// advaRSS as a whole in the running controller: first visits, training without a
// budget, what training hands over, and subscribers in the rank.

#include <set>

#include "control/controller_fixture_test.h"
#include "schedule/make_policy.h"

namespace curlew::control {
namespace {

using schedule::BudgetKind;
using std::chrono::days;

constexpr Milliseconds kTick = minutes(10);

class TrainingTest : public ControllerTest {
 protected:
  void follow(std::string policy, Milliseconds training,
              schedule::BudgetOptions budget = {}) {
    budget_ = budget;
    make_policy_ = [policy, training](const model::Aim& aim) {
      return schedule::make_policy(policy, {aim.objective, kTick, training}).value();
    };
    start();
  }
  std::vector<model::SourceId> add_feeds(int count) {
    std::vector<model::SourceId> ids;
    for (int i = 0; i < count; ++i) {
      const std::string url = fmt::format("http://feed{}.example/", i);
      web_[url] = {200, {}, feed_with({})};
      ids.push_back(add(url));
    }
    return ids;
  }
  // As run_for(), for days in which little happens.
  void run_long(Milliseconds duration) {
    const SteadyTime end = clock_.steady() + duration;
    while (clock_.steady() < end) {
      for (int quiet = 0; quiet < 2; ++quiet) {
        ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
        terminal_->step(Milliseconds(0));
      }
      clock_.advance(controller_->is_idle() ? kTick / 2 : Milliseconds(5));
    }
  }
  void publish(const std::string& url, int item, Time published) {
    web_[url].body = fmt::format(
        "<rss version='2.0'><channel><title>News</title><item><guid>{0}</guid>"
        "<title>{0}</title><pubDate>{1}</pubDate></item></channel></rss>",
        item, to_iso8601(published));
  }
  std::size_t visits(model::SourceId id) { return outcomes(id).size(); }
  Time first_visit(model::SourceId id) {
    return store_->visits().of(id, 1000)->back().started;
  }
  schedule::Belief belief(model::SourceId id) {
    const Planners& planners = controller_->planners();
    return planners.find_planner(model::Objective::kDelay)
        ->belief(*planners.find(id), clock_.now());
  }
};

// 15 % of one feed an hour would be a first visit after 6.7 hours.
TEST_F(TrainingTest, ALoneFeedIsVisitedByItsToeWhateverTheBudget) {
  follow("posting-rate", days(28), {BudgetKind::kPerTick, 0.15});
  const auto id = add_feeds(1)[0];
  run_for(4 * kTick);
  EXPECT_GE(visits(id), 1u);
  // Nothing new: M = 4.3, 5.8, 8.9, 14.2, 22.9.
  run_for(hours(10));
  EXPECT_GE(visits(id), 5u);
  EXPECT_LE(visits(id), 7u);
  EXPECT_EQ(source(id).schedule.due_reason, model::DueReason::kPolicy);
}

TEST_F(TrainingTest, TheFirstToeIsRandomBelowFour) {
  for (const std::string policy : {"toe", "posting-rate"}) {
    open_store(policy + ".db");
    follow(policy, days(28));
    const Time added = clock_.now();
    const auto feeds = add_feeds(40);
    run_for(4 * kTick);
    std::set<std::int64_t> ticks;
    for (const auto id : feeds) {
      ASSERT_GE(visits(id), 1u) << policy;
      ticks.insert((first_visit(id) - added + minutes(1)) / kTick);
    }
    EXPECT_EQ(ticks, (std::set<std::int64_t>{0, 1, 2, 3})) << policy;
  }
}

TEST_F(TrainingTest, EveryNewSourceIsVisitedWithinFourTicksUnderEveryPolicyAndBudget) {
  for (const std::string_view policy : schedule::policy_names()) {
    for (const BudgetKind kind : {BudgetKind::kPerTick, BudgetKind::kPerDay}) {
      open_store(fmt::format("{}{}.db", policy, int(kind)));
      follow(std::string(policy), Milliseconds(0), {kind, 0.02});
      const auto feeds = add_feeds(12);
      run_long(4 * kTick);
      for (const auto id : feeds) EXPECT_GE(visits(id), 1u) << policy;
      // Then the budget holds: 12 first visits, and 2 % an hour of 12 sources.
      run_long(hours(16));
      std::size_t all = 0;
      for (const auto id : feeds) all += visits(id);
      EXPECT_LE(all, 12u + 6u) << policy;
    }
  }
}

TEST_F(TrainingTest, ASourceAddedLaterIsVisitedWithinFourTicksToo) {
  follow("curlew", Milliseconds(0), {BudgetKind::kPerDay, 0.02});
  add_feeds(30);
  run_long(days(1));
  web_["http://late.example/"] = {200, {}, feed_with({1})};
  const auto late = add("http://late.example/");
  run_long(4 * kTick);
  EXPECT_EQ(visits(late), 1u);
}

TEST_F(TrainingTest, TheHistoryOfMIsKeptInTheCrawlLog) {
  follow("posting-rate", days(1));
  const auto id = add_feeds(1)[0];
  run_long(hours(40));
  const auto visits = *store_->visits().of(id, 1000);
  std::vector<std::int64_t> medians;
  std::size_t without = 0;
  for (auto visit = visits.rbegin(); visit != visits.rend(); ++visit) {
    if (visit->median_milli) medians.push_back(*visit->median_milli);
    without += !visit->median_milli;
  }
  ASSERT_GE(medians.size(), 4u);
  // M=4, T=1; nothing new: M = 4.3, T = 5; M = 5.8, T = 9.3; M = 8.59, T = 15.1.
  EXPECT_EQ(std::vector(medians.begin(), medians.begin() + 3),
            (std::vector<std::int64_t>{4'300, 5'800, 8'590}));
  EXPECT_GT(without, 0u);  // After training there is no M.
}

// An article a day at noon, but on two days a week none: what training saw is what
// posting-rate ranks by, and so is what toe saw when the policy is switched.
TEST_F(TrainingTest, HandsItsHistoryOverToThePostingRates) {
  constexpr auto kTraining = days(14);
  for (const std::string trainer : {"posting-rate", "toe"}) {
    open_store(trainer + "-history.db");
    follow(trainer, kTraining);
    const std::string url = "http://noon.example/";
    web_[url] = {200, {}, feed_with({})};
    const auto id = add(url);
    for (int day = 0; day < 16; ++day) {
      const Time midnight = std::chrono::floor<std::chrono::days>(clock_.now());
      const Time noon = midnight + days(1) + hours(12);
      run_long(noon - clock_.now());
      const unsigned weekday =
          std::chrono::weekday(std::chrono::floor<std::chrono::days>(noon))
              .c_encoding();
      if (weekday != 0 && weekday != 6) publish(url, day, noon);
    }
    run_long(hours(20));
    follow("posting-rate", kTraining);
    const schedule::Belief known = belief(id);
    EXPECT_TRUE(known.variables.empty()) << trainer;
    ASSERT_EQ(known.profile.size(), 168u);
    EXPECT_GT(known.profile[12], 4 * known.profile[3]) << trainer;
    EXPECT_GT(known.profile[12], 1.2 * known.profile[6 * 24 + 12]) << trainer;
    EXPECT_GT(known.rate_per_day, 2) << trainer;
    EXPECT_LT(known.rate_per_day, 6) << trainer;
  }
}

// 200 feeds alike, of which one has subscribers, and visits for a tenth of them an
// hour.
TEST_F(TrainingTest, SubscribersComeFirst) {
  subscriber_weight_ = 1;
  follow("posting-rate", Milliseconds(0), {BudgetKind::kPerTick, 0.1});
  const auto feeds = add_feeds(60);
  model::Source wanted = source(feeds[30]).source;
  wanted.audience.subscribers = 9;
  ASSERT_TRUE(store_->sources().change(wanted).ok());
  run_long(days(2));
  EXPECT_GE(visits(feeds[30]), 3 * visits(feeds[31]));
  // It says so after a restart, and when the number changes while it runs.
  start();
  EXPECT_EQ(controller_->planners().find(feeds[30])->weight, 10);
  wanted.audience.subscribers = 3;
  ASSERT_TRUE(store_->sources().change(wanted).ok());
  run_for(minutes(1));
  EXPECT_EQ(controller_->planners().find(feeds[30])->weight, 4);
}

// Those who subscribe are counted, as soon as they do.
TEST_F(TrainingTest, SubscriptionsAreTheSubscribers) {
  subscriber_weight_ = 1;
  follow("posting-rate", Milliseconds(0));
  const auto feed = add_feeds(1).front();
  const auto subscribe = [&](std::string name) {
    store::UserRow row;
    row.user.name = row.page.mark = std::move(name);
    row.user.added = clock_.now();
    const auto user = store_->users().add(row).value();
    const model::Subscription wish{user, feed, clock_.now(), "", ""};
    ASSERT_TRUE(store_->subscriptions().add({&wish, 1}).ok());
    ASSERT_TRUE(store_->subscriptions().count_audience({&feed, 1}, clock_.now()).ok());
    run_for(minutes(1));
  };
  run_for(minutes(1));
  EXPECT_EQ(controller_->planners().find(feed)->weight, 1);
  subscribe("anna");
  EXPECT_EQ(controller_->planners().find(feed)->weight, 2);
  subscribe("bob");
  EXPECT_EQ(controller_->planners().find(feed)->weight, 3);
}

}  // namespace
}  // namespace curlew::control
