// Reader apps and the whole site, in memory. What is asked and answered is in
// testdata/readers/, a file a protocol; with CURLEW_WRITE_GOLDEN=1 in the environment
// the answers are written anew.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sodium.h>

#include <fstream>
#include <iterator>

#include "api/readers/greader/stream.h"
#include "api/readers/reader_route.h"
#include "api/readers/readers_fixture_test.h"
#include "api/readers/shown_entry.h"
#include "service/reader_marks.h"

namespace curlew::api {
namespace {

using store::kNow;
using store::must;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST_F(ReadersTest, SpeaksTheGoogleReaderApi) { compare_with("greader.txt"); }
TEST_F(ReadersTest, SpeaksFever) { compare_with("fever.txt"); }
TEST_F(ReadersTest, SpeaksMiniflux) { compare_with("miniflux.txt"); }

TEST_F(ReadersTest, WhatIsReadInOneAppIsReadInTheOthers) {
  const std::string ship = std::to_string(ship_.value);
  EXPECT_EQ(ask({"PUT", "/v1/entries", miniflux("anna"),
                 "{\"entry_ids\":[" + ship + "],\"status\":\"read\"}"})
                .status,
            204);
  EXPECT_EQ(fever("anna", "unread_item_ids").find("\"" + ship + ","),
            std::string::npos);
  EXPECT_THAT(ask({.target = "/reader/api/0/stream/items/contents?i=" + ship,
                   .headers = google("anna")})
                  .body,
              HasSubstr("user/-/state/com.google/read\""));
  // And so is the clip of it.
  const std::string clips =
      ask({.target = fmt::format("/reader/api/0/stream/items/ids?s=feed/{}&xt="
                                 "user/-/state/com.google/read",
                                 service::kFirstListFeed + ships_.value),
           .headers = google("anna")})
          .body;
  EXPECT_EQ(clips, "{\"itemRefs\":[]}");
}

TEST_F(ReadersTest, AnAppPasswordThatIsTakenBackOpensNothing) {
  EXPECT_EQ(ask({.target = "/v1/me", .headers = miniflux("anna")}).status, 200);
  must(service::remove_access_key(*store_, users_["anna"].id, model::KeyKind::kApp,
                                  keys_["anna"]));
  clock_.advance(Milliseconds(1500));
  EXPECT_EQ(ask({.target = "/v1/me", .headers = miniflux("anna")}).status, 401);
  EXPECT_EQ(ask({.target = "/reader/api/0/token", .headers = google("anna")}).status,
            401);
  EXPECT_THAT(fever("anna", "items"), HasSubstr("\"auth\":0"));
  EXPECT_THAT(fever("anna", "items"), Not(HasSubstr("items")));
  EXPECT_EQ(ask({.target = "/v1/me", .headers = miniflux("bob")}).status, 200);
}

TEST_F(ReadersTest, WhoGuessesAppPasswordsWaitsAndAnAppThatWorksDoesNot) {
  const Asked anna{.target = "/v1/me", .headers = miniflux("anna")};
  EXPECT_EQ(ask(anna).status, 200);
  http::ServerResponse guessed;
  for (int i = 0; i < 40; ++i) {
    guessed = ask({.target = "/v1/me",
                   .headers = {{"X-Auth-Token", "guess-" + std::to_string(i)}}});
    EXPECT_EQ(guessed.status, i < 30 ? 401 : 429) << i;
  }
  EXPECT_EQ(http::find_header(guessed.headers, "Retry-After"), "5");
  EXPECT_EQ(ask({"POST", "/accounts/ClientLogin", {}, "Email=anna&Passwd=x"}).status,
            429);
  EXPECT_EQ(ask({"POST", "/fever/?api", {}, "api_key=0123"}).status, 429);
  const Asked bob{.target = "/v1/me", .headers = miniflux("bob")};
  EXPECT_EQ(ask(bob).status, 429);
  clock_.advance(Milliseconds(1'001));
  EXPECT_EQ(ask(anna).status, 200) << "what was right before goes on";
  clock_.advance(Milliseconds(5'000));
  EXPECT_EQ(ask(bob).status, 200);
}

TEST_F(ReadersTest, ACookieOrATokenOfTheApiIsNotAnAppPassword) {
  const std::string token =
      must(service::add_token(*store_, users_["anna"], "x", model::Scope::kWrite, kNow))
          .secret;
  for (const http::Headers& headers :
       {http::Headers{{"Authorization", "Bearer " + token}},
        http::Headers{{"X-Auth-Token", token}},
        http::Headers{{"Cookie", "curlew_session=" + token}}, http::Headers{}}) {
    EXPECT_EQ(ask({.target = "/v1/me", .headers = headers}).status, 401);
    EXPECT_EQ(ask({.target = "/reader/api/0/user-info", .headers = headers}).status,
              401);
  }
  EXPECT_EQ(ask({.target = "/v1/me",
                 .headers = {{"Authorization", "Basic " + std::string("YTpi")}}})
                .status,
            401);
}

// Every object of hers, by every way that there is: he is told that it is not there.
TEST_F(ReadersTest, ShowsAndChangesNothingOfAnotherUser) {
  const std::string secret = std::to_string(secret_.value);
  const std::int64_t list = service::kFirstListFeed + ships_.value;
  const auto clip = must(store::ReaderItems(store_->database())
                             .list({.user = users_["anna"].id,
                                    .sources = store::ReaderFilter::Which::kNone},
                                   1));
  const std::string clip_number = std::to_string(clip.at(0).number);
  for (const std::string& number : {secret, clip_number}) {
    EXPECT_EQ(
        ask({.target = "/v1/entries/" + number, .headers = miniflux("bob")}).status,
        404);
    EXPECT_EQ(ask({.target = "/v1/entries/" + number + "/fetch-content",
                   .headers = miniflux("bob")})
                  .status,
              404);
    EXPECT_EQ(
        ask({"PUT", "/v1/entries/" + number + "/bookmark", miniflux("bob")}).status,
        404);
    EXPECT_THAT(ask({.target = "/reader/api/0/stream/items/contents?i=" + number,
                     .headers = google("bob")})
                    .body,
                HasSubstr("\"items\":[]"));
    EXPECT_THAT(fever("bob", "items&with_ids=" + number), HasSubstr("\"items\":[]"));
    // Apps mark what went meanwhile: that is no error, and changes nothing.
    ask({"PUT", "/v1/entries", miniflux("bob"),
         "{\"entry_ids\":[" + number + "],\"status\":\"read\"}"});
    ask({"POST", "/reader/api/0/edit-tag", google("bob"),
         "i=" + number + "&a=user/-/state/com.google/starred"});
    fever("bob", "mark=item&as=saved&id=" + number);
  }
  for (const std::string& feed : {std::to_string(diary_.value), std::to_string(list)}) {
    EXPECT_EQ(ask({.target = "/v1/feeds/" + feed, .headers = miniflux("bob")}).status,
              404);
    for (const std::string& entries :
         {"/v1/feeds/" + feed + "/entries", "/v1/entries?feed_id=" + feed}) {
      const auto told = ask({.target = entries, .headers = miniflux("bob")});
      EXPECT_EQ(told.status, 400) << entries;
      EXPECT_THAT(told.body, HasSubstr("invalid feed ID"));
    }
    EXPECT_NE(ask({"PUT", "/v1/feeds/" + feed, miniflux("bob"), "{\"title\":\"his\"}"})
                  .status,
              201);
    EXPECT_NE(ask({"DELETE", "/v1/feeds/" + feed, miniflux("bob")}).status, 204);
    EXPECT_EQ(
        ask({.target = "/reader/atom/feed/" + feed, .headers = google("bob")}).status,
        404);
    EXPECT_NE(ask({"POST", "/reader/api/0/subscription/edit", google("bob"),
                   "ac=unsubscribe&s=feed/" + feed})
                  .status,
              200);
    EXPECT_EQ(
        ask({"PUT", "/v1/feeds/" + feed + "/mark-all-as-read", miniflux("bob")}).status,
        404);
    fever("bob", "mark=feed&as=read&id=" + feed);
  }
  for (const std::string& told :
       {ask({.target = "/v1/feeds", .headers = miniflux("bob")}).body,
        ask({.target = "/v1/entries", .headers = miniflux("bob")}).body,
        ask({.target = "/v1/export", .headers = miniflux("bob")}).body,
        ask({.target = "/v1/feeds/counters", .headers = miniflux("bob")}).body,
        ask({.target = "/reader/api/0/subscription/list", .headers = google("bob")})
            .body,
        ask({.target = "/reader/api/0/unread-count", .headers = google("bob")}).body,
        ask({.target = "/reader/api/0/stream/contents", .headers = google("bob")}).body,
        ask({.target = "/reader/api/0/tag/list", .headers = google("bob")}).body,
        fever("bob", "feeds&groups&items&unread_item_ids&saved_item_ids")}) {
    EXPECT_THAT(told, Not(HasSubstr("secret")));
    EXPECT_THAT(told, Not(HasSubstr("diary")));
    EXPECT_THAT(told, Not(HasSubstr("Mine")));
    EXPECT_THAT(told, Not(HasSubstr("Ships")));
    EXPECT_THAT(told, Not(HasSubstr("Clips")));
  }
  EXPECT_EQ(
      ask({"PUT", fmt::format("/v1/users/{}/mark-all-as-read", users_["anna"].id.value),
           miniflux("bob")})
          .status,
      403);
  EXPECT_THAT(must(store_->article_states().of(users_["anna"].id,
                                               std::vector{secret_, ship_, fog_})),
              IsEmpty());
  EXPECT_THAT(must(store_->article_states().of(users_["bob"].id, std::vector{secret_})),
              IsEmpty());
}

// newsboat asks for streams that Google had and we have nothing of. To mark one of them
// must not mark all that there is.
TEST_F(ReadersTest, MarkingAStreamThatThereIsNotMarksNothing) {
  for (const char* stream :
       {"user/-/state/com.google/broadcast", "user/-/state/com.google/no-such",
        "pop/topic/top/language/en", "feed/999999", "user/-/label/No%20such", "nothing",
        ""}) {
    const auto answer = ask({"POST", "/reader/api/0/mark-all-as-read", google("anna"),
                             std::string("s=") + stream});
    EXPECT_THAT(must(store_->article_states().of(users_["anna"].id,
                                                 std::vector{secret_, ship_, fog_})),
                IsEmpty())
        << stream << ": " << answer.status;
  }
  EXPECT_EQ(ask({"POST", "/reader/api/0/mark-all-as-read", google("anna"),
                 "s=user/-/state/com.google/broadcast"})
                .status,
            400);
  EXPECT_EQ(ask({"POST", "/reader/api/0/mark-all-as-read", google("anna"),
                 "s=user/-/state/com.google/reading-list"})
                .status,
            200);
  EXPECT_EQ(must(store_->article_states().of(users_["anna"].id,
                                             std::vector{secret_, ship_, fog_}))
                .size(),
            3u);
}

// What Google had beside the feeds is there for apps that ask for it, and empty.
TEST_F(ReadersTest, StreamsThatGoogleHadAreThere) {
  for (const char* stream :
       {"user/-/state/com.google/starred", "user/-/state/com.google/broadcast",
        "user/-/state/com.google/broadcast-friends",
        "user/-/state/com.google/reading-list", "pop/topic/top/language/en"}) {
    const auto atom = ask({.target = std::string("/reader/atom/") + stream + "?n=20",
                           .headers = google("anna")});
    EXPECT_EQ(atom.status, 200) << stream;
    EXPECT_THAT(atom.body, HasSubstr("</feed>")) << stream;
  }
}

// An address is written into logs, histories and proxies.
TEST_F(ReadersTest, APasswordInAnAddressIsNotTaken) {
  const std::string both = "Email=anna&Passwd=" + secrets_["anna"];
  EXPECT_EQ(ask({"GET", "/accounts/ClientLogin?" + both}).status, 405);
  EXPECT_EQ(ask({"POST", "/accounts/ClientLogin?" + both}).status, 400);
  EXPECT_EQ(ask({"POST", "/accounts/ClientLogin", {}, both}).status, 200);
}

// A browser that was once asked for the password sends it with every form, whoever's
// page the form is on.
TEST_F(ReadersTest, APasswordThatABrowserSendsCountsFromOurOwnPagesAlone) {
  const std::string pair = "anna:" + secrets_["anna"];
  std::string basic(sodium_base64_ENCODED_LEN(pair.size(), 1), '\0');
  sodium_bin2base64(basic.data(), basic.size(),
                    reinterpret_cast<const unsigned char*>(pair.data()), pair.size(),
                    sodium_base64_VARIANT_ORIGINAL);
  basic.pop_back();
  const http::Headers by_app{{"Authorization", "Basic " + basic}};
  const auto from = [&](const char* origin) {
    http::Headers headers = by_app;
    headers.emplace_back("Origin", origin);
    return headers;
  };
  const std::string user = std::to_string(users_["anna"].id.value);
  const std::string mark = "/v1/users/" + user + "/mark-all-as-read";
  for (const char* origin : {"https://evil.example", "null", "http://localhost:9"}) {
    EXPECT_EQ(ask({"PUT", mark, from(origin)}).status, 403) << origin;
    EXPECT_EQ(ask({"GET", "/v1/me", from(origin)}).status, 403) << origin;
  }
  EXPECT_THAT(must(store_->article_states().of(users_["anna"].id,
                                               std::vector{secret_, ship_, fog_})),
              IsEmpty());
  EXPECT_EQ(ask({"GET", "/v1/me", by_app}).status, 200);
  EXPECT_EQ(ask({"GET", "/v1/me", from("http://localhost:8400")}).status, 200);
  EXPECT_EQ(ask({"PUT", mark, by_app}).status, 204);
}

TEST_F(ReadersTest, WhatIsNotUtf8IsTheAppsMistake) {
  EXPECT_EQ(ask({"GET", "/v1/entries?search=%FF", miniflux("anna")}).status, 400);
  EXPECT_EQ(ask({"POST", "/reader/api/0/rename-tag", google("anna"),
                 "s=user/-/label/Mine&dest=user/-/label/%FF"})
                .status,
            400);
  EXPECT_EQ(ask({"POST", "/reader/api/0/subscription/quickadd", google("anna"),
                 "quickadd=https://%C3%28.example/%00"})
                .status,
            400);
}

TEST_F(ReadersTest, OneWhoMayOnlyReadChangesNothing) {
  EXPECT_EQ(ask({.target = "/v1/entries", .headers = miniflux("eve")}).status, 200);
  const std::string ship = std::to_string(ship_.value);
  EXPECT_EQ(ask({"PUT", "/v1/entries", miniflux("eve"),
                 "{\"entry_ids\":[" + ship + "],\"status\":\"read\"}"})
                .status,
            403);
  EXPECT_EQ(ask({"POST", "/v1/feeds", miniflux("eve"),
                 "{\"feed_url\":\"https://new.example/\"}"})
                .status,
            403);
  EXPECT_EQ(ask({"POST", "/reader/api/0/edit-tag", google("eve"),
                 "i=" + ship + "&a=user/-/state/com.google/read"})
                .status,
            403);
  EXPECT_THAT(fever("eve", "mark=item&as=read&id=" + ship), HasSubstr("only read"));
  EXPECT_THAT(must(store_->article_states().of(users_["eve"].id, std::vector{ship_})),
              IsEmpty());
}

// Whatever is sent, the answer is one of ours, soon, and nothing is changed.
TEST_F(ReadersTest, HostileRequestsAreRefusedOrAnsweredWithNothing) {
  const std::string huge(100'000, '9');
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "&i=" + std::to_string(i);
  const std::vector<Asked> requests = {
      {"POST",
       "/fever/?api&items&since_id=" + huge,
       {},
       "api_key=" + fever_key("anna")},
      {"POST",
       "/fever/?api&mark=item&as=read&id=-5",
       {},
       "api_key=" + fever_key("anna")},
      {"POST",
       "/fever/?api&mark=feed&as=read&before=9223372036854775807&id=99",
       {},
       "api_key=" + fever_key("anna")},
      {"POST",
       "/fever/?api&items&with_ids=" + std::string(50'000, ','),
       {},
       "api_key=" + fever_key("anna")},
      {"POST", "/fever/?api", {}, "api_key=" + huge},
      {"POST", "/fever/?api", {}, "api_key=%ff%00%27%20OR%201=1"},
      {"GET", "/reader/api/0/stream/contents/feed/" + huge, google("anna")},
      {"GET", "/reader/api/0/stream/contents/user/-/label/\xff\xfe", google("anna")},
      {"GET", "/reader/api/0/stream/contents?n=18446744073709551616&c=x&ot=" + huge,
       google("anna")},
      {"GET", "/reader/api/0/stream/items/ids?ot=9223372036854775807&n=0",
       google("anna")},
      {"POST", "/reader/api/0/stream/items/contents", google("anna"), many.substr(1)},
      {"POST", "/reader/api/0/edit-tag", google("anna"),
       "i=tag:google.com,2005:reader/item/zz&a=user/-/state/com.google/read"},
      {"POST", "/reader/api/0/mark-all-as-read", google("anna"),
       "s=feed/0&ts=9223372036854775807"},
      {"POST", "/reader/api/0/subscription/quickadd", google("anna"),
       "quickadd=javascript:alert(1)"},
      {"POST", "/reader/api/0/subscription/quickadd", google("anna"), "quickadd=%232"},
      {"POST", "/reader/api/0/rename-tag", google("anna"),
       "s=user/-/label/Mine&dest=user/-/label/" + huge},
      {"POST", "/reader/api/0/rename-tag", google("anna"),
       "s=user/-/label/Mine&dest=user/-/label/a%00b"},
      {"GET", "/v1/entries?limit=99999999999999&offset=99999999999999",
       miniflux("anna")},
      {"GET", "/v1/entries?status=odd", miniflux("anna")},
      {"GET", "/v1/entries?after=yesterday", miniflux("anna")},
      {"GET", "/v1/entries?before_entry_id=-1&after_entry_id=" + huge,
       miniflux("anna")},
      {"PUT", "/v1/entries", miniflux("anna"), std::string(200'000, '[')},
      {"PUT", "/v1/entries", miniflux("anna"),
       "{\"entry_ids\":[1e99],\"status\":\"read\"}"},
      {"PUT", "/v1/entries", miniflux("anna"),
       "{\"entry_ids\":{},\"status\":\"read\"}"},
      {"POST", "/v1/feeds", miniflux("anna"), "{\"feed_url\":\"file:///etc/passwd\"}"},
      {"POST", "/v1/feeds", miniflux("anna"), "{\"feed_url\":7}"},
      {"PUT", "/v1/feeds/1", miniflux("anna"), "not json"},
      {"GET", "/v1/me", {{"Authorization", "Basic " + huge}}},
      {"GET", "/v1/me", {{"Authorization", "Basic ===="}}},
      {"GET", "/reader/api/0/token", {{"Authorization", "GoogleLogin auth=" + huge}}},
      {"POST", "/accounts/ClientLogin", {}, "Email=anna&Passwd=" + huge},
  };
  const auto feeds =
      must(service::list_reader_feeds(*store_, users_["anna"].id)).size();
  for (const Asked& each : requests) {
    const http::ServerResponse response = ask(each);
    EXPECT_LT(response.status, 500) << each.target.substr(0, 100) << response.body;
    EXPECT_LT(response.body.size(), 20'000U) << each.target.substr(0, 100);
  }
  EXPECT_THAT(must(store_->article_states().of(users_["anna"].id,
                                               std::vector{secret_, ship_, fog_})),
              IsEmpty());
  EXPECT_EQ(must(service::list_reader_feeds(*store_, users_["anna"].id)).size(), feeds);
}

TEST_F(ReadersTest, NothingOfAStrangersMarkupGetsThrough) {
  model::Source harbour = must(store_->sources().find(harbour_))->source;
  harbour.site_url = "javascript:evil()";
  must(store_->sources().save_found(harbour));
  for (const std::string& told :
       {ask({.target = "/v1/feeds", .headers = miniflux("anna")}).body,
        ask({.target = "/reader/api/0/subscription/list", .headers = google("anna")})
            .body,
        fever("anna", "feeds")}) {
    EXPECT_THAT(told, HasSubstr("harbour.example"));
    EXPECT_THAT(told, Not(HasSubstr("javascript:")));
  }
  for (const std::string& told :
       {ask({.target = "/v1/entries", .headers = miniflux("anna")}).body,
        ask({.target = "/reader/api/0/stream/contents", .headers = google("anna")})
            .body,
        ask({.target = fmt::format("/reader/atom/feed/{}", harbour_.value),
        .headers = google("anna")})
            .body,
        fever("anna", "items")}) {
    EXPECT_THAT(told, HasSubstr("came"));
    for (const char* evil : {"<script", "evil()", "onclick", "javascript:", "<img",
                             "file:///", "&lt;script", "\\u003cscript"}) {
      EXPECT_THAT(told, Not(HasSubstr(evil)));
    }
  }
}

TEST_F(ReadersTest, EveryRouteSaysWhoMayCallItAndIsDocumented) {
  std::ifstream file(CURLEW_SOURCE_DIR "/docs/formats/web.md");
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  for (const ReaderRoute& route : make_reader_routes()) {
    const bool is_public =
        route.pattern == "/accounts/ClientLogin" || route.pattern.starts_with("/fever");
    const http::Access changes = http::Access::kUser, reads = http::Access::kReader;
    const http::Access own = route.use == StoreUse::kWrite ? changes : reads;
    EXPECT_EQ(route.access, is_public ? http::Access::kPublic : own) << route.pattern;
    const std::string_view who = is_public                               ? "public"
                                 : route.access == http::Access::kReader ? "reader"
                                                                         : "user";
    EXPECT_THAT(page, HasSubstr(fmt::format("| `{} {}` | {} |", route.method,
                                            route.pattern, who)));
  }
}

TEST(GreaderItemId, IsReadInEveryForm) {
  EXPECT_EQ(long_item_id(42), "tag:google.com,2005:reader/item/000000000000002a");
  for (const char* id :
       {"tag:google.com,2005:reader/item/000000000000002a",
        "tag:google.com,2005:reader/item/2a", "000000000000002a", "42"}) {
    EXPECT_EQ(parse_item_id(id), 42) << id;
  }
  for (const char* id : {"", "-1", "tag:google.com,2005:reader/item/", "x",
                         "tag:google.com,2005:reader/item/ffffffffffffffff"}) {
    EXPECT_FALSE(parse_item_id(id)) << id;
  }
}

TEST(NumberedFolders, KeepTheirNumbers) {
  std::vector<service::ReaderFeed> feeds(3);
  feeds[0].folder = "News";
  feeds[1].folder = "Clips";
  const auto before = number_folders(feeds);
  ASSERT_EQ(before.size(), 3U);
  EXPECT_EQ(before[0].number, kUnfiledNumber);
  feeds[1].folder = "Another";
  const auto after = number_folders(feeds);
  EXPECT_EQ(after.back().name, "News");
  EXPECT_EQ(after.back().number, before.back().number);
  for (const NumberedFolder& each : after) EXPECT_LT(each.number, 1LL << 31);
}

}  // namespace
}  // namespace curlew::api
