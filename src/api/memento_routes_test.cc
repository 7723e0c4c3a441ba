// Memento as the examples of RFC 7089 show it, and the replay of what is hostile.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <map>

#include "api/memento_links.h"
#include "api/replay/replay_site.h"
#include "api/status_site.h"
#include "http/date.h"
#include "model/sealed_settings_test.h"
#include "store/store_fixture.h"

namespace curlew::api {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::uint16_t kReplayPort = 8401;
// Of the RFC's examples.
constexpr const char* kUrl = "http://a.example.org/";

Time time_of(std::string_view http_date) { return *http::parse_http_date(http_date); }

struct Sink final : http::Responder::Sink {
  void answer(http::ServerResponse response) override {
    answered.set_value(std::move(response));
  }
  std::promise<http::ServerResponse> answered;
};

class Memento : public store::StoreTest {
 protected:
  Memento() {
    source_ = add(kUrl, "A");
    StatusSiteOptions site;
    site.open_store = [this] {
      return store::open_at(path_, store::OpenMode::kReadOnly);
    };
    site.personal.key = model::kTestKey;
    site.read_version = [this](const model::KeptAt& place) { return read(place); };
    site.replay_port = [] { return kReplayPort; };
    site_ = make_status_site(site, clock_);
    replay_ = make_replay_site({.open_store = site.open_store,
                                .read_version = site.read_version,
                                .key = site.personal.key,
                                .web_port = 8400},
                               clock_);
  }

  Result<archive::Content> read(const model::KeptAt& place) const {
    const auto found = contents_.find(place.offset);
    if (found == contents_.end()) return Error{ErrorKind::kNotFound, "it is away"};
    return found->second;
  }

  void keep(Time seen, std::string body, std::string type = "text/html",
            std::string url = kUrl) {
    const std::uint64_t offset = contents_.size() + 1;
    auto batch = store::must(store_->begin());
    store::must(store_->versions().add({.source = source_,
                                        .article = {std::int64_t(offset)},
                                        .url = url,
                                        .seen = seen,
                                        .media_type = type,
                                        .place = {"t", "s", offset, 1},
                                        .summary = "<i>changed</i>"}));
    store::must(batch.commit());
    contents_[offset] = {
        .url = url, .time = seen, .headers = {{"Content-Type", type}}, .body = body};
  }

  // The RFC's three.
  void keep_examples() {
    for (const char* date :
         {"Tue, 20 Jun 2000 18:02:59 GMT", "Tue, 11 Sep 2001 20:36:10 GMT",
          "Tue, 27 Oct 2009 20:49:54 GMT"}) {
      keep(time_of(date), std::string("<script>bad()</script><p>as of ") + date);
    }
  }

  static http::ServerResponse ask(const http::Router& router, std::string target,
                                  http::Headers headers, std::string host) {
    http::ServerRequest request;
    request.remote_address = "127.0.0.1";
    request.method = "GET";
    request.path = target.substr(0, target.find('?'));
    request.target = std::move(target);
    request.headers = std::move(headers);
    request.headers.emplace_back("Host", std::move(host));
    const auto sink = std::make_shared<Sink>();
    router(request, http::Responder(sink));
    return sink->answered.get_future().get();
  }
  http::ServerResponse get(std::string target, http::Headers headers = {}) {
    return ask(*site_, std::move(target), std::move(headers), "localhost:8400");
  }
  http::ServerResponse replay(std::string target) {
    return ask(*replay_, std::move(target), {}, "localhost:8401");
  }

  static std::string header(const http::ServerResponse& response,
                            std::string_view name) {
    return std::string(http::find_header(response.headers, name).value_or(""));
  }

  // What the page of a version has in its frame.
  std::string replay_path(const std::string& target) {
    const std::string page = get(target, {{"Accept", "text/html"}}).body;
    const std::string begin = "src=\"http://localhost:8401";
    const std::size_t at = page.find(begin);
    if (at == page.npos) return "no frame";
    const std::size_t end = page.find('"', at + begin.size());
    return page.substr(at + begin.size(), end - at - begin.size());
  }

  ManualClock clock_{store::kNow};
  model::SourceId source_;
  std::map<std::uint64_t, archive::Content> contents_;
  std::shared_ptr<const http::Router> site_;
  std::shared_ptr<const http::Router> replay_;
};

TEST_F(Memento, OfADayIsTheVersionInForceAtItsEnd) {
  keep_examples();
  for (const char* day : {"20010911", "2001-09-11", "200109", "2001"}) {
    const auto answer = get(std::string("/memento/") + day + "/" + kUrl);
    EXPECT_EQ(answer.status, 302);
    EXPECT_THAT(header(answer, "Location"), HasSubstr("/memento/20010911203610"))
        << day;
  }
  // The day before it was the version before.
  EXPECT_THAT(header(get(std::string("/memento/20010910/") + kUrl), "Location"),
              HasSubstr("/memento/20000620180259"));
}

// Section 4.2.1, figures 9 to 11.
TEST_F(Memento, TimeGateLeadsToTheVersionOfThatTime) {
  keep_examples();
  const auto answer = get("/timegate/http://a.example.org/",
                          {{"Accept-Datetime", "Tue, 11 Sep 2001 20:35:00 GMT"}});
  EXPECT_EQ(answer.status, 302);
  EXPECT_EQ(header(answer, "Vary"), "accept-datetime");
  EXPECT_EQ(header(answer, "Location"),
            "http://localhost:8400/memento/20000620180259000/http://a.example.org/");
  EXPECT_EQ(header(answer, "Memento-Datetime"), "");
  EXPECT_EQ(
      header(answer, "Link"),
      "<http://a.example.org/>; rel=\"original\", "
      "<http://localhost:8400/timemap/link/http://a.example.org/>; rel=\"timemap\"; "
      "type=\"application/link-format\"; from=\"Tue, 20 Jun 2000 18:02:59 GMT\"; "
      "until=\"Tue, 27 Oct 2009 20:49:54 GMT\", "
      "<http://localhost:8400/memento/20000620180259000/http://a.example.org/>; "
      "rel=\"first memento\"; datetime=\"Tue, 20 Jun 2000 18:02:59 GMT\", "
      "<http://localhost:8400/memento/20091027204954000/http://a.example.org/>; "
      "rel=\"last memento\"; datetime=\"Tue, 27 Oct 2009 20:49:54 GMT\"");
}

TEST_F(Memento, TimeGateKnowsEveryTime) {
  keep_examples();
  keep(time_of("Tue, 11 Sep 2001 20:36:10 GMT") + Milliseconds(700), "later");
  const auto location = [this](http::Headers headers) {
    return header(get("/timegate/http://a.example.org/", std::move(headers)),
                  "Location");
  };
  EXPECT_THAT(location({{"Accept-Datetime", "Sat, 01 Jan 1994 00:00:00 GMT"}}),
              HasSubstr("/20000620180259000/"));
  EXPECT_THAT(location({{"Accept-Datetime", "Thu, 31 Dec 2048 00:00:00 GMT"}}),
              HasSubstr("/20091027204954000/"));
  EXPECT_THAT(location({}), HasSubstr("/20091027204954000/"));
  // A version's own Memento-Datetime, which has no milliseconds, leads to it.
  EXPECT_THAT(location({{"Accept-Datetime", "Tue, 11 Sep 2001 20:36:10 GMT"}}),
              HasSubstr("/20010911203610700/"));
}

// Section 4.5.3, and 404 where nothing is kept.
TEST_F(Memento, TimeGateRefusesWhatIsNoDate) {
  keep_examples();
  const auto bad =
      get("/timegate/http://a.example.org/", {{"Accept-Datetime", "last Tuesday"}});
  EXPECT_EQ(bad.status, 400);
  EXPECT_EQ(header(bad, "Vary"), "accept-datetime");
  for (const char* target :
       {"/timegate/http://b.example.org/", "/timegate/ftp://a.example.org/",
        "/timegate/", "/timemap/link/http://b.example.org/", "/timemap/json/x",
        "/timemap/link/2/http://a.example.org/",
        "/timemap/link/0/http://a.example.org/",
        "/memento/20010911203610/http://b.example.org/",
        "/memento/yesterday/http://a.example.org/", "/memento/2001/"}) {
    EXPECT_EQ(get(target).status, 404) << target;
  }
}

// Section 4.2.2, figure 12.
TEST_F(Memento, MementoSaysWhenItWasAndWhatIsBesideIt) {
  keep_examples();
  const auto answer = get("/memento/20010911203610/http://a.example.org/");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(header(answer, "Memento-Datetime"), "Tue, 11 Sep 2001 20:36:10 GMT");
  const std::string link = header(answer, "Link");
  for (const char* part :
       {"<http://a.example.org/>; rel=\"original\"",
        "<http://localhost:8400/timegate/http://a.example.org/>; rel=\"timegate\"",
        "<http://localhost:8400/timemap/link/http://a.example.org/>; rel=\"timemap\"",
        "rel=\"first prev memento\"; datetime=\"Tue, 20 Jun 2000 18:02:59 GMT\"",
        "20010911203610000/http://a.example.org/>; rel=\"memento\"",
        "rel=\"next last memento\"; datetime=\"Tue, 27 Oct 2009 20:49:54 GMT\""}) {
    EXPECT_THAT(link, HasSubstr(part));
  }
}

TEST_F(Memento, InexactTimeLeadsToTheVersionOfIt) {
  keep_examples();
  for (const char* digits : {"2005", "20050101000000", "20010911203611"}) {
    const auto answer =
        get(std::string("/memento/") + digits + "/http://a.example.org/");
    EXPECT_EQ(answer.status, 302) << digits;
    EXPECT_THAT(header(answer, "Location"), HasSubstr("/20010911203610000/")) << digits;
    EXPECT_EQ(header(answer, "Memento-Datetime"), "");
  }
}

// Section 5, figure 28.
TEST_F(Memento, TimeMapListsAllVersions) {
  keep_examples();
  const auto answer = get("/timemap/link/http://a.example.org/");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(header(answer, "Content-Type"), "application/link-format");
  EXPECT_EQ(answer.body,
            R"(<http://a.example.org/>; rel="original",
<http://localhost:8400/timemap/link/http://a.example.org/>; rel="self"; type="application/link-format"; from="Tue, 20 Jun 2000 18:02:59 GMT"; until="Tue, 27 Oct 2009 20:49:54 GMT",
<http://localhost:8400/timegate/http://a.example.org/>; rel="timegate",
<http://localhost:8400/memento/20000620180259000/http://a.example.org/>; rel="first memento"; datetime="Tue, 20 Jun 2000 18:02:59 GMT",
<http://localhost:8400/memento/20010911203610000/http://a.example.org/>; rel="memento"; datetime="Tue, 11 Sep 2001 20:36:10 GMT",
<http://localhost:8400/memento/20091027204954000/http://a.example.org/>; rel="last memento"; datetime="Tue, 27 Oct 2009 20:49:54 GMT"
)");
  const auto json = get("/timemap/json/http://a.example.org/");
  EXPECT_EQ(header(json, "Content-Type"), "application/json");
  EXPECT_THAT(
      json.body,
      AllOf(StartsWith("{\"original_uri\":\"http://a.example.org/\""),
            HasSubstr("\"first\":{\"datetime\":\"2000-06-20T18:02:59Z\",\"uri\":"
                      "\"http://localhost:8400/memento/20000620180259000/"),
            HasSubstr("{\"datetime\":\"2001-09-11T20:36:10Z\""), EndsWith("]}}\n")));
}

// Section 5.1.1: one that is too long is several, which name each other.
TEST(TimeMapOfMany, HasPages) {
  std::vector<Time> times;
  for (int i = 0; i < 25'000; ++i) times.push_back(from_unix_seconds(i * 60));
  const TimeMap second{"http://h", kUrl, times, 2};
  EXPECT_EQ(second.pages(), 3u);
  const std::string map = to_link_format(second);
  EXPECT_THAT(map, HasSubstr("<http://h/timemap/link/2/http://a.example.org/>; "
                             "rel=\"self\""));
  EXPECT_THAT(map, HasSubstr("<http://h/timemap/link/http://a.example.org/>; "
                             "rel=\"timemap\"; type=\"application/link-format\"; "
                             "from=\"Thu, 01 Jan 1970 00:00:00 GMT\""));
  EXPECT_THAT(map, HasSubstr("/timemap/link/3/"));
  EXPECT_THAT(map, Not(HasSubstr("first")));
  EXPECT_EQ(std::count(map.begin(), map.end(), '\n'), 10'000 + 5);
}

TEST_F(Memento, TakesAddressesAsTheyAreSent) {
  for (const char* url : {"http://a.example.org/a%2Fb?c=%20d&e", "https://b.example/?",
                          "http://c.example:81/a//b"}) {
    keep(store::kNow, "x", "text/html", url);
    EXPECT_EQ(get(std::string("/timegate/") + url).status, 302) << url;
  }
  EXPECT_EQ(get("/timegate/http%3A%2F%2Fc.example:81/a//b").status, 302);
  EXPECT_EQ(get("/timegate/HTTP://C.example:81/x/../a//b#f").status, 302);
}

TEST_F(Memento, GivesProgramsTheBytesAndBrowsersNoMarkupOfStrangers) {
  keep_examples();
  const std::string target = "/memento/20010911203610/http://a.example.org/";
  const auto bytes = get(target);
  EXPECT_THAT(bytes.body, HasSubstr("as of Tue, 11 Sep 2001"));
  EXPECT_EQ(header(bytes, "Content-Type"), "application/octet-stream");
  EXPECT_EQ(header(bytes, "Content-Disposition"), "attachment");
  EXPECT_EQ(header(bytes, "X-Archive-Orig-Content-Type"), "text/html");
  EXPECT_EQ(header(bytes, "X-Content-Type-Options"), "nosniff");
  EXPECT_THAT(header(bytes, "Content-Security-Policy"),
              StartsWith("default-src 'none'"));

  const auto page = get(target, {{"Accept", "text/html,*/*"}});
  EXPECT_EQ(header(page, "Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(header(page, "Memento-Datetime"), "Tue, 11 Sep 2001 20:36:10 GMT");
  EXPECT_THAT(header(page, "Content-Security-Policy"),
              HasSubstr("frame-src http://*:8401;"));
  EXPECT_THAT(page.body, Not(HasSubstr("as of")));
  EXPECT_THAT(page.body, HasSubstr("&lt;i&gt;changed"));
  EXPECT_THAT(page.body, HasSubstr("href=\"/memento/20000620180259000/http://a."));
}

TEST_F(Memento, TellsWhatTheServerOfTheDocumentSaid) {
  keep(store::kNow, "x");
  contents_.rbegin()->second.headers = {{"ETag", "\"1\""},
                                        {"Set-Cookie", "a=b"},
                                        {"Content-Security-Policy", "default-src *"},
                                        {"X-Archive-Orig-Content-Encoding", "gzip"},
                                        {"Bad Name", "x"},
                                        {"Bad-Value", "x\r\nSet-Cookie: c=d"}};
  const auto answer = get(memento_address("", store::kNow, kUrl));
  EXPECT_EQ(header(answer, "X-Archive-Orig-ETag"), "\"1\"");
  EXPECT_EQ(header(answer, "X-Archive-Orig-Content-Encoding"), "gzip");
  EXPECT_THAT(header(answer, "Content-Security-Policy"),
              StartsWith("default-src 'none'"));
  EXPECT_EQ(header(answer, "X-Archive-Orig-Bad-Value"), "x Set-Cookie: c=d");
  for (const auto& [name, value] : answer.headers) {
    EXPECT_THAT(name, AllOf(Not(HasSubstr("Cookie")), Not(HasSubstr(" "))));
  }
}

TEST_F(Memento, GivesDataUnderItsOwnType) {
  for (const auto& [type, shown] :
       {std::pair{"text/turtle; charset=utf-8", "text/turtle"},
        std::pair{"image/png", "image/png"},
        std::pair{"image/svg+xml", "application/octet-stream"},
        std::pair{"application/xml", "application/octet-stream"},
        std::pair{"", "application/octet-stream"}}) {
    const std::string url = "http://d.example/" + std::to_string(contents_.size());
    keep(store::kNow, "x", type, url);
    EXPECT_EQ(header(get(memento_address("", store::kNow, url)), "Content-Type"), shown)
        << type;
  }
}

TEST_F(Memento, ReplaysInASandbox) {
  keep(store::kNow,
       "<script>bad()</script><p onclick=bad()>as of</p><img src=p.png>"
       "<a href='/next'>next</a>");
  const auto shown = replay(replay_path(memento_address("", store::kNow, kUrl)));
  EXPECT_EQ(shown.status, 200);
  const std::string policy = header(shown, "Content-Security-Policy");
  EXPECT_THAT(policy, StartsWith("default-src 'none'; img-src 'self' data:;"));
  EXPECT_THAT(policy, EndsWith("; sandbox allow-top-navigation-by-user-activation"));
  EXPECT_THAT(policy, HasSubstr("frame-ancestors http://*:8400;"));
  EXPECT_THAT(policy, Not(HasSubstr("script-src")));
  EXPECT_EQ(header(shown, "X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(header(shown, "Referrer-Policy"), "no-referrer");
  EXPECT_EQ(header(shown, "Set-Cookie"), "");
  EXPECT_EQ(header(shown, "Memento-Datetime"), http::to_http_date(store::kNow));
  EXPECT_THAT(shown.body, HasSubstr("<p>as of</p>"));
  EXPECT_THAT(shown.body, Not(HasSubstr("bad")));
  EXPECT_THAT(shown.body, HasSubstr("<a href=\"http://localhost:8400/memento/"));
}

class Replay : public Memento {
 protected:
  Replay() {
    keep(store::kNow, "<img src=p.png><img src=/private>");
    keep(store::kNow - Milliseconds(5'000), "PNG", "image/png",
         "http://a.example.org/p.png");
    keep(store::kNow, "<p>private", "text/html", "http://a.example.org/private");
    path_of_page_ = replay_path(memento_address("", store::kNow, kUrl));
    page_ = replay(path_of_page_).body;
  }

  // The address of the n-th picture.
  std::string picture(std::size_t n) const {
    std::size_t at = 0;
    for (std::size_t i = 0; i < n; ++i) at = page_.find("src=\"", at) + 5;
    return page_.substr(at, page_.find('"', at) - at);
  }

  std::string path_of_page_;
  std::string page_;
};

TEST_F(Replay, ShowsPicturesOfTheVersionNearestInTime) {
  const auto shown = replay(picture(1));
  EXPECT_EQ(shown.status, 200);
  EXPECT_EQ(shown.body, "PNG");
  EXPECT_EQ(header(shown, "Content-Type"), "image/png");
  // The page is in a sandbox, and so of no origin.
  EXPECT_EQ(header(shown, "Cross-Origin-Resource-Policy"), "cross-origin");
}

// Whoever was sent the address of one page cannot get at others by what it embeds.
TEST_F(Replay, ShowsNoPageThatIsSaidToBeAPicture) {
  EXPECT_THAT(picture(2), HasSubstr("/private"));
  const auto shown = replay(picture(2));
  EXPECT_EQ(shown.status, 404);
  EXPECT_THAT(shown.body, Not(HasSubstr("private")));
  std::string as_page = picture(2);
  as_page[1] = 'p';
  EXPECT_EQ(replay(as_page).status, 403);
}

TEST_F(Replay, RefusesAddressesThatAreForgedOrExpired) {
  EXPECT_EQ(replay(path_of_page_).status, 200);
  for (const char* forged :
       {"/p1790000600-x/20260921133320000/http://a.example.org/",
        "/20260921133320000/http://a.example.org/", "/", "/clips", "/healthz"}) {
    const auto answer = replay(forged);
    EXPECT_TRUE(answer.status == 403 || answer.status == 404) << forged;
    EXPECT_THAT(answer.body, Not(HasSubstr("img"))) << forged;
  }
  std::string other = path_of_page_;
  other.replace(other.find("http://a.example.org/"), std::string::npos,
                "http://a.example.org/private");
  EXPECT_EQ(replay(other).status, 403);
  clock_.advance(std::chrono::minutes(11));
  EXPECT_EQ(replay(path_of_page_).status, 403);
  EXPECT_EQ(replay(picture(1)).status, 403);
}

TEST_F(Replay, AnswersNoForeignHost) {
  EXPECT_EQ(ask(*replay_, path_of_page_, {}, "evil.example:8401").status, 421);
}

TEST_F(Replay, SaysThatTheBytesAreAway) {
  contents_.clear();
  EXPECT_EQ(replay(path_of_page_).status, 503);
  EXPECT_EQ(get(memento_address("", store::kNow, kUrl)).status, 503);
}

}  // namespace
}  // namespace curlew::api
