// The real fetcher over loopback sockets against the scoring server, the clock stepped:
// everything that the fetcher alone can do right, it does. What a feed's text asks for
// (ttl, skipHours) is its callers' to honour, and left out here.

#include <gtest/gtest.h>

#include <algorithm>

#include "fetch/fetcher.h"
#include "sim/score/publisher_score.h"

namespace curlew::sim {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

// One subscription, and a caller that heeds what each result says.
struct Subscription {
  std::string url;
  fetch::Validators validators;
  Time due;
  int failures = 0;
  int sightings = 0;  // Of a permanent redirect.
  bool gone = false;
};

void take(Subscription& feed, const fetch::FetchResult& result, Time now) {
  feed.due = now + minutes(30);
  if (result.outcome == model::FetchOutcome::kGone) feed.gone = true;
  if (result.outcome == model::FetchOutcome::kHttpError) {
    feed.due = now + minutes(30) * (1 << std::min(++feed.failures, 6));
    return;
  }
  feed.failures = 0;
  feed.due = std::max(
      {feed.due, result.fresh_until.value_or(now), result.retry_after.value_or(now)});
  if (!model::is_success(result.outcome)) return;
  feed.validators = result.validators;
  if (result.permanent_url != feed.url && ++feed.sightings == 3) {
    feed.url = result.permanent_url;
  }
}

class FetcherScoreTest : public testing::Test {
 protected:
  void SetUp() override {
    auto score = start_publisher_score({}, clock_);
    ASSERT_TRUE(score.ok()) << score.error().text;
    score_ = *std::move(score);
    http::ClientOptions client;
    client.guard = http::AddressGuard({*http::parse_address_range("127.0.0.0/8")});
    client.user_agent = "curlew (+https://example.org)";
    client_ = http::make_curl_client(client, clock_);
    fetch::FetcherOptions options;
    options.politeness.address_delay = Milliseconds(0);
    options.politeness.per_address = 1'000;
    fetcher_ = fetch::make_fetcher(options, *client_, clock_);
    for (const std::string& url : score_->feed_urls()) {
      if (url.find("//wishes.") != std::string::npos) continue;
      feeds_.push_back({.url = url, .due = clock_.now()});
    }
  }

  // Asks for all that is due, and lets the time pass that politeness takes.
  void visit_due() {
    for (Subscription& feed : feeds_) {
      if (feed.gone || feed.due > clock_.now()) continue;
      fetcher_->fetch({.url = feed.url, .validators = feed.validators},
                      [&](fetch::FetchResult result) {
                        outcomes_.push_back(result.outcome);
                        take(feed, result, clock_.now());
                      });
    }
    while (fetcher_->pending() > 0) {
      fetcher_->poll(Milliseconds(fetcher_->in_flight() > 0 ? 100 : 0));
      const auto next = fetcher_->next_start();
      if (fetcher_->in_flight() == 0 && next && *next > clock_.steady()) {
        clock_.advance(*next - clock_.steady());
      }
    }
  }

  ManualClock clock_;
  std::unique_ptr<PublisherScore> score_;
  std::unique_ptr<http::Client> client_;
  std::unique_ptr<fetch::Fetcher> fetcher_;
  std::vector<Subscription> feeds_;
  std::vector<model::FetchOutcome> outcomes_;
};

TEST_F(FetcherScoreTest, NoPublisherFindsFaultInTwoDays) {
  for (const Time end = clock_.now() + hours(48); clock_.now() < end;) {
    visit_due();
    clock_.advance(minutes(5));
  }
  for (const Fault& fault : score_->faults()) ADD_FAILURE() << to_string(fault);
  const auto seen = [&](model::FetchOutcome outcome) {
    return std::count(outcomes_.begin(), outcomes_.end(), outcome);
  };
  EXPECT_GT(seen(model::FetchOutcome::kNotModified), 500);
  EXPECT_GT(seen(model::FetchOutcome::kFetched), 200);
  EXPECT_GT(seen(model::FetchOutcome::kThrottled), 10);
  EXPECT_EQ(seen(model::FetchOutcome::kGone), 1);
}

}  // namespace
}  // namespace curlew::sim
