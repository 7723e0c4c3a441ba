#include "model/mask.h"

#include <gtest/gtest.h>

namespace curlew::model {
namespace {

TEST(Mask, HidesPasswordsAndTokensButKeepsUserNames) {
  RequestSettings settings;
  settings.basic_credentials = "ann:hunter2";
  settings.bearer_token = "eyJhbGciOi";
  const RequestSettings shown = masked(settings);
  EXPECT_EQ(shown.basic_credentials, "ann:***");
  EXPECT_EQ(shown.bearer_token, "***");
}

TEST(Mask, LeavesWhatIsAbsentAbsent) {
  EXPECT_EQ(masked(RequestSettings()), RequestSettings());
}

TEST(Mask, HidesEveryHeaderNotKnownToBeHarmless) {
  RequestSettings settings;
  settings.headers = {{"X-Api-Key", "s3cret"}, {"ACCEPT-language", "el"}};
  const RequestSettings shown = masked(settings);
  EXPECT_EQ(shown.headers[0].second, "***");
  EXPECT_EQ(shown.headers[1].second, "el");
}

TEST(Mask, HidesCredentialsWithoutAColonWholly) {
  RequestSettings settings;
  settings.basic_credentials = "token-as-user";
  EXPECT_EQ(masked(settings).basic_credentials, "***");
}

TEST(Mask, HidesThePasswordInAnAddress) {
  EXPECT_EQ(masked_address("http://ann:pw@proxy:3128"), "http://ann:***@proxy:3128");
  EXPECT_EQ(masked_address("http://ann:p@w@proxy/"), "http://ann:***@proxy/");
  EXPECT_EQ(masked_address("ann:pw@proxy:3128"), "ann:***@proxy:3128");
  EXPECT_EQ(masked_address("http://token@proxy/"), "http://***@proxy/");
}

TEST(Mask, LeavesAddressesWithoutCredentialsAlone) {
  EXPECT_EQ(masked_address("http://proxy:3128"), "http://proxy:3128");
  EXPECT_EQ(masked_address("http://host/@ann"), "http://host/@ann");
  EXPECT_EQ(masked_address("http://host?q=a@b"), "http://host?q=a@b");
  EXPECT_EQ(masked_address(""), "");
}

}  // namespace
}  // namespace curlew::model
