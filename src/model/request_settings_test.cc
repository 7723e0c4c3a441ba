#include "model/request_settings.h"

#include <gmock/gmock.h>

#include "model/mask.h"
#include "model/sealed_settings_test.h"
#include "model/visit_wire.h"

namespace curlew::model {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kOrigin = "https://a.example";

RequestSettings full() {
  return {.headers = {{"X-Key", "plain-header"}, {"Accept-Language", "el"}},
          .basic_credentials = "ann:plain-password",
          .bearer_token = "plain-token",
          .proxy = "http://bob:plain-proxy@proxy.example:3128"};
}

std::string why_not(const SealedSettings& settings, std::string_view origin = kOrigin,
                    const KeyReader& key = kTestKey) {
  const auto result = open(settings, origin, key);
  return result.ok() ? "it opened" : result.error().text;
}

TEST(SealedSettings, OpenForTheOriginTheyWereGivenFor) {
  const SealedSettings settings = sealed(full(), kOrigin);
  EXPECT_EQ(opened(settings, kOrigin), full());
  EXPECT_TRUE(are_sealed(settings));
  EXPECT_TRUE(needs_other_key(settings, ""));
}

TEST(SealedSettings, LeaveNothingPlainInTheBytesOfAnOrder) {
  VisitOrder order;
  order.url = "https://a.example/feed";
  order.request = sealed(full(), kOrigin);
  const std::string bytes = encode(order);
  EXPECT_THAT(bytes, Not(HasSubstr("plain")));
  for (const std::string_view known :
       {"ann:", "X-Key", "http://bob:", "@proxy.example:3128", "Accept-Language"}) {
    EXPECT_THAT(bytes, HasSubstr(std::string(known)));
  }
  EXPECT_EQ(opened(decode_order(bytes)->request, kOrigin), full());
}

TEST(SealedSettings, ShowNamesAndMaskTheRest) {
  const RequestSettings shown = masked(sealed(full(), kOrigin));
  EXPECT_EQ(shown.basic_credentials, "ann:***");
  EXPECT_EQ(shown.bearer_token, "***");
  EXPECT_EQ(shown.proxy, "http://bob:***@proxy.example:3128");
  EXPECT_EQ(shown.headers[0].second, "***");
  EXPECT_EQ(shown.headers[1].second, "el");
}

TEST(SealedSettings, OpenForNoOtherOrigin) {
  SealedSettings settings = sealed(full(), kOrigin);
  EXPECT_THAT(why_not(settings, "https://b.example"), HasSubstr("something else"));
  EXPECT_THAT(why_not(settings, "http://a.example"), HasSubstr("something else"));
  // The way out is the same, whoever is asked.
  settings.headers.clear();
  settings.basic_credentials = settings.bearer_token = {};
  EXPECT_EQ(opened(settings, "https://b.example").proxy, full().proxy);
}

TEST(SealedSettings, CannotBePutInEachOthersPlaces) {
  const SealedSettings settings = sealed(full(), kOrigin);
  SealedSettings swapped = settings;
  swapped.headers[0].second = settings.bearer_token;
  EXPECT_THAT(why_not(swapped), HasSubstr("its header X-Key was changed"));
  swapped = settings;
  swapped.bearer_token = settings.headers[0].second;
  EXPECT_THAT(why_not(swapped), HasSubstr("its bearer token was changed"));
  swapped = settings;
  std::string proxy = settings.proxy.kept();
  proxy.replace(proxy.find("proxy.example"), 13, "their.example");
  swapped.proxy = kept(proxy);
  EXPECT_THAT(why_not(swapped), HasSubstr("its proxy's login was changed"));
  swapped = settings;
  swapped.basic_credentials = kept("eve" + settings.basic_credentials.kept().substr(3));
  EXPECT_THAT(why_not(swapped), HasSubstr("its login was changed"));
}

TEST(SealedSettings, PlainSecretIsNotUsedButRefused) {
  SealedSettings settings;
  settings.basic_credentials = kept("ann:plain-password");
  EXPECT_FALSE(are_sealed(settings));
  EXPECT_EQ(why_not(settings), "its login is not sealed");
  settings = {};
  settings.proxy = kept("http://bob:pw@proxy.example:1");
  EXPECT_EQ(why_not(settings), "its proxy's login is not sealed");
  settings = {};
  settings.headers = {{"Cookie", kept("a=b")}};
  EXPECT_EQ(why_not(settings), "its header Cookie is not sealed");
}

TEST(SealedSettings, KeyIsAskedForOnlyWhereThereIsASecret) {
  RequestSettings harmless;
  harmless.headers = {{"User-Agent", "me"}, {"accept", "*/*"}};
  harmless.proxy = "http://proxy.example:3128";
  const auto settings = seal(harmless, kOrigin, kNoKey);
  ASSERT_TRUE(settings.ok());
  EXPECT_FALSE(needs_other_key(*settings, ""));
  EXPECT_EQ(*open(*settings, kOrigin, kNoKey), harmless);
  EXPECT_EQ(seal(full(), kOrigin, kNoKey).error().text,
            "curlew.key: the key is missing");
  EXPECT_EQ(why_not(sealed(full(), kOrigin), kOrigin, kNoKey),
            "curlew.key: the key is missing");
}

TEST(SealedSettings, SurviveOddLogins) {
  for (const std::string login : {"token-as-user", "ann:", ":pw", "ann:p:w", "a:b@c/d",
                                  "ann:\xce\xba\xcf\x89\xce\xb4\xce\xb9"}) {
    RequestSettings settings;
    settings.basic_credentials = login;
    EXPECT_EQ(opened(sealed(settings, kOrigin), kOrigin), settings) << login;
  }
  for (const std::string proxy :
       {"http://token@p:1", "http://a:p@w@p:1", "http://a:@p:1", "http://p:1"}) {
    RequestSettings settings;
    settings.proxy = proxy;
    EXPECT_EQ(opened(sealed(settings, kOrigin), kOrigin), settings) << proxy;
  }
}

}  // namespace
}  // namespace curlew::model
