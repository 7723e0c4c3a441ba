#include "api/status_site.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <future>
#include <iterator>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include "api/app_credentials.h"
#include "api/web_app.h"
#include "base/secret_token.h"
#include "model/sealed_settings_test.h"
#include "publish/personal_address.h"
#include "service/access_keys.h"
#include "service/users.h"
#include "store/clips_fixture.h"

namespace curlew::api {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// The site on a real server with a store that has one article.
class Site : public store::UserStoreTest {
 protected:
  Site() {
    source_ = add("https://example.org/feed", "Example");
    add_article(source_, 1, "First<b>");
    StatusSiteOptions options;
    options.open_store = [this] {
      return store::open_sqlite_store(path_, store::OpenMode::kReadOnly);
    };
    options.operation.metrics = [] { return std::string("figures 1\n"); };
    serve(std::move(options));
  }

  void serve(StatusSiteOptions options) {
    server_.reset();
    site_ = make_status_site(std::move(options), clock_);
    server_ = store::must(http::start_server({}, site_));
  }

  std::string get(const std::string& target, const std::string& host = "localhost",
                  const std::string& more = "") {
    const int client = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(server_->port());
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::connect(client, reinterpret_cast<sockaddr*>(&address), sizeof address);
    const std::string request = "GET " + target + " HTTP/1.1\r\nHost: " + host +
                                "\r\nConnection: close\r\n" + more + "\r\n";
    ::send(client, request.data(), request.size(), 0);
    std::string response;
    char block[4096];
    for (ssize_t length; (length = ::recv(client, block, sizeof block, 0)) > 0;) {
      response.append(block, static_cast<std::size_t>(length));
    }
    ::close(client);
    return response;
  }

  ManualClock clock_{store::kNow};
  model::SourceId source_;
  std::shared_ptr<const http::Router> site_;
  std::unique_ptr<http::Server> server_;
};

// Its page is at every view's address; web_app_test.cc knows them.
bool is_of_application(const http::Route& route) {
  const auto own = make_web_app_routes();
  return std::ranges::any_of(
      own, [&route](const http::Route& each) { return each.pattern == route.pattern; });
}

TEST_F(Site, IsTheApplication) {
  for (const char* view : {"/", "/clips", "/sources", "/sources/1"}) {
    const std::string page = get(view);
    EXPECT_THAT(page, StartsWith("HTTP/1.1 200")) << view;
    EXPECT_THAT(page, HasSubstr("Content-Security-Policy: default-src 'none'; script"));
    EXPECT_THAT(page, HasSubstr("X-Content-Type-Options: nosniff"));
    EXPECT_THAT(page, HasSubstr("<div id=\"app\">"));
  }
}

// Operations of the JSON API are compared with openapi.json (v1/operations_test.cc),
// and routes of reader apps with docs/formats/web.md (readers/readers_test.cc).
bool has_a_table_of_its_own(const http::Route& route) {
  return route.pattern.starts_with("/api/v1/") ||
         route.pattern == "/accounts/ClientLogin" ||
         reader_protocol(route.pattern) != ReaderProtocol::kNone;
}

// Who may call what is decided here and nowhere else: a new route is added to this list
// by somebody who thought about it.
TEST_F(Site, SaysOfEveryRouteWhoMayCallIt) {
  std::map<std::string, http::Access> levels;
  for (const http::Route& route : site_->routes()) {
    EXPECT_NE(route.access, http::Access::kNobody) << route.pattern;
    if (is_of_application(route)) {
      EXPECT_EQ(route.access, http::Access::kPublic) << route.pattern;
      continue;
    }
    if (has_a_table_of_its_own(route)) continue;
    // Clips and versions have several forms at one route, and say which.
    const bool says_itself = route.pattern == "/mine/lists/{file}" ||
                             route.pattern == "/memento/{time}/{url*}";
    EXPECT_EQ(route.policy.content_type.empty(), says_itself) << route.pattern;
    levels[route.method + " " + route.pattern] = route.access;
  }
  using enum http::Access;
  EXPECT_THAT(levels,
              testing::ElementsAre(
                  testing::Pair("GET /healthz", kPublic),
                  testing::Pair("GET /memento/{time}/{url*}", kLocalOrReader),
                  testing::Pair("GET /metrics", kLocal),
                  testing::Pair("GET /mine/lists/{file}", kPublic),
                  testing::Pair("GET /mine/lists/{token}/articles/{id}", kPublic),
                  testing::Pair("GET /mine/stop/{token}", kPublic),
                  testing::Pair("GET /mine/style.css", kPublic),
                  testing::Pair("GET /mine/{token}", kPublic),
                  testing::Pair("GET /mine/{token}/articles/{id}", kPublic),
                  testing::Pair("GET /readyz", kPublic),
                  testing::Pair("GET /sources/{id}/changes.nt", kLocalOrReader),
                  testing::Pair("GET /sources/{id}/feed.atom", kLocalOrReader),
                  testing::Pair("GET /style.css", kPublic),
                  testing::Pair("GET /timegate/{url*}", kLocalOrReader),
                  testing::Pair("GET /timemap/json/{url*}", kLocalOrReader),
                  testing::Pair("GET /timemap/link/{url*}", kLocalOrReader),
                  testing::Pair("GET /websub/{token}", kPublic),
                  testing::Pair("POST /mine/stop/{token}", kPublic),
                  testing::Pair("POST /websub", kPublic),
                  testing::Pair("POST /websub/{token}", kPublic)));
}

TEST_F(Site, HasAllItsRoutesInTheDocumentation) {
  std::ifstream file(CURLEW_SOURCE_DIR "/docs/formats/web.md");
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  for (const http::Route& route : site_->routes()) {
    if (has_a_table_of_its_own(route) || is_of_application(route)) continue;
    const std::string_view who = route.access == http::Access::kPublic ? "public"
                                 : route.access == http::Access::kLocal
                                     ? "local"
                                     : "local, reader";
    EXPECT_THAT(page, HasSubstr(fmt::format("| `{} {}` | {} |", route.method,
                                            route.pattern, who)));
  }
}

TEST_F(Site, TellsProblemsOfDocumentsForProgramsAsJson) {
  for (const char* target : {"/api/v1/articles/99", "/api/v1/nosuch", "/nosuch.json"}) {
    EXPECT_THAT(get(target), HasSubstr("Content-Type: application/problem+json"))
        << target;
  }
  EXPECT_THAT(get("/api/v1/health", "evil.example"), HasSubstr("{\"type\":"));
  EXPECT_THAT(get("/", "evil.example"), HasSubstr("This Host is not served here"));
}

TEST_F(Site, HasTheArticlesOfASourceAsAFeedWithAValidator) {
  const std::string target = "/sources/" + std::to_string(source_.value) + "/feed.atom";
  const std::string feed = get(target);
  EXPECT_THAT(feed, StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(feed, HasSubstr("Content-Type: application/atom+xml"));
  EXPECT_THAT(feed, HasSubstr("<title>First&lt;b&gt;</title>"));
  EXPECT_THAT(feed, HasSubstr("rel=\"self\" href=\"http://localhost" + target + "\""));
  const std::size_t begin = feed.find("ETag: ") + 6;
  const std::string etag = feed.substr(begin, feed.find("\r\n", begin) - begin);
  const std::string again =
      get(target, "localhost", "If-None-Match: \"x\", " + etag + "\r\n");
  EXPECT_THAT(again, StartsWith("HTTP/1.1 304"));
  EXPECT_THAT(again, Not(HasSubstr("<feed")));
  EXPECT_THAT(get("/sources/99/feed.atom"), StartsWith("HTTP/1.1 404"));
}

TEST_F(Site, LeavesOutOfAFeedWhatItsUserCallsNoChange) {
  model::Source watched = store::source_at("https://example.org/fees", "Fees");
  watched.kind = model::SourceKind::kPage;
  watched.watching = {.links = false, .changes = true};
  const auto id = store::must(store_->sources().add(watched, store::kNow));
  model::Entry entry = store::entry_titled("Fees: 1 paragraph rewritten");
  entry.link = watched.url;
  entry.content = "<p>− four</p><p>+ six</p>";
  const auto article =
      store::must(store::add_one(*store_, store::article_of(id, 2, entry))).value();
  const auto row = store::must(store_->articles().find(article)).value();
  model::Version version{.source = id,
                         .url = row.url,
                         .seen = row.found,
                         .digest = "sha256:1",
                         .place = {"t1", "a.warc.gz", 0, 1},
                         .kinds = {model::ChangeKind::kText}};
  auto transaction = store::must(store_->begin());
  store::must(store_->versions().add(version));
  store::must(transaction.commit());
  const std::string target = fmt::format("/sources/{}/feed.atom", id.value);
  EXPECT_THAT(get(target), HasSubstr("1 paragraph rewritten"));
  EXPECT_TRUE(store::must(store_->versions().take_back(version)));
  EXPECT_THAT(get(target), Not(HasSubstr("1 paragraph rewritten")));
}

TEST_F(Site, SaysInItsOwnStyleThatAPageIsNotThere) {
  for (const auto& [target, status] :
       {std::pair{"/nosuch", "HTTP/1.1 404"}, std::pair{"/a/b/c", "HTTP/1.1 404"}}) {
    const std::string page = get(target);
    EXPECT_THAT(page, StartsWith(status));
    EXPECT_THAT(page, HasSubstr("Content-Type: text/html"));
    EXPECT_THAT(page, HasSubstr("/style.css"));
    EXPECT_THAT(page, HasSubstr("<p><a href=\"/\">"));
  }
}

TEST_F(Site, ServesOthersWhileOnePageTakesLong) {
  std::promise<void> open;
  const auto opened = open.get_future().share();
  StatusSiteOptions options;
  options.open_store = [this] {
    return store::open_sqlite_store(path_, store::OpenMode::kReadOnly);
  };
  options.explain = [opened](store::Store&, const store::WatchedSource&, Time) {
    opened.wait();
    return Result<std::optional<service::SourcePlan>>(std::nullopt);
  };
  store::UserRow ann;
  ann.user.name = options.access.open_as = "ann";
  ann.user.role = model::Role::kAdmin;
  store::must(store_->users().add(ann));
  serve(std::move(options));
  std::vector<std::future<std::string>> slow;
  for (int i = 0; i < 80; ++i) {
    slow.push_back(
        std::async(std::launch::async, [this] { return get("/api/v1/sources/1"); }));
  }
  for (const char* target : {"/healthz", "/", "/sources/1/feed.atom", "/style.css"}) {
    EXPECT_THAT(get(target), StartsWith("HTTP/1.1 200")) << target;
  }
  open.set_value();
  int refused = 0;
  for (auto& page : slow) {
    const std::string answer = page.get();
    refused += answer.starts_with("HTTP/1.1 503") ? 1 : 0;
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 200") ||
                answer.find("Retry-After: 1") != answer.npos)
        << answer;
  }
  EXPECT_LE(refused, 80 - 64);
}

TEST_F(Site, IsHealthyWhileTheDatabaseAnswers) {
  EXPECT_THAT(get("/healthz"), StartsWith("HTTP/1.1 200"));
}

TEST_F(Site, IsHealthyHoweverManyAsk) {
  std::vector<std::future<std::string>> asking;
  for (int i = 0; i < 200; ++i) {
    asking.push_back(
        std::async(std::launch::async, [this] { return get("/healthz"); }));
  }
  for (auto& answer : asking) EXPECT_THAT(answer.get(), StartsWith("HTTP/1.1 200"));
}

TEST_F(Site, AnswersNoForeignHost) {
  const std::string answer = get("/sources/1/feed.atom", "evil.example");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 421"));
  EXPECT_THAT(answer, Not(HasSubstr("First")));
}

TEST_F(Site, SaysSoWhenThereIsNoDatabase) {
  StatusSiteOptions options;
  options.open_store = [] {
    return Result<std::unique_ptr<store::Store>>(
        Error{ErrorKind::kCorrupt, "central.db: <damaged>"});
  };
  serve(std::move(options));
  EXPECT_THAT(get("/healthz"), StartsWith("HTTP/1.1 503"));
  EXPECT_THAT(get("/sources/1/feed.atom"), HasSubstr("central.db: <damaged>"));
}

// Its time tells when it was made.
TEST_F(Site, SendsAnAnswerOfTheApiAgainWhileNothingWasWritten) {
  const auto user = store::must(
      service::add_user(*store_, "anna", {}, model::kTestKey, clock_.now()));
  const std::string bearer =
      "Authorization: Bearer " +
      store::must(service::add_token(*store_, user, "test", service::most_of(user.role),
                                     clock_.now()))
          .secret +
      "\r\n";
  const auto body_now = [&] {
    const std::string answer = get("/api/v1/health", "localhost", bearer);
    return answer.substr(answer.find("\r\n\r\n"));
  };
  const std::string first = body_now();
  EXPECT_THAT(first, HasSubstr("\"now\":"));
  clock_.advance(Milliseconds(500));
  EXPECT_EQ(body_now(), first);
  clock_.advance(Milliseconds(600));
  EXPECT_NE(body_now(), first);
}

// They show their address, and strangers' words beside it, whose length would tell it.
TEST_F(Site, PacksNothingBehindASecretAddress) {
  StatusSiteOptions options;
  options.open_store = [this] { return store::open_at(path_); };
  options.personal.key = model::kTestKey;
  serve(std::move(options));
  store::UserRow row;
  row.user.name = "anna";
  row.page.mark = mark_of_token("her-page");
  const auto anna = store::must(store_->users().add(row));
  store::WatchlistRow list = list_named(anna, "Ships");
  list.feed.mark = mark_of_token("her-feed");
  const auto ships = store::must(store_->watchlists().add(std::vector{list})).at(0);
  const std::string title(100, 'x');
  for (std::uint64_t key = 100; key < 120; ++key) {
    add_clip(ships, add_article(source_, key, title + std::to_string(key)), source_);
  }
  const std::string gzip = "Accept-Encoding: gzip\r\n";
  EXPECT_THAT(get("/sources/1/feed.atom", "localhost", gzip),
              HasSubstr("Content-Encoding: gzip"));
  for (const std::string& secret :
       {publish::feed_path("her-feed", "atom"), publish::feed_path("her-feed", "rss"),
        publish::feed_path("her-feed", "json"), publish::page_path("her-page")}) {
    const std::string answer = get(secret, "localhost", gzip);
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 200")) << secret;
    EXPECT_GT(answer.size(), 4'000u) << secret;
    EXPECT_THAT(answer, Not(HasSubstr("Content-Encoding"))) << secret;
  }
}

// Whoever reads the log must not get the address of somebody's page.
TEST_F(Site, WritesNoTokenIntoTheLog) {
  StatusSiteOptions options;
  options.open_store = []() -> Result<std::unique_ptr<store::Store>> {
    throw std::runtime_error("out of memory");
  };
  serve(std::move(options));
  testing::internal::CaptureStderr();
  EXPECT_THAT(get("/mine/secret-token"), HasSubstr("HTTP/1.1 500"));
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr("/mine/{token}: out of memory"));
  EXPECT_THAT(log, Not(HasSubstr("secret-token")));
}

}  // namespace
}  // namespace curlew::api
