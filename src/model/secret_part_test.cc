#include "model/secret_part.h"

#include <gtest/gtest.h>

namespace curlew::model {
namespace {

TEST(SecretPart, AnAddressIsASecretByItsLoginOrAParameterThatNamesAToken) {
  for (const char* secret :
       {"https://ann:pw@a.example/", "https://a.example/?token=x",
        "https://a.example/feed?page=1&feed_token=x", "https://a.example/?API_KEY=x",
        "https://a.example/?a=b;sig=x", "https://a.example/?x-auth=1"}) {
    EXPECT_TRUE(is_secret_address(secret)) << secret;
  }
  for (const char* plain :
       {"https://a.example/", "https://a.example/token=x", "https://a.example/?token=",
        "https://a.example/?monkey=x", "https://a.example/?q=token", "?",
        "https://a.example/#?token=x", "https://a.example/?token&x=1", "",
        "https://tube.example/videos.xml?channel_id=UCxJf49T4iTO_jtzWX3rW_jg"}) {
    EXPECT_FALSE(is_secret_address(plain)) << plain;
  }
}

}  // namespace
}  // namespace curlew::model
