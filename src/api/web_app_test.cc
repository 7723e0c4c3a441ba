#include "api/web_app.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "api/web_files.h"

namespace curlew::api {
namespace {

using testing::HasSubstr;
using testing::Not;

class WebAppTest : public testing::Test {
 protected:
  WebAppTest() {
    for (http::Route& route : make_web_app_routes()) router_.add(std::move(route));
  }

  http::ServerResponse ask(std::string method, std::string path,
                           http::Headers headers = {}) {
    struct Keep final : http::Responder::Sink {
      void answer(http::ServerResponse response) override {
        last = std::move(response);
      }
      http::ServerResponse last;
    };
    auto sink = std::make_shared<Keep>();
    http::ServerRequest request;
    request.method = std::move(method);
    request.path = std::move(path);
    request.headers = std::move(headers);
    router_(request, http::Responder(sink));
    return sink->last;
  }
  http::ServerResponse get(std::string path, http::Headers headers = {}) {
    return ask("GET", std::move(path), std::move(headers));
  }
  static std::string header(const http::ServerResponse& response,
                            std::string_view name) {
    return std::string(http::find_header(response.headers, name).value_or(""));
  }
  // The addresses that the page loads.
  static std::set<std::string> loaded_by(const std::string& page) {
    static const std::regex kAddress("(?:href|src)=\"(/[^\"]*)\"");
    std::set<std::string> found;
    for (std::sregex_iterator it(page.begin(), page.end(), kAddress), end; it != end;
         ++it) {
      found.insert((*it)[1]);
    }
    return found;
  }

  http::Router router_;
};

std::string unpacked(const std::string& gzip) {
  std::string out(1 << 20, '\0');
  z_stream stream{};
  inflateInit2(&stream, 16 + MAX_WBITS);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(gzip.data()));
  stream.avail_in = uInt(gzip.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = uInt(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

TEST_F(WebAppTest, IsAtTheAddressOfEveryView) {
  const std::string page = get("/").body;
  EXPECT_THAT(page, HasSubstr("<div id=\"app\">"));
  for (const char* view :
       {"/clips", "/articles", "/sources", "/sources/7", "/sources/7/versions",
        "/problems", "/topics", "/topics/3", "/delay", "/operation", "/settings",
        "/settings/tokens", "/login", "/welcome", "/more"}) {
    const auto answer = get(view);
    EXPECT_EQ(answer.status, 200) << view;
    EXPECT_EQ(answer.body, page) << view;
    EXPECT_EQ(header(answer, "Content-Type"), "text/html; charset=utf-8");
  }
}

// What the page knows of its addresses and what the program does must not drift apart.
TEST_F(WebAppTest, KnowsEveryViewThatThePageKnows) {
  std::ifstream file(CURLEW_SOURCE_DIR "/web/src/app/views.tsx");
  const std::string source{std::istreambuf_iterator<char>(file), {}};
  static const std::regex kCase("case \"(\\w*)\"");
  int views = 0;
  for (std::sregex_iterator it(source.begin(), source.end(), kCase), end; it != end;
       ++it, ++views) {
    EXPECT_EQ(get("/" + (*it)[1].str()).status, 200) << (*it)[1];
  }
  EXPECT_GE(views, 9);
}

TEST_F(WebAppTest, LeavesOtherAddressesAlone) {
  for (const char* path :
       {"/api/v1/session", "/mine/abc", "/healthz", "/sources/7/feed.atom",
        "/sources/7/changes.nt", "/timegate/http://a.example/",
        "/memento/2026/http://a.example/", "/index.html", "/nowhere"}) {
    EXPECT_EQ(get(path).status, 404) << path;
  }
}

TEST_F(WebAppTest, ThePageIsAskedForAgainAndItsFilesNever) {
  const auto page = get("/clips");
  EXPECT_EQ(header(page, "Cache-Control"), "private, no-cache");
  EXPECT_EQ(header(page, "Vary"), "Accept-Encoding");
  const auto again = get("/clips", {{"If-None-Match", header(page, "ETag")}});
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.body, "");
  const auto files = loaded_by(page.body);
  EXPECT_GE(files.size(), 5u);
  for (const std::string& file : files) {
    const auto answer = get(file);
    EXPECT_EQ(answer.status, 200) << file;
    EXPECT_EQ(header(answer, "Cache-Control"), "public, max-age=31536000, immutable");
    EXPECT_EQ(get(file, {{"If-None-Match", header(answer, "ETag")}}).status, 304);
    EXPECT_NE(header(answer, "Content-Type"), "") << file;
  }
}

TEST_F(WebAppTest, IsSentInTheFormThatTheClientLikesBest) {
  const auto plain = get("/");
  EXPECT_EQ(header(plain, "Content-Encoding"), "");
  const auto gzip = get("/", {{"Accept-Encoding", "gzip"}});
  EXPECT_EQ(header(gzip, "Content-Encoding"), "gzip");
  EXPECT_EQ(unpacked(gzip.body), plain.body);
  const auto brotli = get("/", {{"Accept-Encoding", "gzip, br"}});
  EXPECT_EQ(header(brotli, "Content-Encoding"), "br");
  EXPECT_LT(brotli.body.size(), gzip.body.size());
  // A cache must not take one for the other.
  EXPECT_NE(header(brotli, "ETag"), header(gzip, "ETag"));
  EXPECT_NE(header(plain, "ETag"), header(gzip, "ETag"));
}

TEST_F(WebAppTest, RunsNothingButItself) {
  const std::string policy = header(get("/"), "Content-Security-Policy");
  EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
  EXPECT_THAT(policy, HasSubstr("script-src 'self'"));
  EXPECT_THAT(policy, HasSubstr("frame-ancestors 'none'"));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
  EXPECT_THAT(policy, Not(HasSubstr("*")));
  // Nothing in the page itself that this would not let run.
  EXPECT_THAT(get("/").body, Not(HasSubstr("<style")));
  EXPECT_THAT(get("/").body, Not(HasSubstr("<script>")));
}

TEST_F(WebAppTest, WhatIsNotThereIsNotFound) {
  const auto answer = get("/assets/app-0000000000.js");
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(header(answer, "Cache-Control"), "no-store");
  EXPECT_EQ(get("/assets/../index.html").status, 404);
  EXPECT_EQ(ask("POST", "/clips").status, 405);
  EXPECT_EQ(ask("HEAD", "/clips").status, 200);
  EXPECT_EQ(get("/favicon.ico").status, 200);
}

TEST(WebFiles, FirstViewIsSmall) {
  std::size_t all = 0;
  for (const WebFile& file : web_files()) all += file.gzip.size();
  EXPECT_LT(all, 150'000u);
}

}  // namespace
}  // namespace curlew::api
