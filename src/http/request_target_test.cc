#include "http/request_target.h"

#include <gtest/gtest.h>

#include "http/server.h"

namespace curlew::http {
namespace {

TEST(RequestTarget, SplitsOriginFormAndDecodesThePathOnly) {
  const auto target = parse_request_target("/a%20b+c/%CE%B1?q=%41&r");
  EXPECT_EQ(target.authority, "");
  EXPECT_EQ(target.raw, "/a%20b+c/%CE%B1?q=%41&r");
  EXPECT_EQ(target.path, "/a b+c/α");
  EXPECT_EQ(target.query, "q=%41&r");
}

TEST(RequestTarget, TakesTheAuthorityFromAbsoluteForm) {
  const auto target = parse_request_target("HTTP://news.example:80?x");
  EXPECT_EQ(target.authority, "news.example:80");
  EXPECT_EQ(target.raw, "?x");
  EXPECT_EQ(target.path, "/");
  EXPECT_EQ(target.query, "x");
}

TEST(RequestTarget, IsValidInTheFormsThatAServerAnswers) {
  for (const char* target :
       {"/", "//a", "/a?b", "*", "http://a", "https://[::1]:1/a"}) {
    EXPECT_TRUE(parse_request_target(target).is_valid) << target;
  }
  for (const char* target : {"", "a", "a:80", "http:///a", "http://?a", "ftp://a/",
                             "http://b@a/", "/a b", "/a\x01", "http://a b/"}) {
    EXPECT_FALSE(parse_request_target(target).is_valid) << target;
  }
}

TEST(RequestTarget, LeavesBrokenEscapesAlone) {
  EXPECT_EQ(percent_decoded("%", PlusSign::kIsPlus), "%");
  EXPECT_EQ(percent_decoded("%4", PlusSign::kIsPlus), "%4");
  EXPECT_EQ(percent_decoded("%4g%zz%%41", PlusSign::kIsPlus), "%4g%zz%A");
}

TEST(ServerRequest, FindsAndDecodesParameters) {
  ServerRequest request;
  request.query = "q=a+b%26c&empty=&flag&na%6De=v&q=second";
  EXPECT_EQ(request.parameter("q"), "a b&c");
  EXPECT_EQ(request.parameter("empty"), "");
  EXPECT_EQ(request.parameter("flag"), "");
  EXPECT_EQ(request.parameter("name"), "v");
  EXPECT_EQ(request.parameter("absent"), std::nullopt);
}

}  // namespace
}  // namespace curlew::http
