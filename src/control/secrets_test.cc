// A source's secrets reach the origin they were given for, and no other; its proxy is
// used for everything that is fetched on its behalf.

#include "control/controller_fixture_test.h"
#include "http/message.h"
#include "model/sealed_settings_test.h"

namespace curlew::control {
namespace {

constexpr std::string_view kFeedUrl = "http://news.example/feed";

class SecretsTest : public ControllerTest {
 protected:
  model::SourceId add_secret(std::string url) {
    model::Source source;
    source.url = std::move(url);
    source.request = model::sealed({.headers = {{"X-Key", "secret"}},
                                    .basic_credentials = "ann:secret",
                                    .proxy = "http://proxy.example:3128"},
                                   "http://news.example");
    source.added = clock_.now();
    return *store_->sources().add(source, clock_.now());
  }

  // Requests that carried anything of the secret settings.
  std::vector<std::string> told() const {
    std::vector<std::string> urls;
    for (const http::Request& request : requests_) {
      if (!request.basic_credentials.empty() ||
          http::find_header(request.headers, "X-Key") ||
          http::find_header(request.headers, "Authorization")) {
        urls.push_back(request.url);
      }
    }
    std::ranges::sort(urls);
    urls.erase(std::unique(urls.begin(), urls.end()), urls.end());
    return urls;
  }
};

TEST_F(SecretsTest, SourceThatMovedToAnotherOriginStopsAndTellsNobodyItsSecrets) {
  web_["http://news.example/feed"] = {301, {{"Location", "http://b.example/f"}}, ""};
  web_["http://b.example/f"] = {200, {}, feed_with({1})};
  const auto id = add_secret(std::string(kFeedUrl));
  run_for(hours(24 * 7));
  EXPECT_EQ(source(id).source.state, SourceState::kStopped);
  EXPECT_EQ(source(id).source.url, kFeedUrl);
  EXPECT_NE(source(id).schedule.last_error.find("http://b.example/f"),
            std::string::npos)
      << source(id).schedule.last_error;
  EXPECT_EQ(outcomes(id).size(), 3u);
  EXPECT_EQ(told(), (Titles{"http://news.example/1", "http://news.example/feed"}));
}

TEST_F(SecretsTest, ResumedSourceStaysWhereItIsAndIsStoppedNoMore) {
  web_["http://news.example/feed"] = {301, {{"Location", "http://b.example/f"}}, ""};
  web_["http://b.example/f"] = {200, {}, feed_with({1})};
  const auto id = add_secret(std::string(kFeedUrl));
  run_for(hours(24 * 7));
  ASSERT_TRUE(store_->sources().set_state(id, SourceState::kActive).ok());
  run_for(hours(24 * 7));
  EXPECT_EQ(source(id).source.state, SourceState::kActive);
  EXPECT_EQ(source(id).source.url, kFeedUrl);
  EXPECT_GT(outcomes(id).size(), 4u);
  EXPECT_EQ(told(), (Titles{"http://news.example/1", "http://news.example/feed"}));
}

TEST_F(SecretsTest, SourceWithoutSecretsMovesAsBefore) {
  web_["http://news.example/feed"] = {301, {{"Location", "http://b.example/f"}}, ""};
  web_["http://b.example/f"] = {200, {}, feed_with({1})};
  const auto id = add(std::string(kFeedUrl));
  run_for(hours(24 * 7));
  EXPECT_EQ(source(id).source.url, "http://b.example/f");
}

TEST_F(SecretsTest, PageThatNamesItsFeedElsewhereStopsTheSourceAtOnce) {
  web_["http://news.example/"] = {
      200,
      {{"Content-Type", "text/html"}},
      "<!doctype html><html>"
      "<link rel=alternate type=application/rss+xml href=http://b.example/f>"};
  web_["http://b.example/f"] = {200, {}, feed_with({1})};
  const auto id = add_secret("http://news.example/");
  run_for(hours(24));
  EXPECT_EQ(source(id).source.state, SourceState::kStopped);
  EXPECT_EQ(requests_for("b.example"), 0u);
  EXPECT_EQ(told(), Titles{"http://news.example/"});
}

TEST_F(SecretsTest, FeedOnItsOwnOriginIsFollowedWithTheSecrets) {
  web_["http://news.example/"] = {
      200,
      {{"Content-Type", "text/html"}},
      "<!doctype html><html>"
      "<link rel=alternate type=application/rss+xml href=/feed>"
      "<link rel=alternate type=application/rss+xml href=http://b.example/f>"};
  web_[std::string(kFeedUrl)] = {200, {}, feed_with({1})};
  const auto id = add_secret("http://news.example/");
  run_for(hours(1));
  EXPECT_EQ(source(id).source.url, kFeedUrl);
  EXPECT_EQ(source(id).source.state, SourceState::kActive);
  EXPECT_EQ(titles(), Titles{"Title 1"});
}

TEST_F(SecretsTest, CommentsOnItsOwnOriginAreNotTakenForAFeedElsewhere) {
  web_["http://news.example/"] = {
      200,
      {{"Content-Type", "text/html"}},
      "<!doctype html><html>"
      "<link rel=alternate type=application/rss+xml href=http://b.example/f>"
      "<link rel=alternate type=application/rss+xml href=/comments>"};
  web_["http://news.example/comments"] = {200, {}, feed_with({1})};
  const auto id = add_secret("http://news.example/");
  run_for(hours(24));
  EXPECT_EQ(source(id).source.state, SourceState::kStopped);
  EXPECT_EQ(source(id).source.url, "http://news.example/");
  EXPECT_EQ(requests_for("/comments"), 0u);
  // Whoever resumes it wants the page itself.
  ASSERT_TRUE(store_->sources().set_state(id, SourceState::kActive).ok());
  run_for(hours(24));
  EXPECT_EQ(source(id).source.state, SourceState::kActive);
  EXPECT_EQ(source(id).source.kind, model::SourceKind::kPage);
  EXPECT_GE(requests_for("http://news.example/"), 3u);
  EXPECT_EQ(requests_for("/comments") + requests_for("b.example"), 0u);
}

TEST_F(SecretsTest, PagesGoThroughTheProxyAndGetSecretsOnTheirSourcesOriginOnly) {
  web_[std::string(kFeedUrl)] = {
      200,
      {},
      "<rss version='2.0'><channel><title>News</title>"
      "<item><guid>1</guid><link>http://news.example/1</link><title>1</title></item>"
      "<item><guid>2</guid><link>http://other.example/2</link><title>2</title></item>"
      "</channel></rss>"};
  web_["http://news.example/1"] = {200, {{"Content-Type", "text/html"}}, "<p>1"};
  web_["http://other.example/2"] = {200, {{"Content-Type", "text/html"}}, "<p>2"};
  add_secret(std::string(kFeedUrl));
  run_for(hours(1));
  EXPECT_EQ(requests_for("other.example/2"), 1u);
  EXPECT_EQ(requests_for("other.example/robots.txt"), 1u);
  for (const http::Request& request : requests_) {
    EXPECT_EQ(request.proxy, "http://proxy.example:3128") << request.url;
  }
  EXPECT_EQ(told(),
            (std::vector<std::string>{"http://news.example/1", std::string(kFeedUrl)}));
}

TEST_F(SecretsTest, WithoutTheKeyNobodyIsAskedAndOtherSourcesGoOn) {
  web_[std::string(kFeedUrl)] = {200, {}, feed_with({1})};
  web_["http://open.example/feed"] = {200, {}, feed_with({2})};
  key_ = model::kNoKey;
  start();
  const auto id = add_secret(std::string(kFeedUrl));
  const auto other = add("http://open.example/feed");
  run_for(hours(12));
  EXPECT_EQ(requests_for(kFeedUrl), 0u);
  EXPECT_EQ(source(id).schedule.last_remark, model::Remark::kSecretsSealed);
  EXPECT_EQ(source(id).schedule.last_error, "curlew.key: the key is missing");
  EXPECT_FALSE(outcomes(id).empty());
  EXPECT_EQ(outcomes(other).back(), FetchOutcome::kFetched);
  // It is back, and nobody has to do anything.
  key_ = model::kTestKey;
  run_for(hours(48));
  EXPECT_GT(requests_for(kFeedUrl), 0u);
  EXPECT_EQ(source(id).source.state, SourceState::kActive);
}

TEST_F(SecretsTest, SecretsOfAnotherSourceDoNotOpenInItsPlace) {
  web_["http://their.example/feed"] = {200, {}, feed_with({1})};
  const auto victim = add_secret(std::string(kFeedUrl));
  model::Source thief;
  thief.url = "http://their.example/feed";
  thief.request = source(victim).source.request;
  thief.added = clock_.now();
  const auto id = *store_->sources().add(thief, clock_.now());
  run_for(hours(1));
  EXPECT_EQ(requests_for("their.example"), 0u);
  EXPECT_EQ(source(id).schedule.last_remark, model::Remark::kSecretsSealed);
}

TEST_F(SecretsTest, PagesOfAStoppedSourceAreNotFetched) {
  web_[std::string(kFeedUrl)] = {200, {}, feed_with({1})};
  const auto id = add_secret(std::string(kFeedUrl));
  capacity_ = 1;
  run_until_reported();
  ASSERT_TRUE(store_->sources().set_state(id, SourceState::kStopped).ok());
  run_for(hours(2));
  EXPECT_EQ(requests_for("news.example/1"), 0u);
}

}  // namespace
}  // namespace curlew::control
