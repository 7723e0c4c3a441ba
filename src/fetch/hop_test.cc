#include "fetch/hop.h"

#include <gtest/gtest.h>

namespace curlew::fetch {
namespace {

FetchRequest secret_request() {
  FetchRequest request{.url = "https://a.example/feed", .accept = "text/xml"};
  request.settings.headers = {{"X-Api-Key", "k"}};
  request.settings.bearer_token = "token";
  request.settings.proxy = "http://proxy.example:3128";
  return request;
}

RedirectTrail trail_of(const FetchRequest& request) {
  return RedirectTrail(url::parse_url(request.url).value(), 8);
}

RedirectTrail trail_to(const FetchRequest& request, std::string location) {
  RedirectTrail trail = trail_of(request);
  EXPECT_TRUE(trail.follow(302, {{"Location", std::move(location)}}).ok());
  return trail;
}

TEST(Hop, TheSourcesOwnSettingsGoToItsOrigin) {
  const FetchRequest request = secret_request();
  const http::Request hop = make_hop(request, trail_of(request));
  EXPECT_EQ(hop.url, "https://a.example/feed");
  EXPECT_EQ(hop.headers, (http::Headers{{"X-Api-Key", "k"},
                                        {"Authorization", "Bearer token"},
                                        {"Accept", "text/xml"}}));
  EXPECT_EQ(hop.proxy, "http://proxy.example:3128");
}

TEST(Hop, NothingSecretGoesToAnotherOrigin) {
  FetchRequest request = secret_request();
  request.settings.basic_credentials = "user:password";
  for (const char* target : {"https://b.example/", "http://a.example/feed",
                             "https://a.example:444/", "https://www.a.example/"}) {
    const http::Request hop = make_hop(request, trail_to(request, target));
    EXPECT_EQ(hop.headers, (http::Headers{{"Accept", "text/xml"}})) << target;
    EXPECT_EQ(hop.basic_credentials, "") << target;
    EXPECT_EQ(hop.proxy, request.settings.proxy);
  }
}

TEST(Hop, TheUsersOwnAcceptHeaderStands) {
  FetchRequest request{.url = "https://a.example/", .accept = "text/xml"};
  request.settings.headers = {{"accept", "*/*"}};
  EXPECT_EQ(make_hop(request, trail_of(request)).headers,
            (http::Headers{{"accept", "*/*"}}));
}

TEST(Hop, ValidatorsGoOnlyToTheAddressThatGaveThem) {
  FetchRequest request{.url = "https://a.example/feed"};
  request.validators = {"\"1\"", "", "https://b.example/feed"};
  EXPECT_TRUE(make_hop(request, trail_of(request)).headers.empty());
  EXPECT_TRUE(
      make_hop(request, trail_to(request, "https://c.example/")).headers.empty());
  EXPECT_EQ(make_hop(request, trail_to(request, "https://b.example/feed")).headers,
            (http::Headers{{"If-None-Match", "\"1\""}}));
}

TEST(Hop, ValidatorsWithoutAnAddressAreTheFirstOnes) {
  FetchRequest request{.url = "https://a.example/feed"};
  request.validators = {.etag = "\"1\""};
  EXPECT_EQ(how_asked(request, trail_of(request)), Asked::kConditionally);
  EXPECT_EQ(how_asked(request, trail_to(request, "/other")), Asked::kPlainly);
}

TEST(Hop, CredentialsInAnAddressBecomeSettings) {
  model::RequestSettings settings;
  take_credentials(url::parse_url("https://me:p%40ss@a.example/").value(), settings);
  EXPECT_EQ(settings.basic_credentials, "me:p@ss");
  settings.basic_credentials = "given:already";
  take_credentials(url::parse_url("https://me:p%40ss@a.example/").value(), settings);
  EXPECT_EQ(settings.basic_credentials, "given:already");
}

}  // namespace
}  // namespace curlew::fetch
