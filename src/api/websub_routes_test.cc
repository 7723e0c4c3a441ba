// WebSub by its routes: who may have which feed sent, and what those cost us who are
// nobody's hub.

#include "api/websub_routes.h"

#include <gmock/gmock.h>

#include <atomic>

#include "api/v1/api_fixture_test.h"
#include "base/secret_token.h"
#include "http/form_data.h"
#include "store/store_fixture.h"

namespace curlew::api {
namespace {

using model::Role;
using store::must;
using testing::AllOf;
using testing::HasSubstr;

class ApiWebSub : public ApiTest {
 protected:
  ApiWebSub() {
    source_ = add("https://a.example/feed", "A");
    options_.personal.public_url = "https://curlew.example";
    const auto open = options_.open_to_write;
    options_.open_to_write = [this, open] {
      ++opened_to_write_;
      return open();
    };
  }
  http::ServerResponse subscribe(const std::string& topic, const std::string& token,
                                 const std::string& address,
                                 const http::Headers& headers = {},
                                 const std::string& host = "localhost:8400") {
    const std::vector<std::pair<std::string, std::string>> form{
        {"hub.mode", "subscribe"},
        {"hub.topic", topic},
        {"hub.callback", "https://reader.example/cb"}};
    return ask({.method = "POST",
                .path = "//websub",
                .body = http::to_form(form),
                .token = token,
                .host = host,
                .headers = headers,
                .address = address});
  }

  model::SourceId source_;
  std::atomic<int> opened_to_write_ = 0;
};

// The feeds of sources are the operator's: whoever is logged in sees some of them, and
// the hub would send him the others.
TEST_F(ApiWebSub, FeedsOfSourcesAreSentToWhoeverIsOnThisMachineAlone) {
  const std::string user = token_of(add_user("bob", Role::kUser));
  const std::string admin = token_of(add_user("eleni", Role::kAdmin));
  for (const std::string base : {"http://localhost:8400", "https://curlew.example"}) {
    const std::string topic = base + "/sources/1/feed.atom";
    EXPECT_EQ(subscribe(topic, "", "127.0.0.1").status, 202) << topic;
    for (const std::string& token : {std::string(), user, admin}) {
      EXPECT_EQ(subscribe(topic, token, "203.0.113.7").status, 404) << topic;
      EXPECT_EQ(subscribe(topic, token, "203.0.113.7", {}, "curlew.example").status,
                404)
          << topic;
      EXPECT_EQ(
          subscribe(topic, token, "127.0.0.1", {{"X-Forwarded-For", "203.0.113.7"}})
              .status,
          404)
          << topic;
    }
  }
}

// Anybody may call: he takes nothing from those who write.
TEST_F(ApiWebSub, WhatNobodysHubSaysIsFoundOutByReading) {
  must(store_->hub_subscriptions().note_hub(source_, "https://hub.example/",
                                            "https://a.example/feed", clock_.now()));
  auto row = must(store_->hub_subscriptions().of(std::vector{source_})).at(source_);
  const SealingKey key = must(model::kTestKey());
  row.state = store::kHubActive;
  row.token_mark = mark_of_token("known");
  row.secret = key.seal("secret", store::kHubSecret);
  must(store_->hub_subscriptions().save(row));
  const std::string question =
      "?hub.mode=subscribe&hub.challenge=x&hub.topic=https://a.example/feed";
  EXPECT_EQ(ask({.path = "//websub/guess" + question}).status, 404);
  EXPECT_EQ(
      ask({.path = "//websub/known?hub.mode=subscribe&hub.topic=https://b.example/"})
          .status,
      404);
  EXPECT_EQ(ask({.method = "POST", .path = "//websub/guess", .body = "news"}).status,
            404);
  // Forged: as if it were taken.
  EXPECT_EQ(ask({.method = "POST", .path = "//websub/known", .body = "news"}).status,
            202);
  EXPECT_EQ(ask({.path = "//websub/known?hub.mode=%FF"}).status, 400);
  EXPECT_EQ(opened_to_write_, 0);
  EXPECT_EQ(ask({.path = "//websub/known" + question}).body, "x");
  EXPECT_EQ(opened_to_write_, 1);
}

// Section 4: in the header, and in the feed for those who have it from elsewhere.
TEST_F(ApiWebSub, AFeedNamesItsHubAndItself) {
  const auto feed = ask({.path = "//sources/1/feed.atom"});
  EXPECT_EQ(feed.status, 200);
  EXPECT_THAT(
      feed.body,
      AllOf(HasSubstr("<link rel=\"hub\" href=\"http://localhost:8400/websub\"/>"),
            HasSubstr("<link rel=\"self\" "
                      "href=\"http://localhost:8400/sources/1/feed.atom\"/>")));
  EXPECT_EQ(http::joined_header(feed.headers, "Link"),
            "<http://localhost:8400/websub>; rel=\"hub\", "
            "<http://localhost:8400/sources/1/feed.atom>; rel=\"self\"");
}

}  // namespace
}  // namespace curlew::api
