#include "model/mask.h"

#include <gtest/gtest.h>

#include "model/sealed_settings_test.h"

namespace curlew::model {
namespace {

TEST(Mask, HidesPasswordsAndTokensButKeepsUserNames) {
  SealedSettings settings;
  settings.basic_credentials = kept("ann:hunter2");
  settings.bearer_token = kept("eyJhbGciOi");
  const RequestSettings shown = masked(settings);
  EXPECT_EQ(shown.basic_credentials, "ann:***");
  EXPECT_EQ(shown.bearer_token, "***");
}

TEST(Mask, LeavesWhatIsAbsentAbsent) {
  EXPECT_EQ(masked(SealedSettings()), RequestSettings());
}

TEST(Mask, HidesEveryHeaderNotKnownToBeHarmless) {
  SealedSettings settings;
  settings.headers = {{"X-Api-Key", kept("s3cret")}, {"ACCEPT-language", kept("el")}};
  const RequestSettings shown = masked(settings);
  EXPECT_EQ(shown.headers[0].second, "***");
  EXPECT_EQ(shown.headers[1].second, "el");
}

TEST(Mask, HidesCredentialsWithoutAColonWholly) {
  SealedSettings settings;
  settings.basic_credentials = kept("token-as-user");
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
