// A week of Curlew in front of a publisher who scores his readers: the real controller,
// terminal, fetcher and client over loopback sockets; only the clock is stepped.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "base/clock.h"
#include "base/log.h"
#include "base/temporary_folder_test.h"
#include "broker/broker.h"
#include "control/controller.h"
#include "control/terminal.h"
#include "fetch/fetcher.h"
#include "http/client.h"
#include "schedule/make_policy.h"
#include "sim/score/publisher_score.h"
#include "store/status.h"
#include "store/store.h"
#include "store/terminal_cache.h"

namespace curlew {
namespace {

using std::chrono::days;
using std::chrono::minutes;

class PublisherWeek : public testing::Test {
 protected:
  void SetUp() override {
    set_log_level(LogLevel::kWarning);
    store_ = *store::open_sqlite_store(folder_.file("central.db"),
                                       store::OpenMode::kReadWrite);
    publisher_ = *sim::start_publisher_score({}, clock_);

    http::ClientOptions client;
    client.guard = http::AddressGuard({*http::parse_address_range("127.0.0.0/8")});
    client.user_agent = "curlew/test (+mailto:operator@example.org)";
    client_ = http::make_curl_client(client, clock_);
    fetcher_ = fetch::make_fetcher({}, *client_, clock_);
    control::TerminalOptions terminal;
    terminal.visit.terminal = "t1";
    terminal_ = std::make_unique<control::Terminal>(terminal, *fetcher_, *broker_,
                                                    *cache_, clock_);
    control::ControllerOptions options;
    options.batch_wait = Milliseconds(0);
    controller_ = std::make_unique<control::Controller>(
        options, schedule::make_curlew_policy, *store_, *broker_, clock_, Random(7));
    for (const std::string& url : publisher_->feed_urls()) {
      model::Source source;
      source.url = url;
      source.added = clock_.now();
      source.fetch_pages = false;
      ASSERT_TRUE(store_->sources().add(source, clock_.now()).ok());
    }
    ASSERT_TRUE(controller_->load().ok());
  }

  // Everything that can happen without time passing. An arrival is dated by the
  // publisher when it is handled, so the clock stands still while one is on the wire.
  void settle() {
    for (int quiet = 0; quiet < 3;) {
      terminal_->step(Milliseconds(fetcher_->in_flight() > 0 ? 50 : 0));
      ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
      quiet = fetcher_->in_flight() > 0 ? 0 : quiet + 1;
    }
  }

  Milliseconds until_something_happens() const {
    Milliseconds wait = minutes(5);
    if (const auto due = controller_->next_due()) {
      wait = std::min(wait, *due - clock_.now());
    }
    if (const auto start = fetcher_->next_start()) {
      wait = std::min(wait, *start - clock_.steady());
    }
    return std::max(wait, Milliseconds(1));
  }

  ManualClock clock_;
  const TemporaryFolder folder_;
  std::unique_ptr<sim::PublisherScore> publisher_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<store::TerminalCache> cache_ = store::make_memory_terminal_cache();
  std::unique_ptr<broker::Broker> broker_ = broker::make_memory_broker({});
  std::unique_ptr<http::Client> client_;
  std::unique_ptr<fetch::Fetcher> fetcher_;
  std::unique_ptr<control::Terminal> terminal_;
  std::unique_ptr<control::Controller> controller_;
};

TEST_F(PublisherWeek, FindsNoFault) {
  const Time end = clock_.now() + days(7);
  while (clock_.now() < end) {
    settle();
    clock_.advance(until_something_happens());
  }
  std::string list;
  for (const sim::Fault& fault : publisher_->faults()) {
    list += sim::to_string(fault) + "\n";
  }
  EXPECT_EQ(list, "") << "at port " << publisher_->port();

  // Zero faults are no art for a client that does not come.
  std::int64_t requests = 0, bodies = 0;
  for (const sim::FeedTally& tally : publisher_->requests()) {
    requests += tally.requests;
    bodies += tally.bodies;
  }
  fmt::print("{} requests, {} full answers in a week\n", requests, bodies);
  EXPECT_GT(bodies, 1'000);
  EXPECT_GT(store::count_status(*store_, clock_.now(), minutes(10))->articles, 1'000);
}

}  // namespace
}  // namespace curlew
