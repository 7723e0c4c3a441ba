#include "fetch/redirects.h"

#include <gtest/gtest.h>

namespace curlew::fetch {
namespace {

url::Url parsed(std::string_view text) { return url::parse_url(text).value(); }

RedirectTrail trail_from(std::string_view start, int max_redirects = 8) {
  return RedirectTrail(parsed(start), max_redirects);
}

Result<void> follow(RedirectTrail& trail, int status, std::string location) {
  return trail.follow(status, {{"Location", std::move(location)}});
}

TEST(Redirects, OnlyFiveStatusesAreRedirects) {
  for (const int status : {301, 302, 303, 307, 308}) EXPECT_TRUE(is_redirect(status));
  for (const int status : {200, 300, 304, 305, 306, 309, 404}) {
    EXPECT_FALSE(is_redirect(status));
  }
}

TEST(Redirects, LocationIsResolvedAgainstWhereItStands) {
  auto trail = trail_from("http://example.org/a/b?c");
  ASSERT_TRUE(follow(trail, 302, "../d?e#f").ok());
  EXPECT_EQ(trail.here().href(), "http://example.org/d?e");
  ASSERT_TRUE(follow(trail, 302, "//other.example/x").ok());
  EXPECT_EQ(trail.here().href(), "http://other.example/x");
}

TEST(Redirects, ALeadingRunOfPermanentOnesMovesTheSource) {
  auto trail = trail_from("http://a.example/");
  ASSERT_TRUE(follow(trail, 301, "http://b.example/").ok());
  ASSERT_TRUE(follow(trail, 308, "http://c.example/").ok());
  EXPECT_TRUE(trail.is_permanent());
  ASSERT_TRUE(follow(trail, 302, "http://d.example/").ok());
  ASSERT_TRUE(follow(trail, 301, "http://e.example/").ok());
  EXPECT_EQ(trail.permanent_url(), "http://c.example/");
  EXPECT_FALSE(trail.is_permanent());
}

TEST(Redirects, TemporaryOnesNeverDo) {
  for (const int status : {302, 303, 307}) {
    auto trail = trail_from("http://a.example/");
    ASSERT_TRUE(follow(trail, status, "http://b.example/").ok());
    ASSERT_TRUE(follow(trail, 301, "http://c.example/").ok());
    EXPECT_FALSE(trail.has_moved());
  }
}

TEST(Redirects, ALoopIsSeenHoweverItIsWritten) {
  auto trail = trail_from("http://a.example/x");
  ASSERT_TRUE(follow(trail, 302, "http://b.example/").ok());
  const auto back = follow(trail, 302, "HTTP://A.EXAMPLE:80/y/../x#again");
  ASSERT_FALSE(back.ok());
  EXPECT_NE(back.error().text.find("loop"), std::string::npos);
  auto self = trail_from("http://a.example/x");
  EXPECT_FALSE(follow(self, 301, "x").ok());
}

TEST(Redirects, TooManyAreAnError) {
  auto trail = trail_from("http://a.example/0", 3);
  for (int i = 1; i <= 3; ++i) {
    ASSERT_TRUE(follow(trail, 302, "/" + std::to_string(i)).ok());
  }
  EXPECT_FALSE(follow(trail, 302, "/4").ok());
}

TEST(Redirects, OnlyHttpAddressesAreFollowed) {
  for (const char* location :
       {"file:///etc/passwd", "ftp://example.org/", "javascript:alert(1)", "data:,x",
        "gopher://example.org/", "http://", "http://[::bad/", "mailto:a@example.org"}) {
    auto trail = trail_from("http://a.example/");
    const auto followed = follow(trail, 302, location);
    ASSERT_FALSE(followed.ok()) << location;
    EXPECT_NE(followed.error().text.find(location), std::string::npos);
  }
  auto trail = trail_from("http://a.example/");
  EXPECT_FALSE(trail.follow(302, {}).ok());
}

TEST(Redirects, AnotherSchemeHostOrPortIsNotHome) {
  for (const char* location : {"http://a.example/", "https://b.example/",
                               "https://a.example:8443/", "https://a.example./"}) {
    auto trail = trail_from("https://a.example/start");
    ASSERT_TRUE(follow(trail, 302, location).ok());
    EXPECT_FALSE(trail.is_at_home()) << location;
  }
  auto trail = trail_from("https://a.example/start");
  ASSERT_TRUE(follow(trail, 302, "https://a.example:443/elsewhere").ok());
  EXPECT_TRUE(trail.is_at_home());
}

TEST(Redirects, ComingBackFromAStrangerIsNotComingHome) {
  auto trail = trail_from("https://a.example/start");
  ASSERT_TRUE(follow(trail, 302, "https://evil.example/").ok());
  ASSERT_TRUE(follow(trail, 302, "https://a.example/delete-everything").ok());
  EXPECT_FALSE(trail.is_at_home());
}

TEST(Redirects, CredentialsInAnAddressAreTakenOff) {
  auto trail = trail_from("http://user:secret@a.example/x");
  EXPECT_EQ(trail.here().href(), "http://a.example/x");
  ASSERT_TRUE(follow(trail, 302, "http://evil:trap@b.example/").ok());
  EXPECT_EQ(trail.here().href(), "http://b.example/");
}

}  // namespace
}  // namespace curlew::fetch
