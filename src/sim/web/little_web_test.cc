#include "sim/web/little_web.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "http/client.h"

namespace curlew::sim {
namespace {

class LittleWebTest : public testing::Test {
 protected:
  void SetUp() override {
    auto web = start_little_web({.slow_answer = Milliseconds(200)}, clock_);
    ASSERT_TRUE(web.ok()) << web.error().text;
    web_ = *std::move(web);
    http::ClientOptions options;
    options.guard = http::AddressGuard({*http::parse_address_range("127.0.0.0/8")});
    options.user_agent = "curlew-test (+https://example.org)";
    client_ = http::make_curl_client(options, clock_);
  }

  // `address` is "herald.localhost/feed.xml".
  http::Response get(std::string address) {
    address.insert(address.find('/'), ":" + std::to_string(web_->port()));
    http::Response result;
    bool done = false;
    client_->start({.url = "http://" + address}, [&](http::Response response) {
      result = std::move(response);
      done = true;
    });
    while (!done) client_->poll(Milliseconds(100));
    return result;
  }
  boost::json::value get_json(std::string address) {
    return boost::json::parse(get(std::move(address)).body);
  }

  SystemClock clock_;
  std::unique_ptr<LittleWeb> web_;
  std::unique_ptr<http::Client> client_;
};

TEST_F(LittleWebTest, EverySourceAnswersUnderItsOwnName) {
  for (const LittleSource& source : web_->sources()) {
    if (source.promise == Promise::kUnreadable) continue;
    std::string address = source.url.substr(7);
    address.erase(address.find(':'), address.find('/') - address.find(':'));
    const int status = get(address).status;
    EXPECT_TRUE(status == 200 || status == 301 || status == 500)
        << source.url << status;
  }
}

TEST_F(LittleWebTest, TheSlowSiteIsSlowAndHoldsNobodyUp) {
  const auto response = get("snail.localhost/feed.xml");
  EXPECT_EQ(response.status, 200);
  EXPECT_GE(response.took, Milliseconds(200));
}

TEST_F(LittleWebTest, TellsOtherProcessesWhatItPublished) {
  const auto published = [this] {
    return web_->published(Time(), clock_.now()).size();
  };
  const std::size_t before = published();
  const auto list = get_json("web.localhost/_web/published.json");
  const auto& items = list.at("published").as_array();
  EXPECT_GE(items.size(), before);
  EXPECT_LE(items.size(), published());
  EXPECT_GT(items.size(), 100u);
  EXPECT_EQ(items[0].at("feed_url").as_string(),
            "http://herald.localhost:" + std::to_string(web_->port()) + "/feed.xml");
  EXPECT_EQ(get_json("a.localhost/_web/published.json?since_ms=99999999999999")
                .at("published")
                .as_array()
                .size(),
            0u);
}

TEST_F(LittleWebTest, TellsOtherProcessesWhatTheClientDidWrong) {
  EXPECT_EQ(
      get_json("web.localhost/_web/violations.json").at("violations").as_array().size(),
      0u);
  get("herald.localhost/private/feed.xml");
  EXPECT_EQ(get_json("web.localhost/_web/violations.json")
                .at("violations")
                .at(0)
                .at("what")
                .as_string(),
            "robots.txt forbids this path");
}

TEST_F(LittleWebTest, ListsItsSitesForPeopleAndForReaders) {
  EXPECT_NE(get("web.localhost/_web/").body.find("The Morning Herald"),
            std::string::npos);
  EXPECT_EQ(get("localhost/").status, 302);
  EXPECT_NE(get("web.localhost/_web/opml").body.find("xmlUrl=\"http://herald"),
            std::string::npos);
  EXPECT_EQ(get("web.localhost/_web/nothing").status, 404);
  EXPECT_FALSE(
      get_json("web.localhost/_web/sites.json").at("sources").as_array().empty());
}

TEST(LittleWeb, RefusesASpeedThatStandsStill) {
  const SystemClock clock;
  const auto web = start_little_web({.speed = 0}, clock);
  ASSERT_FALSE(web.ok());
  EXPECT_EQ(web.error().text, "little web: speed must be above 0, not 0");
}

}  // namespace
}  // namespace curlew::sim
