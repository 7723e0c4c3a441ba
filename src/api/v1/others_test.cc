// What one user does to others: he shares nothing with them that he may not, stalls
// nobody, and sees nothing of theirs.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <atomic>
#include <future>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "api/v1/api_fixture_test.h"
#include "model/sealed_settings_test.h"
#include "service/clips.h"
#include "service/subscribe.h"

namespace curlew::api {
namespace {

using model::Role;
using store::must;
using testing::HasSubstr;
using testing::Not;

class ApiOthers : public ApiTest {
 protected:
  http::ServerResponse send(const std::string& method, const std::string& path,
                            const std::string& body, const std::string& token) {
    return ask({.method = method, .path = path, .body = body, .token = token});
  }
  // A source that nobody sees but this one.
  model::SourceId own_source_of(const model::User& user, const std::string& url) {
    model::Source source = store::source_at(url, "Own");
    source.is_shared = false;
    const auto id = must(store_->sources().add(source, store::kNow));
    must(service::subscribe(
        *store_, {.user = user.id, .source = id, .added = store::kNow}, store::kNow));
    return id;
  }

  const model::User eleni_ = add_user("eleni", Role::kAdmin, kPassword);
  const model::User bob_ = add_user("bob", Role::kUser, kPassword);
  const model::User carol_ = add_user("carol", Role::kUser);
  const std::string admin_ = token_of(eleni_), user_ = token_of(bob_),
                    other_ = token_of(carol_);
};

// What its first subscriber set is his, and nobody's who comes later.
TEST_F(ApiOthers, DoNotSeeHowAnothersSourceIsAskedFor) {
  const auto id = own_source_of(bob_, "https://own.example/feed");
  model::Source own = must(store_->sources().find(id))->source;
  own.folder = "Lawyers";
  own.rules = "whole_page: yes\n";
  own.request.headers = {{"User-Agent", model::SealedText::as_kept("bob's browser")}};
  must(store_->sources().change(own));
  EXPECT_EQ(
      send("POST", "/sources", R"({"addresses":["https://own.example/feed"]})", other_)
          .status,
      201);
  const std::string path = "/sources/" + std::to_string(id.value);
  const auto hers = ask({.path = path, .token = other_});
  EXPECT_EQ(hers.status, 200);
  for (const char* his : {"Lawyers", "whole_page", "bob's browser"}) {
    EXPECT_THAT(hers.body, Not(HasSubstr(his)));
  }
  EXPECT_THAT(ask({.path = path, .token = user_}).body, HasSubstr("Lawyers"));
  EXPECT_THAT(ask({.path = path, .token = admin_}).body, HasSubstr("no such source"));
}

TEST_F(ApiOthers, GetNoSourceFromAUserThatTheyDidNotAskFor) {
  const std::string shared =
      R"({"addresses":["https://a.example/feed"],"kind":"feed","shared":true})";
  EXPECT_EQ(send("POST", "/sources", shared, user_).status, 403);
  EXPECT_THAT(ask({.path = "/sources", .token = other_}).body,
              HasSubstr("\"total\":0"));
  const auto own = own_source_of(bob_, "https://own.example/feed");
  const std::string path = "/sources/" + std::to_string(own.value);
  EXPECT_EQ(send("PATCH", path, R"({"shared":true})", user_).status, 403);
  EXPECT_FALSE(must(store_->sources().find(own))->source.is_shared);
  EXPECT_EQ(send("PATCH", path, R"({"interval_s":3600})", user_).status, 200);
  EXPECT_EQ(send("POST", "/sources", shared, admin_).status, 201);
  EXPECT_THAT(ask({.path = "/sources", .token = other_}).body,
              HasSubstr("\"total\":1"));
}

TEST_F(ApiOthers, GetNoTopicFromAUserThatTheyDidNotAskFor) {
  const auto topic = [&](const std::string& name, const std::string& more) {
    return fmt::format(
        R"({{"name":"{}","method":"tf-centroid","examples":[{{"text":"Rain and more rain on the road to the harbour, and the ferry waits."}}]{}}})",
        name, more);
  };
  EXPECT_EQ(send("POST", "/topics", topic("Rain", R"(,"shared":true)"), user_).status,
            403);
  const auto made = send("POST", "/topics", topic("Rain", ""), user_);
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string path =
      "/topics/" + std::to_string(boost::json::parse(made.body).at("id").as_int64());
  EXPECT_EQ(send("PATCH", path, R"({"shared":true})", user_).status, 403);
  EXPECT_EQ(ask({.path = path, .token = other_}).status, 404);
  EXPECT_EQ(
      send("POST", "/topics", topic("More rain", R"(,"shared":true)"), admin_).status,
      201);
}

// A look at a source of one's own is with the login that it has, which nobody is sent.
TEST_F(ApiOthers, CannotLookWithALoginThatIsNotTheirs) {
  const auto own = own_source_of(bob_, "https://own.example/feed");
  {
    auto watched = must(store_->sources().find(own))->source;
    watched.request.basic_credentials = model::kept("bob:secret");
    must(store_->sources().change(watched));
  }
  model::Source seen;
  options_.parts.look = [&seen](const model::Source& source) {
    seen = source;
    service::Look look;
    look.source = source;
    look.first_version = service::FirstVersion{{"9 to 17"}, 31};
    return std::vector{look};
  };
  const std::string look = fmt::format(
      R"({{"source":{},"kind":"page","links":false,"changes":true}})", own.value);
  EXPECT_EQ(send("POST", "/sources/check", look, other_).status, 404);
  const auto answer = send("POST", "/sources/check", look, user_);
  EXPECT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(seen.request.basic_credentials, model::kept("bob:secret"));
  EXPECT_EQ(seen.kind, model::SourceKind::kPage);
  EXPECT_TRUE(seen.watching.changes);
  EXPECT_FALSE(seen.watching.links);
  EXPECT_THAT(answer.body, Not(HasSubstr("secret")));
  EXPECT_THAT(answer.body,
              HasSubstr(R"("first_version":{"lines":["9 to 17"],"count":31})"));
  EXPECT_EQ(must(store_->sources().find(own))->source.kind, model::SourceKind::kAuto)
      << "nothing is stored";
  EXPECT_EQ(send("POST", "/sources/check", "{}", user_).status, 422);
}

// Servers may be as slow as they like: whoever has them looked at waits by himself.
TEST_F(ApiOthers, AreAnsweredWhileAUsersAddressesAreLookedAt) {
  std::promise<void> go;
  const auto wait = go.get_future().share();
  std::atomic<int> looking = 0;
  options_.parts.look = [&looking, wait](const model::Source& source) {
    ++looking;
    wait.wait();
    service::Look look;
    look.source = source;
    return std::vector{look};
  };
  site();
  std::atomic<int> answered = 0;
  const auto check = [&](const std::string& token) {
    auto answer =
        send("POST", "/sources/check", R"({"url":"https://slow.example/"})", token);
    ++answered;
    return answer;
  };
  std::vector<std::future<http::ServerResponse>> his;
  const auto begin = [&](int count) {
    for (int i = 0; i < count; ++i) {
      his.push_back(std::async(std::launch::async, [&] { return check(user_); }));
    }
  };
  const auto wait_until_looking = [&](int count) {
    for (int i = 0; i < 2'000 && looking < count; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  };
  begin(2);
  wait_until_looking(2);
  begin(6);
  // Others have their pages, and their own looks.
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(ask({.path = "/sources", .token = other_}).status, 200);
    EXPECT_EQ(ask({.path = "/me", .token = user_}).status, 200);
  }
  auto hers = std::async(std::launch::async, [&] { return check(other_); });
  wait_until_looking(3);
  EXPECT_EQ(looking, 3) << "two of his, and hers";
  for (int i = 0; i < 2'000 && answered < 4; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  go.set_value();
  EXPECT_EQ(hers.get().status, 200);
  int refused = 0;
  for (auto& each : his) {
    const http::ServerResponse answer = each.get();
    if (answer.status == 200) continue;
    ++refused;
    EXPECT_EQ(answer.status, 429) << answer.body;
    EXPECT_EQ(http::find_header(answer.headers, "Content-Type"),
              "application/problem+json");
    EXPECT_TRUE(http::find_header(answer.headers, "Retry-After"));
  }
  EXPECT_EQ(refused, 4) << "two are looked at, and two wait";
}

// Whoever sits down at an administrator's open browser.
// A picture is got by its number in an article that one sees, and no other address.
TEST_F(ApiOthers, SeeThePicturesOfTheirOwnArticles) {
  std::string got;
  options_.parts.picture = [&](const std::string& url) {
    got = url;
    return std::make_shared<const Picture>(Picture{"image/png", "PNG"});
  };
  const auto source = own_source_of(bob_, "https://own.example/feed");
  model::Entry entry = store::entry_titled("the harbour");
  entry.content = "<p>Look: <img src='https://own.example/p.png' alt=Boats></p>";
  const auto article =
      must(store::add_one(*store_, store::article_of(source, 1, entry))).value();
  const std::string path = "/articles/" + std::to_string(article.value);
  const auto told = json_of({.path = path, .token = user_});
  EXPECT_THAT(std::string(told.at("html").as_string()),
              HasSubstr("data-picture=\"0\""));
  EXPECT_EQ(told.at("pictures").at(0).at("place").as_string(), "text");
  const auto picture = ask({.path = path + "/pictures/0", .token = user_});
  EXPECT_EQ(picture.status, 200);
  EXPECT_EQ(picture.body, "PNG");
  EXPECT_EQ(got, "https://own.example/p.png");
  EXPECT_EQ(ask({.path = path + "/pictures/1", .token = user_}).status, 404);
  must(service::mark_articles(*store_, "bob", {article}, {.is_muted = true},
                              store::kNow));
  EXPECT_EQ(ask({.path = path, .token = user_}).status, 404);
  EXPECT_EQ(ask({.path = path + "/pictures/0", .token = user_}).status, 200)
      << "shown by ?muted=true";
  got.clear();
  EXPECT_EQ(ask({.path = path + "/pictures/0", .token = other_}).status, 404);
  EXPECT_EQ(got, "");
}

TEST_F(ApiOthers, DoNotSeeWhereTheBrowserOfTheServerShouldBe) {
  options_.parts.why_no_browser = [] { return "/opt/own/chromium: is not there"; };
  const auto why = [this](const std::string& token) {
    return json_of({.path = "/problems", .token = token}).at("no_browser");
  };
  EXPECT_EQ(why(admin_), "/opt/own/chromium: is not there");
  EXPECT_EQ(why(user_), "no browser is set up here");
}

TEST_F(ApiOthers, WhatIsKeptIsForAdministratorsToChoose) {
  EXPECT_EQ(ask({.path = "/retention", .token = user_}).status, 403);
  EXPECT_EQ(send("PATCH", "/retention", R"({"articles_newest":5})", user_).status, 403);
  EXPECT_EQ(send("PATCH", "/retention", R"({"articles_for_s":60})", admin_).status,
            422);
  const auto changed = send("PATCH", "/retention",
                            R"({"articles_for_s":86400,"pages_newest":5})", admin_);
  ASSERT_EQ(changed.status, 200) << changed.body;
  EXPECT_EQ(send("PATCH", "/retention", R"({"pages_newest":null})", admin_).status,
            200);
  const auto now = json_of({.path = "/retention", .token = admin_});
  EXPECT_EQ(now.at("keeping").at("articles_for_s").as_int64(), 86'400);
  EXPECT_TRUE(now.at("keeping").at("pages_newest").is_null());
  EXPECT_TRUE(now.at("chosen").as_bool());
  send("PATCH", "/retention", R"({"chosen":false})", admin_);
  EXPECT_FALSE(json_of({.path = "/retention", .token = admin_}).at("chosen").as_bool());
}

TEST_F(ApiOthers, DoNotChangeThePasswordOfAnAdministratorWhoIsLoggedIn) {
  const std::string changed = R"({"password":"a long new one"})";
  const auto refused = send("PATCH", "/users/eleni", changed, admin_);
  EXPECT_EQ(refused.status, 422);
  EXPECT_THAT(refused.body, HasSubstr("\"field\":\"password\""));
  EXPECT_TRUE(must(service::may_log_in(*store_, "eleni", kPassword)));
  EXPECT_EQ(send("PATCH", "/me", changed, admin_).status, 422);
  // Of others, it is her work.
  EXPECT_EQ(send("PATCH", "/users/bob", changed, admin_).status, 200);
  EXPECT_TRUE(must(service::may_log_in(*store_, "bob", "a long new one")));
  EXPECT_EQ(send("PATCH", "/users/eleni", R"({"language":"el"})", admin_).status, 200);
}

TEST_F(ApiOthers, MakeNoTroubleByAddressesThatAreNotText) {
  for (const char* path : {"/articles?q=%FF%FE", "/articles?folder=%C3",
                           "/articles?tag=a%00b", "/sources?q=%ED%A0%80",
                           "/clips?q=%FF", "/articles?cursor=%FF", "/me?unknown=%FF"}) {
    const auto answer = ask({.path = path, .token = user_});
    EXPECT_EQ(answer.status, 400) << path << ": " << answer.body;
  }
  EXPECT_EQ(ask({.path = "/articles?q=%CE%B2%CF%81%CE%BF%CF%87%CE%AE", .token = user_})
                .status,
            200);
}

// What is answered to one is kept by no cache that others share.
TEST_F(ApiOthers, AreToldWhichAddressesCanBeWatchedAndInWhichFieldTheyErred) {
  options_.parts.guard = http::AddressGuard();
  options_.parts.look = [](const auto&) { return std::vector<service::Look>(); };
  for (const char* address : {"http://10.0.0.1/feed", "http://[::1]/",
                              "http://127.0.0.1", "http://192.168.1.1:8080"}) {
    const auto answer = send("POST", "/sources",
                             fmt::format(R"({{"addresses":["{}"]}})", address), user_);
    EXPECT_EQ(answer.status, 422) << address << answer.body;
    EXPECT_THAT(answer.body, HasSubstr("only public addresses of http and https can"));
    EXPECT_THAT(answer.body, HasSubstr(R"("field":"addresses")"));
  }
  for (const char* address :
       {"ftp://a.example/", "file:///etc/passwd", "javascript:alert(1)",
        "mailto:somebody@a.example", "chrome://settings"}) {
    for (const auto& [path, field] :
         {std::pair("/sources", "addresses"), std::pair("/sources/check", "url")}) {
      const bool is_check = std::string_view(field) == "url";
      const std::string body = is_check
                                   ? fmt::format(R"({{"url":"{}"}})", address)
                                   : fmt::format(R"({{"addresses":["{}"]}})", address);
      const auto answer = send("POST", path, body, user_);
      EXPECT_EQ(answer.status, 422) << address << answer.body;
      EXPECT_THAT(answer.body, HasSubstr(fmt::format(R"("field":"{}")", field)));
      EXPECT_THAT(answer.body, HasSubstr("addresses of http and https can be watched"));
    }
  }
  const auto query = ask({.path = "/articles?q=((", .token = user_});
  EXPECT_EQ(query.status, 422);
  EXPECT_THAT(query.body, HasSubstr(R"("field":"q")"));
}

TEST_F(ApiOthers, GiveASourceNoAddressThatCouldNotBeAdded) {
  options_.parts.guard = http::AddressGuard();
  const auto own = own_source_of(bob_, "https://own.example/feed");
  const std::string path = "/sources/" + std::to_string(own.value);
  const auto url_of = [&] { return must(store_->sources().find(own))->source.url; };
  for (const char* address : {"javascript:alert(1)", "file:///etc/passwd", "7", "#7",
                              "word", "http://10.0.0.1/feed", "http://[::1]/"}) {
    const auto answer =
        send("PATCH", path, fmt::format(R"({{"url":"{}"}})", address), user_);
    EXPECT_EQ(answer.status, 422) << address << answer.body;
    EXPECT_THAT(answer.body, HasSubstr(R"("field":"url")"));
    EXPECT_EQ(url_of(), "https://own.example/feed");
  }
  const auto unproxied = R"({"addresses":["http://10.0.0.1/feed"],"proxy":""})";
  EXPECT_EQ(send("POST", "/sources", unproxied, user_).status, 422);
  EXPECT_EQ(send("PATCH", path, R"({"url":"own.example/new"})", user_).status, 200);
  EXPECT_EQ(url_of(), "https://own.example/new");
  const auto logged_in =
      send("PATCH", path, R"({"url":"https://bob:secret@own.example/"})", user_);
  EXPECT_EQ(logged_in.status, 200) << logged_in.body;
  EXPECT_EQ(url_of(), "https://own.example/");
  EXPECT_FALSE(
      must(store_->sources().find(own))->source.request.basic_credentials.empty());
  EXPECT_EQ(send("PATCH", path,
                 R"({"url":"http://10.0.0.1/","proxy":"http://p.example:3128"})", user_)
                .status,
            200)
      << "what a proxy reaches is the proxy's to know";
  EXPECT_EQ(send("PATCH", path, R"({"url":"http://10.0.0.1/b"})", user_).status, 200);
}

TEST_F(ApiOthers, MayLookAtWhatTheyMayChange) {
  options_.parts.look = [](const auto&) { return std::vector<service::Look>(); };
  const auto own = own_source_of(bob_, "https://own.example/feed");
  const auto look = [&](const std::string& more, const std::string& token) {
    return send("POST", "/sources/check",
                fmt::format(R"({{"source":{}{}}})", own.value, more), token)
        .status;
  };
  const std::string mistyped = R"(,"kind":"data","archive":true)";
  EXPECT_EQ(look("", user_), 200);
  EXPECT_EQ(look(mistyped, user_), 422);
  EXPECT_EQ(look(mistyped, other_), 404);
  EXPECT_EQ(
      send("POST", "/sources", R"({"addresses":["https://own.example/feed"]})", other_)
          .status,
      201);
  EXPECT_EQ(look("", other_), 403);
  EXPECT_EQ(look(mistyped, other_), 403);
}

TEST_F(ApiOthers, FindNothingOfOneInACacheThatTheyShare) {
  for (const char* path : {"/me", "/articles", "/sources", "/clips", "/openapi.json"}) {
    const auto answer = ask({.path = path, .token = user_});
    EXPECT_THAT(http::joined_header(answer.headers, "Cache-Control"),
                HasSubstr("private"))
        << path;
  }
}

// Feeds and versions under the public name: to who is logged in, and sees the source.
class ApiSeen : public ApiOthers {
 protected:
  ApiSeen() {
    options_.personal.public_url = "https://curlew.example";
    options_.read_version = [](const model::KeptAt&) -> Result<archive::Content> {
      archive::Content content;
      content.url = "https://own.example/page";
      content.headers = {{"Content-Type", "text/html"}};
      content.body = "<title>T</title><p>The fee is <b>ten</b> euros.</p>";
      return content;
    };
    options_.replay_port = [] { return std::uint16_t(8401); };
    options_.address = "127.0.0.1";
  }
  http::ServerResponse see(const std::string& path, const std::string& token,
                           const std::string& accept = "text/html") {
    return ask({.path = "/" + path,
                .token = token,
                .host = "curlew.example",
                .headers = {{"Accept", accept}},
                .address = "203.0.113.7"});
  }
  void keep(model::SourceId source, Time seen) {
    auto batch = must(store_->begin());
    must(store_->versions().add({.source = source,
                                 .url = "https://own.example/page",
                                 .seen = seen,
                                 .media_type = "text/html",
                                 .place = {"t", "s", 1, 1},
                                 .summary = "changed"}));
    must(batch.commit());
  }
};

TEST_F(ApiSeen, FeedsOfSourcesAreForThoseWhoSeeThem) {
  const auto own = own_source_of(bob_, "https://own.example/feed");
  must(store::add_one(*store_,
                      store::article_of(own, 1, store::entry_titled("Mine alone"))));
  const std::string path = "/sources/" + std::to_string(own.value) + "/feed.atom";
  const auto feed = see(path, user_);
  EXPECT_EQ(feed.status, 200) << feed.body;
  EXPECT_THAT(feed.body, HasSubstr("Mine alone"));
  EXPECT_THAT(feed.body,
              HasSubstr("rel=\"self\" href=\"https://curlew.example" + path));
  EXPECT_THAT(feed.body, Not(HasSubstr("rel=\"hub\"")));
  EXPECT_EQ(see(path, other_).status, 404);
  EXPECT_EQ(see("/sources/999/feed.atom", other_).status, 404);
  EXPECT_EQ(see(path, "").status, 401);
  EXPECT_EQ(see("/sources/" + std::to_string(own.value) + "/changes.nt", other_).status,
            404);
}

TEST_F(ApiSeen, VersionsAreForThoseWhoSeeTheirSource) {
  model::Source page = store::source_at("https://own.example/page", "Page");
  page.is_shared = false;
  page.kind = model::SourceKind::kPage;
  page.watching = {.links = false, .changes = true};
  const auto hers = must(store_->sources().add(page, store::kNow));
  must(service::subscribe(
      *store_, {.user = bob_.id, .source = hers, .added = store::kNow}, store::kNow));
  keep(hers, store::kNow);
  keep(hers, store::kNow + std::chrono::hours(1));
  const std::string memento = "/memento/20260921141320000/https://own.example/page";
  for (const std::string& path :
       {std::string("/timegate/https://own.example/page"),
        std::string("/timemap/link/https://own.example/page"),
        std::string("/timemap/json/https://own.example/page"), memento}) {
    const int status = see(path, user_).status;
    EXPECT_TRUE(status == 200 || status == 302) << path << ": " << status;
    EXPECT_EQ(see(path, other_).status, 404) << path;
    EXPECT_EQ(see(path, "").status, 401) << path;
  }
  const auto gate = see("/timegate/https://own.example/page", user_);
  EXPECT_THAT(http::joined_header(gate.headers, "Location"),
              testing::StartsWith("http://curlew.example/memento/"));
}

TEST_F(ApiSeen, AVersionIsReadWhereItCannotBeReplayed) {
  const auto own = own_source_of(bob_, "https://own.example/page");
  keep(own, store::kNow);
  const auto gate = see("/timegate/https://own.example/page", user_);
  const std::string location = http::joined_header(gate.headers, "Location");
  const std::string path = location.substr(location.find("/memento"));
  const auto page = see(path, user_);
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.body, HasSubstr("The fee is ten euros."));
  EXPECT_THAT(page.body, Not(HasSubstr("<iframe")));
  EXPECT_THAT(http::joined_header(page.headers, "Content-Security-Policy"),
              HasSubstr("frame-src 'none'"));
  EXPECT_THAT(see(path, user_, "*/*").body, HasSubstr("<b>ten</b>"));
}

// Rows that are shown already are asked for by number; another's is not among them.
TEST_F(ApiOthers, AreToldOfTheSourcesThatTheyName) {
  const auto his = own_source_of(bob_, "https://his.example/feed");
  const auto hers = own_source_of(carol_, "https://hers.example/feed");
  own_source_of(bob_, "https://more.example/feed");
  const std::string path =
      "/sources?ids=" + std::to_string(his.value) + "," + std::to_string(hers.value);
  const std::string seen = ask({.path = path, .token = user_}).body;
  EXPECT_THAT(seen, HasSubstr("https://his.example/feed"));
  EXPECT_THAT(seen, HasSubstr("\"total\":1"));
  EXPECT_EQ(ask({.path = "/sources?ids=1,x", .token = user_}).status, 400);
  EXPECT_EQ(ask({.path = "/sources?ids=,", .token = user_}).status, 400);
}

TEST_F(ApiOthers, AreToldWhereAQueryIsWrong) {
  const auto said =
      send("POST", "/lists/preview", R"({"queries":["rain","a (b"]})", user_);
  EXPECT_EQ(said.status, 422);
  EXPECT_THAT(said.body, HasSubstr("\"item\":1"));
  EXPECT_THAT(said.body, HasSubstr("\"at\":3"));
}

// One address that two sources watch, and only one of them is his.
TEST_F(ApiSeen, TheNextVersionIsNotThatOfAnothersSource) {
  const auto his = own_source_of(bob_, "https://own.example/page");
  const auto hers = own_source_of(carol_, "https://own.example/page#hers");
  keep(his, store::kNow);
  keep(hers, store::kNow + std::chrono::hours(1));
  const auto told =
      json_of({.path = "/versions/" + std::to_string(his.value) + "/20260921141320",
               .token = user_});
  EXPECT_TRUE(told.at("next").is_null()) << told;
  const auto map = see("/timemap/json/https://own.example/page", user_);
  EXPECT_THAT(map.body, Not(HasSubstr("15:13:20")));
}

}  // namespace
}  // namespace curlew::api
