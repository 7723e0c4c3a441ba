#include "fetch/polite_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  // Runs everything, each request taking no time, and tells the order.
  std::vector<JobId> order() {
    std::vector<JobId> jobs;
    while (const auto next = next_event()) {
      const SteadyTime now = std::max(*next, kStart);
      const auto turn = pop(now);
      if (!turn) break;
      jobs.push_back(turn->job);
      finish(turn->job, "", now);
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
  queue.finish(1, "", at(5'000));
  EXPECT_THAT(queue.all_at(at(5'000) + kDelay), IsEmpty());
  EXPECT_THAT(queue.all_at(at(5'000) + kDelay + kSlack), ElementsAre(2));
}

TEST(PoliteQueue, ADelayOfNothingMeansAtOnce) {
  Queue queue({.host_delay = Milliseconds(0)});
  queue.add(1, "a.example");
  queue.add(2, "a.example");
  queue.pop(kStart);
  queue.finish(1, "", kStart);
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
  queue.finish(1, "", kStart);
  EXPECT_THAT(queue.all_at(kStart + kDelay + kSlack), ElementsAre(2));
}

TEST(PoliteQueue, UnlessToldOtherwise) {
  Queue queue({.host_delay = kDelay, .group_by_domain = false});
  queue.add(1, "www.bbc.co.uk");
  queue.add(2, "feeds.bbc.co.uk");
  EXPECT_THAT(queue.all_at(kStart), ElementsAre(1, 2));
}

TEST(PoliteQueue, HostsOnOneAddressShareTheirDelayOnceItIsKnown) {
  Queue queue;
  queue.add(1, "a.example");
  queue.add(2, "b.example");
  EXPECT_THAT(queue.all_at(kStart), ElementsAre(1, 2));
  queue.finish(1, "192.0.2.1", kStart);
  queue.finish(2, "192.0.2.1", at(500));
  queue.add(3, "a.example");
  queue.add(4, "b.example");
  EXPECT_THAT(queue.all_at(at(2'400)), IsEmpty());
  EXPECT_THAT(queue.all_at(at(600'000)), ElementsAre(3));
  queue.finish(3, "192.0.2.1", at(600'000));
  EXPECT_THAT(queue.all_at(at(600'000) + kDelay + kSlack), ElementsAre(4));
}

TEST(PoliteQueue, ARunningRequestCountsForTheJoinedOwner) {
  Queue queue;
  queue.add(1, "a.example");
  queue.add(2, "b.example");
  queue.add(3, "b.example");
  queue.all_at(kStart);
  queue.finish(1, "192.0.2.1", at(10));
  queue.add(4, "c.example");
  queue.add(5, "c.example");
  queue.pop(at(20));
  queue.finish(4, "192.0.2.1", at(30));  // a and c are one owner now.
  queue.finish(2, "192.0.2.1", at(40));  // and b.
  EXPECT_THAT(queue.all_at(at(600'000)), ElementsAre(5));
  EXPECT_THAT(queue.all_at(at(700'000)), IsEmpty());
  queue.finish(5, "", at(700'000));
  EXPECT_THAT(queue.all_at(at(800'000)), ElementsAre(3));
}

TEST(PoliteQueue, AddressesCanBeLeftOut) {
  Queue queue({.host_delay = kDelay, .group_by_address = false});
  queue.add(1, "a.example");
  queue.add(2, "b.example");
  queue.all_at(kStart);
  queue.finish(1, "192.0.2.1", kStart);
  queue.finish(2, "192.0.2.1", kStart);
  queue.add(3, "a.example");
  queue.add(4, "b.example");
  EXPECT_THAT(queue.all_at(at(600'000)), ElementsAre(3, 4));
}

TEST(PoliteQueue, AnAddressInAUrlIsTheSameAsAnAddressSeen) {
  Queue queue;
  queue.add(1, "a.example");
  queue.pop(kStart);
  queue.finish(1, "2001:db8::1", kStart);
  queue.add(2, "[2001:db8::1]");
  EXPECT_THAT(queue.all_at(at(100)), IsEmpty());
  EXPECT_THAT(queue.all_at(kStart + kDelay + kSlack), ElementsAre(2));
}

TEST(PoliteQueue, ACrawlDelayHoldsForItsHostAlone) {
  Queue queue;
  const Milliseconds ten_seconds{10'000};
  queue.add(1, "slow.bbc.co.uk", Urgency::kRoutine, ten_seconds);
  queue.add(2, "slow.bbc.co.uk", Urgency::kRoutine, ten_seconds);
  queue.add(3, "fast.bbc.co.uk");
  queue.pop(kStart);
  queue.finish(1, "", kStart);
  EXPECT_THAT(queue.all_at(at(3'000)), ElementsAre(3));
  queue.finish(3, "", at(3'000));
  EXPECT_THAT(queue.all_at(at(9'900)), IsEmpty());
  EXPECT_THAT(queue.all_at(at(10'001)), ElementsAre(2));
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
  queue.finish(1, "", kStart);
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
    queue.finish(job, "", at(5 * job));
  }
  queue.add(many + 1, name(many));
  EXPECT_THAT(queue.all_at(at(5 * many + 1'999)), IsEmpty());
  EXPECT_THAT(queue.all_at(at(5 * many + 2'001)), ElementsAre(many + 1));
}

TEST(PoliteQueue, AnAddressSharedYesterdayIsForgotten) {
  Queue queue;
  JobId job = 0;
  const auto ask = [&](std::string_view host, std::string_view address, auto when) {
    queue.push({.job = ++job, .host = host, .deadline = when + kDelay});
    const auto turn = queue.pop(when);
    ASSERT_TRUE(turn);
    queue.finish(turn->job, address, when);
  };
  ask("a.example", "192.0.2.1", kStart);
  ask("b.example", "192.0.2.1", kStart);
  const SteadyTime tomorrow = kStart + std::chrono::hours(25);
  ask("c.example", "192.0.2.2", tomorrow);
  queue.push({.job = ++job, .host = "a.example", .deadline = tomorrow + kDelay});
  queue.push({.job = ++job, .host = "b.example", .deadline = tomorrow + kDelay});
  EXPECT_EQ(queue.all_at(tomorrow).size(), 2u);
}

}  // namespace
}  // namespace curlew::fetch
