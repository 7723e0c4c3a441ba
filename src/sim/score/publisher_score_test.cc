#include "sim/score/publisher_score.h"

#include <gtest/gtest.h>

#include "http/client.h"

namespace curlew::sim {
namespace {

class PublisherScoreTest : public testing::Test {
 protected:
  void SetUp() override {
    auto score = start_publisher_score({}, clock_);
    ASSERT_TRUE(score.ok()) << score.error().text;
    score_ = *std::move(score);
    http::ClientOptions options;
    options.guard = http::AddressGuard({*http::parse_address_range("127.0.0.0/8")});
    options.user_agent = "test (+https://example.org)";
    client_ = http::make_curl_client(options, clock_);
  }

  http::Response get(std::string url, http::Headers headers = {}) {
    http::Response result;
    bool done = false;
    client_->start({.url = std::move(url), .headers = std::move(headers)},
                   [&](http::Response response) {
                     result = std::move(response);
                     done = true;
                   });
    while (!done) client_->poll(Milliseconds(100));
    return result;
  }

  std::string origin(std::string_view host) const {
    return "http://" + std::string(host) +
           ".localhost:" + std::to_string(score_->port());
  }

  ManualClock clock_;
  std::unique_ptr<PublisherScore> score_;
  std::unique_ptr<http::Client> client_;
};

TEST_F(PublisherScoreTest, OddValidatorsSurviveTheWire) {
  get(origin("etags") + "/robots.txt");
  for (const std::string path :
       {"/weak", "/bare", "/punctuated", "/unicode", "/long"}) {
    clock_.advance(Milliseconds(600'000));
    const auto first = get(origin("etags") + path);
    ASSERT_EQ(first.status, 200) << path << first.error;
    clock_.advance(Milliseconds(600'000));
    const std::string etag(http::find_header(first.headers, "ETag").value_or(""));
    EXPECT_EQ(get(origin("etags") + path, {{"If-None-Match", etag}}).status, 304)
        << path;
  }
  for (const Fault& fault : score_->faults()) ADD_FAILURE() << to_string(fault);
}

TEST_F(PublisherScoreTest, DatesItsAnswersByItsOwnClock) {
  const auto response = get(origin("caches") + "/expires");
  EXPECT_EQ(http::find_header(response.headers, "Date"),
            "Tue, 14 Nov 2023 22:13:20 GMT");
  EXPECT_EQ(http::find_header(response.headers, "Expires"),
            "Tue, 14 Nov 2023 23:13:20 GMT");
}

TEST_F(PublisherScoreTest, OffersEveryFeedThatIsNotReachedByRedirectOnly) {
  const auto urls = score_->feed_urls();
  EXPECT_GE(urls.size(), 30u);
  EXPECT_EQ(urls.size() + 4, score_->requests().size());
}

TEST_F(PublisherScoreTest, SeesFaultsOverTheWire) {
  get(origin("plain") + "/quiet", {{"Referer", "http://example.org/"}});
  ASSERT_EQ(score_->faults().size(), 2u);
  EXPECT_EQ(score_->faults()[0].kind, FaultKind::kReferer);
  EXPECT_EQ(score_->faults()[1].kind, FaultKind::kNoRobots);
}

}  // namespace
}  // namespace curlew::sim
