// The invariant of this module: whatever 50,000 requests do to 1,000 hosts, no owner is
// asked again before its delay, by the count of the servers themselves.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/random.h"
#include "fetch/fetcher.h"
#include "http/memory_client.h"
#include "url/domain.h"
#include "url/url.h"

namespace curlew::fetch {
namespace {

constexpr int kHosts = 1'000;
constexpr int kRequests = 50'000;
constexpr SteadyTime kLongAgo = SteadyTime::min();

// Ends are told when they are planned; until then they lie in the future.
struct Contacts {
  std::vector<SteadyTime> ends;

  // The last end before `now`, and whether something runs at `now`.
  SteadyTime last_end(SteadyTime now) const {
    SteadyTime last = kLongAgo;
    for (const SteadyTime end : ends) {
      if (end < now) last = std::max(last, end);
    }
    return last;
  }
  bool is_running(SteadyTime now) const {
    return std::any_of(ends.begin(), ends.end(), [&](auto end) { return end > now; });
  }
  void add(SteadyTime now, SteadyTime end) {
    const SteadyTime last = last_end(now);
    std::erase_if(ends, [&](SteadyTime old) { return old < last; });
    ends.push_back(end);
  }
};

struct OnAddress {
  std::vector<SteadyTime> ends;
  SteadyTime last_start = kLongAgo;
};

struct Site {
  std::string name;
  std::string domain;
  std::string address;
  Milliseconds crawl_delay{0};
  bool robots_fail = false;
  SteadyTime robots_end = SteadyTime::max();
  SteadyTime held_until = kLongAgo;
  Contacts contacts;
};

// All servers of the test, with one eye on the gaps between their visitors.
class Servers {
 public:
  Servers(const Politeness& politeness, const Clock& clock, Random& random)
      : politeness_(politeness), clock_(clock), random_(random) {
    for (int i = 0; i < kHosts; ++i) add_site(i);
  }

  http::MemoryAnswer operator()(const http::Request& request) {
    const url::Url url = url::parse_url(request.url).value();
    Site& site = sites_.at(index_.at(std::string(url.host())));
    ++requests;
    check(site);
    http::MemoryAnswer answer = url.path() == "/robots.txt" ? robots(site) : page(site);
    answer.latency = latency();
    note(site, answer, url.path() == "/robots.txt");
    return answer;
  }

  http::MemoryLookup look_up(const std::string& name) const {
    const Site& site = sites_.at(index_.at(name));
    return {std::vector{*http::parse_ip_address(site.address)}};
  }

  std::string random_url(int path) {
    return fmt::format("http://{}/{}", sites_[random_.below(kHosts)].name, path);
  }

  int requests = 0;
  int violations = 0;

 private:
  // A fifth shares a registrable domain with four others, another fifth an address.
  void add_site(int i) {
    Site site;
    site.name = i < kHosts / 5 ? fmt::format("h{}.group{}.example", i, i / 5)
                               : fmt::format("h{}.example", i);
    site.domain = url::registrable_domain(site.name);
    const bool shares = i >= kHosts / 5 && i < 2 * kHosts / 5;
    const int address = shares ? i / 5 : 10'000 + i;
    site.address = fmt::format("192.0.{}.{}", address / 256, address % 256);
    if (i % 10 == 0) site.crawl_delay = Milliseconds(5'000);
    if (i % 100 == 1) site.crawl_delay = Milliseconds(86'400'000);
    site.robots_fail = i % 50 == 7;
    index_[site.name] = sites_.size();
    sites_.push_back(std::move(site));
  }

  void check(Site& site) {
    const SteadyTime now = clock_.steady();
    const Contacts& domain = by_domain_[site.domain];
    expect(!domain.is_running(now), site, "two at a time");
    expect_gap(domain, politeness_.host_delay, site, "domain");
    expect_gap(site.contacts, delay_of(site), site, "host");
    expect_address(by_address_[site.address], site);
    expect(now >= site.held_until, site, "held");
    std::erase_if(running_, [&](SteadyTime end) { return end <= now; });
    expect(running_.size() < politeness_.total, site, "too many in all");
  }

  Milliseconds delay_of(const Site& site) const {
    if (site.robots_end >= clock_.steady()) return politeness_.host_delay;
    return std::max(politeness_.host_delay,
                    std::min(site.crawl_delay, politeness_.max_crawl_delay));
  }

  void expect_gap(const Contacts& contacts, Milliseconds delay, const Site& site,
                  std::string_view what) {
    const SteadyTime last = contacts.last_end(clock_.steady());
    expect(last == kLongAgo || clock_.steady() - last >= delay, site, what);
  }

  // From the very first request on.
  void expect_address(const OnAddress& address, const Site& site) {
    const SteadyTime now = clock_.steady();
    const auto running = std::count_if(address.ends.begin(), address.ends.end(),
                                       [&](SteadyTime end) { return end > now; });
    expect(std::size_t(running) < politeness_.per_address, site, "many on an address");
    expect(address.last_start == kLongAgo ||
               now - address.last_start >= politeness_.address_delay,
           site, "address");
  }

  void expect(bool holds, const Site& site, std::string_view what) {
    if (holds) return;
    if (++violations <= 5) ADD_FAILURE() << site.name << ": " << what;
  }

  http::MemoryAnswer robots(const Site& site) {
    if (site.robots_fail) return {{.status = 500}};
    if (site.crawl_delay == Milliseconds(0)) return {{.status = 404}};
    return {{.status = 200,
             .body = fmt::format("User-agent: *\nCrawl-delay: {}\n",
                                 site.crawl_delay.count() / 1000)}};
  }

  http::MemoryAnswer page(Site&) {
    const double dice = random_.uniform();
    if (dice < .10) {
      return {{.status = 302, .headers = {{"Location", random_url(++next_path_)}}}};
    }
    if (dice < .12) return {{.status = 503, .headers = {{"Retry-After", "30"}}}};
    if (dice < .14) return {{.end = http::TransferEnd::kUnconnected, .error = "gone"}};
    if (dice < .16) return {{.end = http::TransferEnd::kTimedOut, .error = "slow"}};
    if (dice < .18) return {{.status = 404}};
    return {{.status = 200, .body = "x"}};
  }

  Milliseconds latency() {
    const bool slow = random_.below(100) == 0;
    return Milliseconds(1 + random_.below(slow ? 30'000 : 400));
  }

  void note(Site& site, const http::MemoryAnswer& answer, bool is_robots) {
    const SteadyTime now = clock_.steady();
    const SteadyTime end = now + answer.latency;
    site.contacts.add(now, end);
    by_domain_[site.domain].add(now, end);
    OnAddress& address = by_address_[site.address];
    std::erase_if(address.ends, [&](SteadyTime old) { return old <= now; });
    address.ends.push_back(end);
    address.last_start = now;
    if (is_robots) site.robots_end = std::min(site.robots_end, end);
    if (answer.response.status == 503) {
      site.held_until = std::max(site.held_until, end + Milliseconds(30'000));
    }
    running_.push_back(end);
  }

  const Politeness& politeness_;
  const Clock& clock_;
  Random& random_;
  std::vector<Site> sites_;
  std::unordered_map<std::string, std::size_t> index_;
  std::unordered_map<std::string, Contacts> by_domain_;
  std::unordered_map<std::string, OnAddress> by_address_;
  std::vector<SteadyTime> running_;
  int next_path_ = kRequests;
};

// Moves the clock to whatever happens next until everybody has an answer.
void run_to_the_end(Fetcher& fetcher, http::MemoryClient& client, ManualClock& clock) {
  fetcher.poll(Milliseconds(0));
  while (fetcher.pending() > 0) {
    const auto end = client.next_end().value_or(SteadyTime::max());
    const auto next = std::min(end, fetcher.next_start().value_or(SteadyTime::max()));
    ASSERT_LT(next, SteadyTime::max()) << "waits for nothing";
    clock.advance(std::max(next - clock.steady(), Milliseconds(0)));
    fetcher.poll(Milliseconds(0));
  }
}

TEST(PolitenessInvariant, NoOwnerIsAskedBeforeItsDelayByFiftyThousandRequests) {
  FetcherOptions options;
  options.max_queue_wait = std::chrono::hours(48);
  options.robots_ttl = 2 * options.max_queue_wait;
  ManualClock clock;
  Random random(20261115);
  Servers servers(options.politeness, clock, random);
  const auto client = http::make_memory_client(
      std::ref(servers), clock,
      [&](const std::string& name) { return servers.look_up(name); });
  const auto fetcher = make_fetcher(options, *client, clock);

  std::vector<int> called_back(kRequests);
  std::map<model::FetchOutcome, int> outcomes;
  for (int i = 0; i < kRequests; ++i) {
    const Urgency urgency = random.below(5) == 0 ? Urgency::kSoon : Urgency::kRoutine;
    fetcher->fetch({.url = servers.random_url(i), .urgency = urgency},
                   [&, i](FetchResult result) {
                     ++called_back[i];
                     ++outcomes[result.outcome];
                   });
  }
  run_to_the_end(*fetcher, *client, clock);

  EXPECT_EQ(servers.violations, 0);
  EXPECT_EQ(std::count(called_back.begin(), called_back.end(), 1), kRequests);
  EXPECT_GT(servers.requests, kRequests);
  EXPECT_GT(outcomes[model::FetchOutcome::kFetched], kRequests * 3 / 4);
  EXPECT_GT(outcomes[model::FetchOutcome::kThrottled], 0);
  EXPECT_GT(outcomes[model::FetchOutcome::kRobotsUnreadable], 0);
  EXPECT_EQ(fetcher->in_flight(), 0u);
}

}  // namespace
}  // namespace curlew::fetch
