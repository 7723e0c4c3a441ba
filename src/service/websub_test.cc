#include "service/websub.h"

#include <gmock/gmock.h>

#include <deque>
#include <functional>
#include <memory>
#include <utility>

#include "base/secret_token.h"
#include "base/sha.h"
#include "base/storable_text.h"
#include "control/websub/hub_client.h"
#include "control/websub/own_hub.h"
#include "http/form_data.h"
#include "model/sealed_settings_test.h"
#include "store/query.h"
#include "store/store_fixture.h"

namespace curlew::service {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using store::must;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Hubs and subscribers that answer when a test says so.
class AskedClient final : public http::Client {
 public:
  struct Asked {
    http::Request request;
    Done done;
  };
  void start(http::Request request, Done done) override {
    asked.push_back({std::move(request), std::move(done)});
    if (on_start) on_start();
  }
  const http::Addresses* find_addresses(const std::string&) override { return nullptr; }
  void look_up(const std::string&, LookedUp) override {}
  void poll(Milliseconds) override {}
  std::size_t in_flight() const override { return asked.size(); }
  void wake() override {}

  // The next one that was asked for.
  Asked take() {
    if (asked.empty()) throw std::runtime_error("nothing was asked for");
    Asked first = std::move(asked.front());
    asked.pop_front();
    return first;
  }
  static void answer(const Asked& each, int status, std::string body = "") {
    http::Response response;
    response.status = status;
    response.body = std::move(body);
    each.done(std::move(response));
  }

  std::deque<Asked> asked;
  std::function<void()> on_start;
};

std::string field_of(const std::string& form, std::string_view name) {
  return http::form_value(form, name).value_or("");
}

class WebSubTest : public store::StoreTest {
 protected:
  WebSubTest() {
    source_ = add("https://a.example/feed", "A");
    control::HubClientOptions client;
    client.public_url = "https://curlew.example";
    client.key = model::kTestKey;
    hubs_ = std::make_unique<control::HubClient>(client, *store_, web_, time_);
    control::OwnHubOptions own;
    own.key = model::kTestKey;
    own.state = [this](store::Store& store, const std::string& path) {
      ++looks_;
      return feed_state(store, path);
    };
    own.render = [](store::Store&, const control::FeedTopic& topic)
        -> Result<std::optional<control::FeedDocument>> {
      return std::optional(control::FeedDocument{"feed at " + topic.url, "text/feed"});
    };
    own_hub_ = std::make_unique<control::OwnHub>(own, *store_, web_, time_);
  }

  // Ours, at a hub.

  void name_hub() {
    must(store_->hub_subscriptions().note_hub(source_, "https://hub.example/",
                                              "https://a.example/feed", time_.now()));
  }
  store::HubSubscription row() {
    return must(store_->hub_subscriptions().of(std::vector{source_})).at(source_);
  }
  bool has_row() {
    return !must(store_->hub_subscriptions().of(std::vector{source_})).empty();
  }
  // Asks the hub, which takes it; returns the form that it was sent.
  std::string ask() {
    must(hubs_->step());
    const auto asked = web_.take();
    AskedClient::answer(asked, 202);
    must(hubs_->step());
    token_ = field_of(asked.request.body, "hub.callback")
                 .substr(std::string("https://curlew.example/websub/").size());
    secret_ = field_of(asked.request.body, "hub.secret");
    return asked.request.body;
  }
  std::optional<std::string> verify(
      const std::string& mode, const std::string& lease = "864000",
      const std::string& topic = "https://a.example/feed") {
    return must(answer_hub(*store_,
                           {.token = token_,
                            .mode = mode,
                            .topic = topic,
                            .challenge = "echo me",
                            .lease_seconds = lease,
                            .reason = ""},
                           time_.now()));
  }
  PushEnd push(const std::string& signature, const std::string& body = "news") {
    const PushEnd end =
        must(judge_push(*store_, {token_, signature, body}, model::kTestKey));
    if (end != PushEnd::kTaken) return end;
    return must(take_push(*store_, token_, time_.now(), Milliseconds(10'000)));
  }
  bool is_visit_asked() {
    return must(store_->sources().find(source_))->schedule.asked.has_value();
  }

  // Others', at ours.

  std::string subscribe(const std::string& callback = "https://reader.example/cb?a=b",
                        const std::string& mode = "subscribe",
                        const std::string& path = "/sources/1/feed.atom") {
    return must(take_subscription(*store_,
                                  {.mode = mode,
                                   .topic = "https://curlew.example" + path,
                                   .path = path,
                                   .callback = callback,
                                   .secret = "shared",
                                   .lease_seconds = "86400"},
                                  model::kTestKey, time_.now()));
  }
  // Asks whoever wants to subscribe, who says yes.
  void confirm() {
    must(own_hub_->step());
    const auto asked = web_.take();
    AskedClient::answer(asked, 200,
                        field_of(query_of(asked.request.url), "hub.challenge"));
    must(own_hub_->step());
  }
  static std::string query_of(const std::string& url) {
    return url.substr(url.find('?') + 1);
  }

  ManualClock time_;
  AskedClient web_;
  model::SourceId source_;
  std::unique_ptr<control::HubClient> hubs_;
  std::unique_ptr<control::OwnHub> own_hub_;
  // At what feeds say.
  int looks_ = 0;
  std::string token_;
  std::string secret_;
};

TEST_F(WebSubTest, AHubThatAFeedNamesIsAskedAndAsksBack) {
  name_hub();
  const std::string form = ask();
  EXPECT_EQ(field_of(form, "hub.mode"), "subscribe");
  EXPECT_EQ(field_of(form, "hub.topic"), "https://a.example/feed");
  EXPECT_EQ(field_of(form, "hub.lease_seconds"), "864000");
  EXPECT_GE(secret_.size(), 40u);
  EXPECT_EQ(row().state, store::kHubAsked);
  // What lies in the database opens nothing.
  EXPECT_EQ(row().token.find(token_), std::string::npos);
  EXPECT_EQ(row().secret.find(secret_), std::string::npos);
  EXPECT_EQ(verify("subscribe"), "echo me");
  EXPECT_EQ(row().state, store::kHubActive);
  EXPECT_EQ(row().lease_end, time_.now() + days(10));
  must(hubs_->step());
  EXPECT_THAT(web_.asked, IsEmpty());
}

TEST_F(WebSubTest, NobodySubscribesUsToWhatWeDidNotAskFor) {
  name_hub();
  ask();
  EXPECT_EQ(verify("subscribe", "1", "https://other.example/feed"), std::nullopt);
  EXPECT_EQ(verify("unsubscribe"), std::nullopt);
  EXPECT_EQ(verify("publish"), std::nullopt);
  const std::string own = std::exchange(token_, "guessed");
  EXPECT_EQ(verify("subscribe"), std::nullopt);
  token_ = std::string(10'000, 'x');
  EXPECT_EQ(verify("subscribe"), std::nullopt);
  token_ = own;
  EXPECT_EQ(row().state, store::kHubAsked);
}

// A hub's answer, or a push, that comes between the look at what is due and the
// question.
TEST_F(WebSubTest, WhatIsWrittenWhileAHubIsAskedIsNotUndone) {
  name_hub();
  // Of the two sources that are due, the second one is written to while the first one
  // is asked for.
  const model::SourceId second = add("https://b.example/feed", "B");
  must(store_->hub_subscriptions().note_hub(second, "https://hub.example/",
                                            "https://b.example/feed", time_.now()));
  web_.on_start = [&] {
    web_.on_start = nullptr;
    const model::SourceId other =
        web_.asked.back().request.body.find("b.example") == std::string::npos ? second
                                                                              : source_;
    auto other_row = must(store_->hub_subscriptions().of(std::vector{other})).at(other);
    other_row.pushed = time_.now();
    other_row.missed = 3;
    must(store_->hub_subscriptions().save(other_row));
  };
  must(hubs_->step());
  EXPECT_THAT(web_.asked, SizeIs(2));
  std::uint32_t missed = 0;
  for (const auto& [source, each] :
       must(store_->hub_subscriptions().of(std::vector{source_, second}))) {
    missed += each.missed;
    EXPECT_EQ(each.state, store::kHubAsked);
  }
  EXPECT_EQ(missed, 3u) << "what came meanwhile is written over";
}

TEST_F(WebSubTest, ALeaseIsRenewedBeforeItEnds) {
  name_hub();
  const std::string first = ask();
  verify("subscribe", "86400");
  time_.advance(hours(17));
  must(hubs_->step());
  EXPECT_THAT(web_.asked, IsEmpty());
  time_.advance(hours(2));
  const std::string again = ask();
  // The same callback and secret: what the hub sends meanwhile is still ours.
  EXPECT_EQ(field_of(again, "hub.callback"), field_of(first, "hub.callback"));
  EXPECT_EQ(field_of(again, "hub.secret"), field_of(first, "hub.secret"));
  EXPECT_EQ(row().state, store::kHubActive);
  verify("subscribe", "86400");
  EXPECT_EQ(row().lease_end, time_.now() + days(1));
}

TEST_F(WebSubTest, TheLeaseOfAPausedSourceIsNotRenewed) {
  name_hub();
  ask();
  verify("subscribe", "86400");
  must(store_->sources().set_state(source_, model::SourceState::kPaused));
  time_.advance(hours(19));
  must(hubs_->step());
  EXPECT_THAT(web_.asked, IsEmpty());
  EXPECT_EQ(row().state, store::kHubLeaving);
  must(hubs_->step());
  EXPECT_EQ(field_of(web_.take().request.body, "hub.mode"), "unsubscribe");
}

TEST_F(WebSubTest, ALeaseThatRanOutIsNotReliedOn) {
  name_hub();
  ask();
  verify("subscribe", "86400");
  push("sha256=" + hmac_hex("sha256", secret_, "news"));
  EXPECT_TRUE(row().is_trusted(time_.now()));
  must(store_->hub_subscriptions().note_missed(source_));
  EXPECT_FALSE(row().is_trusted(time_.now()));
  push("sha256=" + hmac_hex("sha256", secret_, "news"));
  EXPECT_TRUE(row().is_trusted(time_.now()));
  EXPECT_FALSE(row().is_trusted(time_.now() + days(1)));
}

TEST_F(WebSubTest, LeasesOfAnyLengthAreBounded) {
  name_hub();
  ask();
  verify("subscribe", "1");
  EXPECT_EQ(row().lease_end, time_.now() + minutes(5));
  verify("subscribe", "99999999999999");
  EXPECT_EQ(row().lease_end, time_.now() + days(30));
  for (const char* none : {"-5", "0", "", "1e18", "99999999999999999999", "ten days"}) {
    verify("subscribe", none);
    EXPECT_EQ(row().lease_end, time_.now() + days(10)) << none;
    EXPECT_EQ(row().next_try, time_.now() + hours(180)) << none;
  }
}

TEST_F(WebSubTest, ASignedPushHasTheSourceVisited) {
  name_hub();
  ask();
  verify("subscribe");
  for (const char* method : {"sha1", "sha256", "sha384", "sha512"}) {
    EXPECT_EQ(push(std::string(method) + "=" + hmac_hex(method, secret_, "news")),
              PushEnd::kTaken)
        << method;
  }
  must(hubs_->step());
  EXPECT_TRUE(is_visit_asked());
  EXPECT_FALSE(row().visit_due);
  // The next ones wait for their turn, and are one visit.
  push("sha1=" + hmac_hex("sha1", secret_, "news"));
  push("sha1=" + hmac_hex("sha1", secret_, "news"));
  EXPECT_EQ(row().visit_due, time_.now() + Milliseconds(10'000));
}

TEST_F(WebSubTest, AForgedPushDoesNothing) {
  name_hub();
  ask();
  verify("subscribe");
  const std::string right = hmac_hex("sha256", secret_, "news");
  for (const std::string& signature :
       {std::string(), std::string("sha256="),
        "sha256=" + hmac_hex("sha256", "guess", "news"), "sha1=" + right,
        "md5=" + right, right, "sha256=" + right.substr(1)}) {
    EXPECT_EQ(push(signature), PushEnd::kForged) << signature;
  }
  EXPECT_EQ(push("sha256=" + right, "other news"), PushEnd::kForged);
  must(hubs_->step());
  EXPECT_FALSE(is_visit_asked());
  EXPECT_FALSE(row().pushed);
  token_ = "guessed";
  EXPECT_EQ(push("sha256=" + right), PushEnd::kUnknown);
}

TEST_F(WebSubTest, AHubThatFailsIsAskedEverMoreRarely) {
  name_hub();
  Milliseconds last{0};
  for (int i = 0; i < 8; ++i) {
    must(hubs_->step());
    AskedClient::answer(web_.take(), 500);
    must(hubs_->step());
    const Milliseconds wait = row().next_try - time_.now();
    EXPECT_GE(wait, last);
    EXPECT_LE(wait, days(1));
    last = wait;
    time_.advance(wait);
  }
  EXPECT_GE(last, hours(4));
  EXPECT_THAT(row().error, HasSubstr("500"));
}

TEST_F(WebSubTest, ARemovedSourceLeavesItsHub) {
  name_hub();
  ask();
  verify("subscribe");
  must(store_->sources().remove(source_));
  const std::string form = ask();
  EXPECT_EQ(field_of(form, "hub.mode"), "unsubscribe");
  EXPECT_EQ(push("sha256=" + hmac_hex("sha256", secret_, "news")), PushEnd::kUnknown);
  EXPECT_EQ(verify("subscribe"), std::nullopt);
  EXPECT_EQ(verify("unsubscribe"), "echo me");
  EXPECT_FALSE(has_row());
}

TEST_F(WebSubTest, AHubThatDoesNotLetUsGoIsForgotten) {
  name_hub();
  ask();
  verify("subscribe");
  must(store_->hub_subscriptions().note_no_hub(source_, time_.now()));
  for (int i = 0; i < 3 && has_row(); ++i) {
    ask();
    time_.advance(days(2));
  }
  must(hubs_->step());
  EXPECT_FALSE(has_row());
}

TEST_F(WebSubTest, OurHubAsksWhoeverSubscribesAndSendsWhatIsNew) {
  EXPECT_EQ(subscribe(), "");
  must(own_hub_->step());
  const auto asked = web_.take();
  EXPECT_EQ(asked.request.method, "GET");
  EXPECT_TRUE(asked.request.url.starts_with(
      "https://reader.example/cb?a=b&hub.mode=subscribe"));
  const std::string query = query_of(asked.request.url);
  EXPECT_EQ(field_of(query, "hub.topic"), "https://curlew.example/sources/1/feed.atom");
  EXPECT_EQ(field_of(query, "hub.lease_seconds"), "86400");
  AskedClient::answer(asked, 200, field_of(query, "hub.challenge"));
  must(own_hub_->step());
  EXPECT_THAT(web_.asked, IsEmpty());
  add_article(source_, 1, "News");
  must(own_hub_->step());
  const auto sent = web_.take();
  EXPECT_EQ(sent.request.method, "POST");
  EXPECT_EQ(sent.request.url, "https://reader.example/cb?a=b");
  EXPECT_EQ(sent.request.body, "feed at https://curlew.example/sources/1/feed.atom");
  EXPECT_EQ(http::joined_header(sent.request.headers, "Content-Type"), "text/feed");
  EXPECT_EQ(http::joined_header(sent.request.headers, "X-Hub-Signature"),
            "sha256=" + hmac_sha256_hex("shared", sent.request.body));
  EXPECT_EQ(http::joined_header(sent.request.headers, "Link"),
            "<https://curlew.example/websub>; rel=\"hub\", "
            "<https://curlew.example/sources/1/feed.atom>; rel=\"self\"");
  AskedClient::answer(sent, 204);
  must(own_hub_->step());
  must(own_hub_->step());
  EXPECT_THAT(web_.asked, IsEmpty());
}

// To see what a feed says takes reading a hundred articles.
TEST_F(WebSubTest, FeedsAreNotLookedAtWhileASlowSubscriberTakesHisTime) {
  EXPECT_EQ(subscribe(), "");
  confirm();
  add_article(source_, 1, "News");
  must(own_hub_->step());
  const auto sent = web_.take();
  add_article(source_, 2, "More");
  must(own_hub_->step());
  const int looks = looks_;
  for (int i = 0; i < 5; ++i) must(own_hub_->step());
  EXPECT_EQ(looks_, looks);
  AskedClient::answer(sent, 204);
  must(own_hub_->step());
  EXPECT_THAT(web_.asked, SizeIs(1)) << "of what came meanwhile";
}

TEST_F(WebSubTest, AFeedThatCannotBeReadHoldsUpNobodyElse) {
  control::OwnHubOptions options;
  options.key = model::kTestKey;
  options.state = [](store::Store& store,
                     const std::string& path) -> Result<std::optional<std::int64_t>> {
    if (path == "/sources/1/feed.atom") {
      return Error{ErrorKind::kCorrupt, "damaged"};
    }
    return feed_state(store, path);
  };
  own_hub_ = std::make_unique<control::OwnHub>(options, *store_, web_, time_);
  add("https://b.example/feed", "B");
  EXPECT_EQ(subscribe(), "");
  EXPECT_EQ(subscribe("https://other.example/", "subscribe", "/sources/2/feed.atom"),
            "");
  must(own_hub_->step());
  ASSERT_THAT(web_.asked, SizeIs(2));
  while (!web_.asked.empty()) {
    const auto asked = web_.take();
    AskedClient::answer(asked, 200,
                        field_of(query_of(asked.request.url), "hub.challenge"));
  }
  EXPECT_FALSE(own_hub_->step().ok()) << "it is said";
  must(own_hub_->step());
  EXPECT_THAT(web_.asked, IsEmpty()) << "and not asked again at once";
  EXPECT_EQ(must(store_->feed_subscribers().count("other.example")).of_host, 1u);
  time_.advance(minutes(2));
  must(own_hub_->step());
  EXPECT_THAT(web_.asked, SizeIs(1)) << "but later";
}

TEST_F(WebSubTest, WhoDoesNotConfirmIsNotSubscribed) {
  for (const char* body : {"", "another challenge"}) {
    EXPECT_EQ(subscribe(), "");
    must(own_hub_->step());
    AskedClient::answer(web_.take(), 200, body);
    must(own_hub_->step());
    time_.advance(minutes(10));
    must(own_hub_->step());
    AskedClient::answer(web_.take(), 404);
    must(own_hub_->step());
    time_.advance(minutes(10));
    must(own_hub_->step());
    EXPECT_THAT(web_.asked, IsEmpty());
  }
  EXPECT_EQ(must(store_->feed_subscribers().count("reader.example")).all, 0);
}

TEST_F(WebSubTest, AReceiverThatFailsIsTriedAgainAndThenDropped) {
  subscribe();
  confirm();
  add_article(source_, 1, "News");
  int tries = 0;
  for (; tries < 20; ++tries) {
    must(own_hub_->step());
    if (web_.asked.empty()) break;
    AskedClient::answer(web_.take(), 500);
    must(own_hub_->step());
    time_.advance(hours(2));
  }
  EXPECT_EQ(tries, 8);
  EXPECT_EQ(must(store_->feed_subscribers().count("")).all, 0);
}

TEST_F(WebSubTest, WhatComesWhileAReceiverIsAwayIsOneMessage) {
  subscribe();
  confirm();
  add_article(source_, 1, "News");
  must(own_hub_->step());
  AskedClient::answer(web_.take(), 503);
  must(own_hub_->step());
  add_article(source_, 2, "More");
  must(own_hub_->step());
  EXPECT_THAT(web_.asked, IsEmpty());
  time_.advance(minutes(2));
  must(own_hub_->step());
  EXPECT_THAT(web_.asked, SizeIs(1));
  AskedClient::answer(web_.take(), 200);
  must(own_hub_->step());
  EXPECT_THAT(web_.asked, IsEmpty());
}

TEST_F(WebSubTest, ALeaseAtOurHubEnds) {
  subscribe();
  confirm();
  time_.advance(days(1));
  add_article(source_, 1, "News");
  must(own_hub_->step());
  EXPECT_THAT(web_.asked, IsEmpty());
  EXPECT_EQ(must(store_->feed_subscribers().count("")).all, 0);
}

TEST_F(WebSubTest, WhoSaysGoneOrLeavesIsSentNothingMore) {
  subscribe();
  confirm();
  add_article(source_, 1, "News");
  must(own_hub_->step());
  AskedClient::answer(web_.take(), 410);
  must(own_hub_->step());
  EXPECT_EQ(must(store_->feed_subscribers().count("")).all, 0);
  subscribe();
  confirm();
  EXPECT_EQ(subscribe("https://reader.example/cb?a=b", "unsubscribe"), "");
  confirm();
  EXPECT_EQ(must(store_->feed_subscribers().count("")).all, 0);
  EXPECT_NE(subscribe("https://reader.example/cb?a=b", "unsubscribe"), "");
}

TEST_F(WebSubTest, AFeedThatIsGoneIsSentNoMore) {
  subscribe();
  confirm();
  must(store_->sources().remove(source_));
  const auto other = add("https://b.example/feed", "B");
  add_article(other, 1, "News");
  must(own_hub_->step());
  EXPECT_EQ(must(store_->feed_subscribers().count("")).all, 0);
  // Section 5.2: he is told.
  const auto told = web_.take();
  EXPECT_EQ(told.request.method, "GET");
  const std::string query = query_of(told.request.url);
  EXPECT_EQ(field_of(query, "hub.mode"), "denied");
  EXPECT_EQ(field_of(query, "hub.topic"), "https://curlew.example/sources/1/feed.atom");
  EXPECT_EQ(field_of(query, "a"), "b");
  AskedClient::answer(told, 500);
  must(own_hub_->step());
  time_.advance(hours(1));
  must(own_hub_->step());
  EXPECT_THAT(web_.asked, IsEmpty()) << "once";
}

TEST_F(WebSubTest, AFeedThatIsGoneBeforeItsSubscriberWasAskedIsDenied) {
  subscribe();
  must(store_->sources().remove(source_));
  must(own_hub_->step());
  const auto told = web_.take();
  EXPECT_EQ(field_of(query_of(told.request.url), "hub.mode"), "denied");
  AskedClient::answer(told, 200);
  must(own_hub_->step());
  EXPECT_THAT(web_.asked, IsEmpty());
  EXPECT_EQ(must(store_->feed_subscribers().count("")).all, 0);
}

TEST_F(WebSubTest, AnEntryThatWasEditedIsSentAgain) {
  const auto article = add_article(source_, 1, "News");
  subscribe();
  confirm();
  must(own_hub_->step());
  EXPECT_THAT(web_.asked, IsEmpty());
  must(store::Query::run(store_->database(),
                         "UPDATE articles SET title = 'News, corrected', edited = $1"
                         " WHERE id = $2",
                         store::kNow + minutes(5), article));
  time_.advance(Milliseconds(11'000));
  must(own_hub_->step());
  ASSERT_THAT(web_.asked, SizeIs(1));
  AskedClient::answer(web_.take(), 200);
  must(own_hub_->step());
  time_.advance(Milliseconds(11'000));
  must(own_hub_->step());
  EXPECT_THAT(web_.asked, IsEmpty()) << "and not once more";
}

TEST_F(WebSubTest, TheReasonOfARefusalIsNeverCutInsideACharacter) {
  name_hub();
  ask();
  const std::string reason = "x" + [] {
    std::string many;
    for (int i = 0; i < 200; ++i) many += "λ";
    return many;
  }();
  must(answer_hub(*store_,
                  {.token = token_,
                   .mode = "denied",
                   .topic = "https://a.example/feed",
                   .challenge = "",
                   .lease_seconds = "",
                   .reason = reason},
                  time_.now()));
  EXPECT_EQ(row().state, store::kHubRefused);
  EXPECT_TRUE(is_storable_text(row().error));
}

TEST_F(WebSubTest, WhatIsNotAFeedOrACallbackIsRefused) {
  EXPECT_THAT(
      subscribe("https://reader.example/", "subscribe", "/sources/99/feed.atom"),
      HasSubstr("hub.topic"));
  EXPECT_THAT(
      subscribe("https://reader.example/", "subscribe", "/mine/lists/guess.atom"),
      HasSubstr("hub.topic"));
  EXPECT_THAT(subscribe("file:///etc/passwd"), HasSubstr("hub.callback"));
  EXPECT_THAT(subscribe("not an address"), HasSubstr("hub.callback"));
  EXPECT_THAT(subscribe("https://reader.example/", "publish"), HasSubstr("hub.mode"));
}

TEST_F(WebSubTest, OneHostHasABoundedNumberOfSubscriptions) {
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(subscribe("https://reader.example/" + std::to_string(i)), "") << i;
  }
  EXPECT_THAT(subscribe("https://reader.example/more"), HasSubstr("too many"));
  EXPECT_EQ(subscribe("https://other.example/"), "");
  // And is not asked all of it at once.
  must(own_hub_->step());
  EXPECT_THAT(web_.asked, SizeIs(3));
}

}  // namespace
}  // namespace curlew::service
