#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "base/sha.h"
#include "publish/notices_test.h"
#include "publish/webhook/form.h"
#include "publish/webhook/request.h"

namespace curlew::publish {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr Time kNow = from_unix_seconds(1'794'920'800);

http::Request request_to(const std::string& form, const std::string& url,
                         const Notice& notice = english_notice()) {
  auto request =
      to_request(notice, {.url = url, .form = form, .secret = "secret"}, "3f2a", kNow);
  EXPECT_TRUE(request.ok()) << (request.ok() ? "" : request.error().text);
  return request.ok() ? std::move(*request) : http::Request{};
}

std::string header(const http::Request& request, std::string_view name) {
  return std::string(http::find_header(request.headers, name).value_or("none"));
}

boost::json::object body_of(const http::Request& request) {
  boost::system::error_code error;
  auto parsed = boost::json::parse(request.body, error);
  EXPECT_FALSE(error) << request.body;
  return error ? boost::json::object() : parsed.as_object();
}

std::string text_in(const http::Request& request, std::string_view name) {
  const auto body = body_of(request);
  const auto* found = body.if_contains(name);
  return found == nullptr ? "none" : std::string(found->as_string());
}

TEST(Webhook, SaysAllOfANoticeInJson) {
  const auto body = body_of(request_to("", "https://example.org/hook"));
  EXPECT_EQ(body.at("kind"), "clip");
  EXPECT_EQ(body.at("key"), "delivery-17.3f2a");
  EXPECT_EQ(body.at("list").at("name"), "Ferries");
  const auto& clip = body.at("clips").at(0);
  EXPECT_EQ(clip.at("title"), "Seamen's strike <b>ends</b>");
  EXPECT_EQ(clip.at("published"), "2026-11-17T13:05:00Z");
  EXPECT_THAT(std::string(clip.at("summary_html").as_string()),
              HasSubstr("The <mark>strike</mark> of"));
  EXPECT_EQ(clip.at("also_in").at(0).at("source"), "Island Post");
}

// The address of the page opens all lists, and its stored texts lie below it.
TEST(Webhook, IsNotToldOfTheUsersPage) {
  Notice digest = digest_of(300);
  digest.clips[0].stored_url = digest.page_url + "/articles/88";
  for (const char* form : {"json", "ntfy", "matrix", "slack", "telegram", "discord"}) {
    const auto request = request_to(form, "https://example.org/a/b?chat_id=1", digest);
    EXPECT_THAT(request.body, Not(HasSubstr("/mine/"))) << form;
  }
}

TEST(Webhook, SignsTheTimeAndTheBody) {
  const auto request = request_to("json", "https://example.org/hook");
  EXPECT_EQ(header(request, "X-Curlew-Timestamp"), "1794920800");
  EXPECT_EQ(header(request, "X-Curlew-Signature"),
            "sha256=" + hmac_sha256_hex("secret", "1794920800." + request.body));
  EXPECT_EQ(header(request, "Idempotency-Key"), "delivery-17.3f2a");
  auto unsigned_request =
      to_request(english_notice(), {.url = "https://example.org/"}, "3f2a", kNow);
  ASSERT_TRUE(unsigned_request.ok());
  EXPECT_EQ(header(*unsigned_request, "X-Curlew-Signature"), "none");
}

TEST(Webhook, FillsTheFormOfNtfy) {
  const auto request = request_to("ntfy", "https://ntfy.sh/my%20ferries");
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.url, "https://ntfy.sh/");
  EXPECT_EQ(text_in(request, "topic"), "my ferries");
  EXPECT_EQ(text_in(request, "title"), "Ferries: Seamen's strike <b>ends</b>");
  EXPECT_THAT(text_in(request, "message"), HasSubstr("The *strike* of"));
  EXPECT_EQ(text_in(request, "click"), "https://news.example.org/ferry?a=1&b=2");
}

TEST(Webhook, FillsTheFormOfMatrix) {
  const auto request = request_to(
      "matrix", "https://matrix.example.org/!room:example.org?access_token=to%2Bken");
  EXPECT_EQ(request.method, "PUT");
  EXPECT_EQ(request.url,
            "https://matrix.example.org/_matrix/client/v3/rooms/%21room%3Aexample.org"
            "/send/m.room.message/delivery-17.3f2a");
  EXPECT_EQ(header(request, "Authorization"), "Bearer to+ken");
  EXPECT_THAT(text_in(request, "formatted_body"),
              HasSubstr("The <b>strike</b> of the seamen"));
  EXPECT_THAT(text_in(request, "formatted_body"), HasSubstr("&lt;b&gt;ends"));
}

TEST(Webhook, FillsTheFormOfSlack) {
  const auto request = request_to("slack", "https://hooks.slack.com/services/T/B/x");
  EXPECT_EQ(request.url, "https://hooks.slack.com/services/T/B/x");
  EXPECT_THAT(text_in(request, "text"), HasSubstr("*Ferries*\nSeamen"));
  EXPECT_THAT(text_in(request, "text"), HasSubstr("&lt;b&gt;ends&lt;/b&gt;"));
}

TEST(Webhook, FillsTheFormOfTelegram) {
  const auto request = request_to(
      "telegram", "https://api.telegram.org/bot1:abc/sendMessage?chat_id=-42");
  EXPECT_EQ(request.url, "https://api.telegram.org/bot1:abc/sendMessage");
  EXPECT_EQ(text_in(request, "chat_id"), "-42");
  EXPECT_THAT(text_in(request, "text"), HasSubstr("<b>strike</b>"));
}

TEST(Webhook, FillsTheFormOfDiscordWithinItsBound) {
  const auto request =
      request_to("discord", "https://discord.com/api/webhooks/1/x", digest_of(500));
  EXPECT_LE(text_in(request, "content").size(), 2000u);
  EXPECT_THAT(text_in(request, "content"), HasSubstr("Ferries: 500 clips"));
  EXPECT_THAT(text_in(request, "content"), HasSubstr("and 494 more"));
}

// Every form, with values that try to leave their place.
TEST(Webhook, LetsNoValueOutOfItsPlace) {
  Notice notice = english_notice();
  notice.list_name = "\"},{\"\r\n\\ \x01 @everyone";
  notice.user = "\"";
  model::Clip& clip = notice.clips[0].clip;
  clip.title = "\", \"chat_id\": \"1\r\nX-Bad: 1";
  clip.summary = "{{target}} </b><script>";
  clip.mark_begin = clip.mark_end = 0;
  clip.url = "javascript:alert(1)";
  for (const WebhookForm& form : own_forms()) {
    const auto request = request_to(
        form.name, "https://example.org/a%0d%0ab?chat_id=%22&access_token=x%0d%0ay",
        notice);
    body_of(request);
    const bool has_markup = form.name == "telegram" || form.name == "slack";
    if (has_markup) {
      EXPECT_THAT(request.body, Not(HasSubstr("<script"))) << form.name;
    }
    EXPECT_THAT(request.body, Not(HasSubstr("javascript:"))) << form.name;
    for (const auto& [name, value] : request.headers) {
      EXPECT_EQ(value.find_first_of("\r\n"), value.npos) << form.name << name;
    }
  }
}

// A chat's text is bounded however the notice is made; so is our own.
TEST(Webhook, StaysBounded) {
  Notice one = english_notice();
  one.clips[0].clip.title.assign(100'000, '<');
  one.clips[0].clip.summary.assign(100'000, 'a');
  one.clips[0].also_in.assign(1000, {.title = std::string(1000, '"'), .url = "x"});
  for (const Notice& notice : {one, digest_of(100'000)}) {
    for (const WebhookForm& form : own_forms()) {
      EXPECT_LT(request_to(form.name, "https://example.org/x", notice).body.size(),
                100'000u)
          << form.name;
    }
  }
  Notice long_alarm = alarm();
  long_alarm.lines.assign(10'000, std::string(10'000, 'x'));
  EXPECT_LE(
      text_in(request_to("discord", "https://example.org/x", long_alarm), "content")
          .size(),
      2000u);
  EXPECT_LT(request_to("json", "https://example.org/x", digest_of(100'000)).body.size(),
            300'000u);
}

TEST(Webhook, RefusesAnAddressThatIsNotOfTheWeb) {
  for (const auto* bad : {"", "ftp://example.org/", "javascript:x", "https://a b/"}) {
    EXPECT_FALSE(to_request(english_notice(), {.url = bad}, "x", kNow).ok()) << bad;
  }
  const WebhookTarget unknown = {.url = "https://example.org/", .form = "pigeon"};
  EXPECT_FALSE(to_request(english_notice(), unknown, "x", kNow).ok());
  EXPECT_FALSE(is_form("pigeon", own_forms()));
  EXPECT_TRUE(is_form("slack", own_forms()) && is_form("json", own_forms()));
}

TEST(Form, SaysWhatIsWrong) {
  const auto error_of = [](std::string_view text) {
    const auto form = parse_form("own", text);
    return form.ok() ? "" : form.error().text;
  };
  EXPECT_EQ(error_of("# Own\nPOST {{target}}\nA: b\n\n{\"a\": \"{{text:500}}\"}\n"),
            "");
  EXPECT_EQ(error_of("GET {{target}}\n\n{}"),
            "own: the first line is not POST or PUT and an address: 'GET {{target}}'");
  EXPECT_EQ(error_of("POST {{target}}\nab\n\n{}"),
            "own: a header without a colon: 'ab'");
  EXPECT_EQ(error_of("POST {{target}}\n\n{\"{{word}}\"}"),
            "own: no value is named 'word'");
  EXPECT_EQ(error_of("POST {{target}}\n\n{\"a\": \"{{text:1}}\"}"),
            "own: '1' is not a number of bytes from 100 to 65536");
  EXPECT_EQ(error_of("POST {{target}}\n\n{"), "own: the body is not JSON: '{'");
}

http::Response response(int status, http::Headers headers = {}, std::string body = {}) {
  return {.status = status, .headers = std::move(headers), .body = std::move(body)};
}

TEST(Verdict, FollowsTheStatus) {
  for (const int status : {200, 201, 204}) {
    EXPECT_EQ(to_verdict(response(status), kNow).end, DeliveryEnd::kDelivered);
  }
  for (const int status : {408, 425, 429, 500, 502, 503}) {
    EXPECT_EQ(to_verdict(response(status), kNow).end, DeliveryEnd::kLater) << status;
  }
  for (const int status : {301, 302, 400, 401, 403, 404, 410}) {
    EXPECT_EQ(to_verdict(response(status), kNow).end, DeliveryEnd::kRefused) << status;
  }
  EXPECT_EQ(to_verdict(response(400, {}, "no\x1b[2J such\nchat"), kNow).error,
            "answered 400: no[2J such chat");
}

TEST(Verdict, HeedsRetryAfter) {
  using namespace std::chrono_literals;
  EXPECT_EQ(to_verdict(response(429, {{"retry-after", "120"}}), kNow).wait, 120s);
  EXPECT_EQ(to_verdict(
                response(503, {{"Retry-After", "Tue, 17 Nov 2026 13:07:40 GMT"}}), kNow)
                .wait,
            60s);
  EXPECT_EQ(to_verdict(response(503, {{"Retry-After", "soon"}}), kNow).wait,
            std::nullopt);
}

TEST(Verdict, TriesAgainWithoutAnAnswerUnlessTheGuardForbidsIt) {
  const http::Response lost{.end = http::TransferEnd::kTimedOut, .error = "late"};
  EXPECT_EQ(to_verdict(lost, kNow).end, DeliveryEnd::kLater);
  const http::Response forbidden{.end = http::TransferEnd::kRefused,
                                 .error = "the address 127.0.0.1 is loopback"};
  EXPECT_EQ(to_verdict(forbidden, kNow).end, DeliveryEnd::kRefused);
  EXPECT_EQ(to_verdict(forbidden, kNow).error, "the address 127.0.0.1 is loopback");
}

}  // namespace
}  // namespace curlew::publish
