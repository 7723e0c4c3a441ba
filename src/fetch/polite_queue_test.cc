#include "fetch/polite_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace curlew::fetch {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr SteadyTime kStart{Milliseconds(1'000'000)};
constexpr Milliseconds kDelay{2'000};
constexpr Milliseconds kSlack{1};  // See after() in polite_queue.cc.

SteadyTime at(std::int64_t ms) { return kStart + Milliseconds(ms); }

// A queue with less to write at each call.
class Queue : public PoliteQueue {
 public:
  explicit Queue(Politeness politeness = {.host_delay = kDelay})
      : PoliteQueue(politeness) {}

  void add(JobId job, std::string_view host, Urgency urgency = Urgency::kRoutine,
           Milliseconds crawl_delay = Milliseconds(0)) {
    push({.job = job,
          .host = host,
          .crawl_delay = crawl_delay,
          .urgency = urgency,
          .deadline = at(900'000) + Milliseconds(job)});
  }
  std::vector<JobId> all_at(SteadyTime now) {
    std::vector<JobId> jobs;
    while (const auto turn = pop(now)) jobs.push_back(turn->job);
    return jobs;
  }
  // A page of `source`.
  void add_page(JobId job, std::string_view host, std::int64_t source,
                std::string_view address = {}) {
    push({.job = job,
          .host = host,
          .address = address,
          .source = source,
          .deadline = at(900'000) + Milliseconds(job)});
  }
  void add_at(JobId job, std::string_view host, std::string_view address) {
    push({.job = job,
          .host = host,
          .address = address,
          .urgency = Urgency::kSoon,
          .deadline = at(900'000) + Milliseconds(job)});
  }
  // Runs everything, each request taking no time, and tells the order.
  std::vector<JobId> order() {
    std::vector<JobId> jobs;
    SteadyTime now = kStart;
    while (const auto next = next_event()) {
      now = std::max(*next, now);
      const auto turn = pop(now);
      if (!turn) continue;
      jobs.push_back(turn->job);
      finish(turn->job, now);
    }
    return jobs;
  }
};

TEST(PoliteQueue, OneHostIsAskedOneAtATime) {
  Queue queue;
  queue.add(1, "a.example");
  queue.add(2, "a.example");
  EXPECT_THAT(queue.all_at(kStart), ElementsAre(1));
  EXPECT_THAT(queue.all_at(at(600'000)), IsEmpty());
  EXPECT_EQ(queue.running(), 1u);
}

TEST(PoliteQueue, TheDelayCountsFromTheEndOfTheRequestBefore) {
  Queue queue;
  queue.add(1, "a.example");
  queue.add(2, "a.example");
  queue.pop(kStart);
  queue.finish(1, at(5'000));
  EXPECT_THAT(queue.all_at(at(5'000) + kDelay), IsEmpty());
  EXPECT_THAT(queue.all_at(at(5'000) + kDelay + kSlack), ElementsAre(2));
}

TEST(PoliteQueue, ADelayOfNothingMeansAtOnce) {
  Queue queue({.host_delay = Milliseconds(0)});
  queue.add(1, "a.example");
  queue.add(2, "a.example");
  queue.pop(kStart);
  queue.finish(1, kStart);
  EXPECT_THAT(queue.all_at(kStart), ElementsAre(2));
}

TEST(PoliteQueue, TheSoonGoBeforeTheRoutineAndTheOldBeforeTheNew) {
  Queue queue;
  queue.add(1, "a.example");
  queue.add(2, "a.example");
  queue.add(3, "a.example", Urgency::kSoon);
  queue.add(4, "a.example", Urgency::kSoon);
  EXPECT_THAT(queue.order(), ElementsAre(3, 4, 1, 2));
}

TEST(PoliteQueue, OtherHostsDoNotWait) {
  Queue queue;
  queue.add(1, "a.example");
  queue.add(2, "a.example");
  queue.add(3, "b.example");
  EXPECT_THAT(queue.all_at(kStart), ElementsAre(1, 3));
}

TEST(PoliteQueue, HostsOfOneRegistrableDomainShareTheirDelay) {
  Queue queue;
  queue.add(1, "www.bbc.co.uk");
  queue.add(2, "feeds.bbc.co.uk");
  queue.add(3, "www.gov.co.uk");
  EXPECT_THAT(queue.all_at(kStart), ElementsAre(1, 3));
  queue.finish(1, kStart);
  EXPECT_THAT(queue.all_at(kStart + kDelay + kSlack), ElementsAre(2));
}

TEST(PoliteQueue, UnlessToldOtherwise) {
  Queue queue({.host_delay = kDelay, .group_by_domain = false});
  queue.add(1, "www.bbc.co.uk");
  queue.add(2, "feeds.bbc.co.uk");
  EXPECT_THAT(queue.all_at(kStart), ElementsAre(1, 2));
}

TEST(PoliteQueue, ACrawlDelayHoldsForItsHostAlone) {
  Queue queue;
  const Milliseconds ten_seconds{10'000};
  queue.add(1, "slow.bbc.co.uk", Urgency::kRoutine, ten_seconds);
  queue.add(2, "slow.bbc.co.uk", Urgency::kRoutine, ten_seconds);
  queue.add(3, "fast.bbc.co.uk");
  queue.pop(kStart);
  queue.finish(1, kStart);
  EXPECT_THAT(queue.all_at(at(3'000)), ElementsAre(3));
  queue.finish(3, at(3'000));
  EXPECT_THAT(queue.all_at(at(9'900)), IsEmpty());
  EXPECT_THAT(queue.all_at(at(10'001)), ElementsAre(2));
}

TEST(PoliteQueue, TheDelayOfWhatWaitsHoldsBehindAnyRequest) {
  Queue queue;
  queue.add(1, "a.example");  // Its robots.txt, say.
  ASSERT_THAT(queue.all_at(kStart), ElementsAre(1));
  queue.add(2, "a.example", Urgency::kRoutine, Milliseconds(10'000));
  queue.finish(1, at(5'000));
  EXPECT_THAT(queue.all_at(at(14'900)), IsEmpty());
  EXPECT_THAT(queue.all_at(at(15'001)), ElementsAre(2));
}

TEST(PoliteQueue, WhoeverIsHurriedStaysOverdue) {
  Queue queue({.host_delay = kDelay, .total = 1});
  const auto add = [&](JobId job, std::string_view host, SteadyTime overdue) {
    queue.push({.job = job,
                .host = host,
                .urgency = job == 1 ? Urgency::kRoutine : Urgency::kSoon,
                .deadline = at(900'000) + Milliseconds(job),
                .overdue = overdue});
  };
  add(1, "small.example", at(1'000));
  for (const JobId job : {2, 3, 4}) add(job, "large.example", at(800'000));
  queue.hurry(1);
  EXPECT_THAT(queue.all_at(at(2'000)), ElementsAre(1));
}

TEST(FairQueue, AGateThatNobodyWaitsAtHasNoTimer) {
  FairQueue queue(1);
  auto gate = std::make_unique<Gate>(1);
  queue.set_opening(*gate, at(1'000));
  queue.push({.id = 1, .group = gate.get(), .gates = {gate.get()}});
  EXPECT_FALSE(queue.pop(kStart));
  queue.remove(1);
  EXPECT_FALSE(queue.next_event());
  EXPECT_TRUE(gate->is_idle(at(1'000)));
  gate.reset();
  EXPECT_FALSE(queue.pop(at(2'000)));
}

TEST(PoliteQueue, AHoldStopsOneHost) {
  Queue queue;
  queue.add(1, "a.example");
  queue.add(2, "b.example");
  queue.hold("a.example", at(60'000));
  EXPECT_THAT(queue.all_at(at(59'999)), ElementsAre(2));
  EXPECT_THAT(queue.all_at(at(60'000)), ElementsAre(1));
}

TEST(PoliteQueue, AShorterHoldDoesNotEndALongerOne) {
  Queue queue;
  queue.hold("a.example", at(60'000));
  queue.hold("a.example", at(10'000));
  queue.add(1, "a.example");
  EXPECT_THAT(queue.all_at(at(59'999)), IsEmpty());
}

TEST(PoliteQueue, TheTotalIsNeverPassed) {
  Queue queue({.host_delay = kDelay, .total = 2});
  for (JobId job = 1; job <= 5; ++job) {
    queue.add(job, "h" + std::to_string(job) + ".example");
  }
  EXPECT_THAT(queue.all_at(kStart), ElementsAre(1, 2));
  EXPECT_EQ(queue.next_event(), at(900'003));  // The first deadline; no start is due.
  queue.finish(1, kStart);
  EXPECT_THAT(queue.all_at(kStart), ElementsAre(3));
}

TEST(PoliteQueue, SeveralAtATimeStillKeepTheDelayBetweenStarts) {
  Queue queue({.host_delay = kDelay, .per_host = 2});
  for (JobId job = 1; job <= 3; ++job) queue.add(job, "a.example");
  EXPECT_THAT(queue.all_at(kStart), ElementsAre(1));
  EXPECT_THAT(queue.all_at(kStart + kDelay + kSlack), ElementsAre(2));
  EXPECT_THAT(queue.all_at(at(60'000)), IsEmpty());
}

TEST(PoliteQueue, WhoeverWaitedTooLongIsLate) {
  Queue queue;
  queue.add(1, "a.example");
  queue.add(2, "a.example");
  queue.pop(kStart);
  EXPECT_FALSE(queue.pop_late(at(900'001)));
  const auto late = queue.pop_late(at(900'002));
  ASSERT_TRUE(late.has_value());
  EXPECT_EQ(late->job, 2u);
  EXPECT_EQ(queue.waiting(), 0u);
}

TEST(PoliteQueue, WhoeverCannotBeInTimeIsLateAtOnce) {
  Queue queue;
  queue.add(1, "a.example");
  queue.hold("a.example", at(1'000'000));
  queue.add(2, "a.example");
  for (const JobId job : {1, 2}) {
    const auto late = queue.pop_late(kStart);
    ASSERT_TRUE(late.has_value());
    EXPECT_EQ(late->job, job);
    EXPECT_EQ(late->ready, at(1'000'000));
  }
  EXPECT_EQ(queue.next_event(), std::nullopt);
}

TEST(PoliteQueue, TellsWhetherOthersWaitForTheSameHost) {
  Queue queue;
  queue.add(1, "a.example");
  queue.add(2, "a.example");
  queue.add(3, "b.example");
  EXPECT_TRUE(queue.pop(kStart)->others_wait);
  EXPECT_FALSE(queue.pop(kStart)->others_wait);
}

TEST(PoliteQueue, HostsOfOneOwnerTakeTurns) {
  Queue queue;
  for (JobId job = 1; job <= 3; ++job) queue.add(job, "a.bbc.co.uk");
  for (JobId job = 4; job <= 6; ++job) queue.add(job, "b.bbc.co.uk");
  EXPECT_THAT(queue.order(), ElementsAre(1, 4, 2, 5, 3, 6));
}

TEST(PoliteQueue, ManyIdleHostsAreForgottenButNotTheirDelays) {
  Queue queue({.host_delay = kDelay, .total = 1'000'000});
  const auto name = [](JobId job) { return "h" + std::to_string(job) + ".example"; };
  const JobId many = 60'000;
  for (JobId job = 1; job <= many; ++job) {
    queue.add(job, name(job));
    queue.pop(at(5 * job));
    queue.finish(job, at(5 * job));
  }
  queue.add(many + 1, name(many));
  EXPECT_THAT(queue.all_at(at(5 * many + 1'999)), IsEmpty());
  EXPECT_THAT(queue.all_at(at(5 * many + 2'001)), ElementsAre(many + 1));
}

TEST(PoliteQueue, HostsOnOneAddressKeepASmallGapFromTheFirstRequestOn) {
  Queue queue;
  for (JobId job = 1; job <= 3; ++job) {
    queue.add_at(job, "h" + std::to_string(job) + ".example", "192.0.2.1");
  }
  queue.add_at(4, "elsewhere.example", "192.0.2.2");
  EXPECT_THAT(queue.all_at(kStart), ElementsAre(1, 4));
  EXPECT_THAT(queue.all_at(at(70)), IsEmpty());
  EXPECT_THAT(queue.all_at(at(71)), ElementsAre(2));
  EXPECT_THAT(queue.all_at(at(142)), ElementsAre(3));
}

TEST(PoliteQueue, AnAddressIsAskedForAFewThingsAtATime) {
  Queue queue({.address_delay = Milliseconds(0), .per_address = 2});
  for (JobId job = 1; job <= 3; ++job) {
    queue.add_at(job, "h" + std::to_string(job) + ".example", "192.0.2.1");
  }
  EXPECT_THAT(queue.all_at(kStart), ElementsAre(1, 2));
  queue.finish(2, at(10));
  EXPECT_THAT(queue.all_at(at(10)), ElementsAre(3));
}

TEST(PoliteQueue, AnAddressServesTheOldestRequestAndNotTheHostThatWasIdleForLongest) {
  Queue queue;
  queue.add_at(1, "idle.example", "192.0.2.1");
  ASSERT_THAT(queue.all_at(at(0)), ElementsAre(1));
  queue.finish(1, at(0));
  queue.add_at(2, "new.example", "192.0.2.1");  // As its robots.txt.
  ASSERT_THAT(queue.all_at(at(10'000)), ElementsAre(2));
  queue.finish(2, at(10'000));
  queue.add_at(3, "busy.example", "192.0.2.1");
  ASSERT_THAT(queue.all_at(at(13'000)), ElementsAre(3));
  queue.add_at(4, "new.example", "192.0.2.1");
  queue.add_at(5, "idle.example", "192.0.2.1");
  EXPECT_THAT(queue.all_at(at(13'000)), IsEmpty());
  EXPECT_THAT(queue.all_at(at(13'071)), ElementsAre(4));
  EXPECT_THAT(queue.all_at(at(13'142)), ElementsAre(5));
}

TEST(PoliteQueue, AHostThatPointsAtAStrangersAddressDoesNotSlowHimDown) {
  Queue queue;
  // All of evil.example is one owner: it takes one place of the stranger's address.
  for (JobId job = 1; job <= 40; ++job) {
    queue.add_at(job, "h" + std::to_string(job) + ".evil.example", "192.0.2.1");
  }
  for (JobId job = 41; job <= 44; ++job) queue.add_at(job, "good.example", "192.0.2.1");
  int asked = 0;
  for (int ms = 0; ms < 8'200; ++ms) {
    while (const auto turn = queue.pop(at(ms))) {
      asked += turn->job > 40;
      queue.finish(turn->job, at(ms));
    }
  }
  EXPECT_EQ(asked, 4);
}

TEST(PoliteQueue, PagesGetHalfOfThePlacesAndThoseOfOneSourceATenth) {
  Queue queue({.total = 20});
  JobId job = 0;
  const auto name = [&] { return "h" + std::to_string(job) + ".example"; };
  for (int i = 0; i < 30; ++i) queue.add_page(++job, name(), 1);
  EXPECT_EQ(queue.all_at(kStart).size(), 2u);
  for (std::int64_t source = 2; source < 30; ++source) {
    queue.add_page(++job, name(), source);
  }
  EXPECT_EQ(queue.all_at(kStart).size(), 8u);
  for (int i = 0; i < 30; ++i) queue.add(++job, name(), Urgency::kSoon);
  EXPECT_EQ(queue.all_at(kStart).size(), 10u);
}

TEST(PoliteQueue, APageThatWaitsForItsSourcesShareHoldsUpNobodyElsesOnItsHost) {
  Queue queue({.total = 20});
  queue.add_page(1, "a.example", 1);
  queue.add_page(2, "b.example", 1);
  EXPECT_THAT(queue.all_at(kStart), ElementsAre(1, 2));
  for (JobId job = 3; job <= 5; ++job) queue.add_page(job, "busy.example", 1);
  EXPECT_THAT(queue.all_at(kStart), IsEmpty());
  queue.add_page(6, "busy.example", 2);
  EXPECT_THAT(queue.all_at(kStart), ElementsAre(6));
}

TEST(PoliteQueue, OneSourcesPagesDoNotFillAnAddress) {
  Queue queue({.address_delay = Milliseconds(0)});
  JobId job = 0;
  const auto name = [&] { return "h" + std::to_string(job) + ".example"; };
  for (int i = 0; i < 30; ++i) queue.add_page(++job, name(), 1, "192.0.2.1");
  EXPECT_EQ(queue.all_at(kStart).size(), 1u);
  for (int i = 0; i < 30; ++i) queue.add_page(++job, name(), 2 + i, "192.0.2.1");
  EXPECT_EQ(queue.all_at(kStart).size(), 3u);
  for (int i = 0; i < 30; ++i) queue.add_at(++job, name(), "192.0.2.1");
  EXPECT_EQ(queue.all_at(kStart).size(), 4u);
}

TEST(PoliteQueue, TheLongestHostGoesFirstWhenPlacesAreFew) {
  Queue queue({.host_delay = kDelay, .total = 1});
  queue.add(1, "a.example");
  queue.add(2, "b.example");
  for (JobId job = 3; job <= 5; ++job) queue.add(job, "long.example");
  EXPECT_THAT(queue.all_at(kStart), ElementsAre(3));
  queue.finish(3, at(10));
  EXPECT_THAT(queue.all_at(at(10)), ElementsAre(1));
  queue.finish(1, at(5'000));
  EXPECT_THAT(queue.all_at(at(5'000)), ElementsAre(4));
}

TEST(PoliteQueue, ButNobodyIsOverdueForIt) {
  Queue queue({.host_delay = kDelay, .total = 1});
  queue.push({.job = 1, .host = "a.example", .deadline = at(900), .overdue = at(450)});
  for (JobId job = 2; job <= 5; ++job) queue.add(job, "long.example");
  EXPECT_THAT(queue.all_at(at(449)), ElementsAre(2));
  queue.finish(2, at(449));
  queue.push({.job = 6, .host = "other.example", .deadline = at(9'000)});
  EXPECT_THAT(queue.all_at(at(450)), ElementsAre(1));
}

TEST(PoliteQueue, WhatIsExpectedCountsAsWork) {
  Queue queue({.host_delay = kDelay, .total = 1});
  queue.add(1, "a.example");
  queue.add(2, "long.example");
  queue.expect("long.example", 5);
  EXPECT_THAT(queue.all_at(kStart), ElementsAre(2));
}

TEST(PoliteQueue, AHurriedPageGoesWithTheSources) {
  Queue queue({.total = 20});
  for (JobId job = 1; job <= 3; ++job) {
    queue.add_page(job, "h" + std::to_string(job) + ".example", 1);
  }
  EXPECT_EQ(queue.all_at(kStart).size(), 2u);
  queue.hurry(3);
  EXPECT_THAT(queue.all_at(kStart), ElementsAre(3));
}

}  // namespace
}  // namespace curlew::fetch
