#include "service/estimate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/temporary_folder_test.h"
#include "store/store_fixture.h"
#include "store/terminal_cache.h"

namespace curlew::service {
namespace {

using store::kNow;

class NextCrawl : public store::StoreTest {
 protected:
  void visit(model::SourceId source, Milliseconds took, Time started) {
    model::VisitReport report;
    report.id = {model::first_visit_id(started).value + ++visits_};
    report.source = source;
    report.started = started;
    report.took = took;
    report.http_status = 200;
    auto batch = store_->begin().value();
    ASSERT_TRUE(store_->visits().record(report, {}, {}).ok());
    ASSERT_TRUE(batch.commit().ok());
  }
  schedule::CrawlPlan plan(const CrawlSettings& settings = {}) {
    return plan_next_crawl(*store_, settings, kNow).value();
  }

  TemporaryFolder caches_;
  int visits_ = 0;
};

TEST_F(NextCrawl, VisitsActiveSourcesHostByHost) {
  add("https://a.example/1");
  add("https://a.example/2");
  add("https://b.example/");
  const auto paused = add("https://c.example/");
  ASSERT_TRUE(store_->sources().set_state(paused, model::SourceState::kPaused).ok());
  const schedule::CrawlPlan planned = plan();
  ASSERT_EQ(planned.hosts.size(), 2u);
  EXPECT_EQ(planned.hosts[0].documents + planned.hosts[1].documents, 3u);
  EXPECT_NE(planned.hosts[0].owner, planned.hosts[1].owner);
}

TEST_F(NextCrawl, ExpectsHostsToAnswerAsTheyDidThisMonth) {
  const auto first = add("https://a.example/1");
  const auto second = add("https://a.example/2");
  visit(first, Milliseconds(100), kNow - std::chrono::days(3));
  visit(second, Milliseconds(300), kNow - std::chrono::days(1));
  visit(first, Milliseconds(9'000), kNow - std::chrono::days(40));
  const schedule::CrawlPlan planned = plan();
  ASSERT_EQ(planned.hosts.size(), 1u);
  EXPECT_EQ(planned.hosts[0].downloads.count, 2u);
  EXPECT_DOUBLE_EQ(planned.hosts[0].downloads.mean.count(), 0.2);
}

TEST_F(NextCrawl, KeepsToTheConfiguredPoliteness) {
  add("https://one.example.com/");
  add("https://two.example.com/");
  CrawlSettings settings;
  settings.politeness.total = 30;
  settings.politeness.host_delay = Milliseconds(2'500);
  settings.politeness.obey_robots = false;
  settings.terminals = 2;
  schedule::CrawlPlan planned = plan(settings);
  EXPECT_EQ(planned.limits.total, 60u);
  EXPECT_EQ(planned.limits.owner_delay, Seconds(2.5));
  EXPECT_EQ(planned.robots, schedule::RobotsTxt::kKnown);
  ASSERT_EQ(planned.hosts.size(), 2u);
  EXPECT_EQ(planned.hosts[0].owner, planned.hosts[1].owner);
  settings.politeness.group_by_domain = false;
  planned = plan(settings);
  EXPECT_NE(planned.hosts[0].owner, planned.hosts[1].owner);
}

TEST_F(NextCrawl, WaitsAsLongAsEachRobotsTxtAsks) {
  add("https://slow.example/");
  add("https://greedy.example/");
  add("https://quick.example/");
  CrawlSettings settings;
  settings.terminal_caches = {caches_.file("terminal-1.db")};
  const auto cache = store::open_terminal_cache(caches_.file("terminal-1.db")).value();
  const auto asks = [&](const std::string& host, int milliseconds) {
    store::RobotsMemory robots;
    robots.read = kNow;
    robots.crawl_delay = Milliseconds(milliseconds);
    ASSERT_TRUE(cache->save_robots("https://" + host, robots).ok());
  };
  asks("slow.example", 20'000);
  asks("greedy.example", 86'400'000);
  asks("quick.example", 100);
  std::vector<double> delays;
  for (const auto& host : plan(settings).hosts) delays.push_back(host.delay.count());
  std::sort(delays.begin(), delays.end());
  EXPECT_EQ(delays,
            (std::vector<double>{2, 20, 30}));  // At most fetch.max_crawl_delay.
  settings.politeness.obey_robots = false;
  for (const auto& host : plan(settings).hosts) EXPECT_EQ(host.delay, Seconds(2));
}

TEST(FitReport, SaysHowManyFitAndHowManyLikeThemWould) {
  schedule::CrawlPlan plan{.robots = schedule::RobotsTxt::kKnown};
  for (std::uint32_t owner = 0; owner < 4; ++owner) {
    plan.hosts.push_back({.documents = 10,
                          .delay = Seconds(1),
                          .downloads = {.count = 500, .mean = Seconds(0.1)},
                          .owner = owner});
  }
  plan.limits.total = 2;
  const auto all = report_fit(plan, Seconds(600), {}).value();
  EXPECT_EQ(all.fit.documents, 40u);
  ASSERT_TRUE(all.like_these.has_value());
  // Two requests of a tenth of a second at a time: some 12,000 in ten minutes.
  EXPECT_NEAR(double(all.like_these->documents), 12'000, 1'500);
  const auto some = report_fit(plan, Seconds(5), {}).value();
  EXPECT_FALSE(some.like_these.has_value());
  EXPECT_NEAR(double(some.fit.documents), 20, 4);
  EXPECT_EQ(report_fit({}, Seconds(5), {}).value().sources, 0u);
}

}  // namespace
}  // namespace curlew::service
