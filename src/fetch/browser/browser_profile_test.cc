#include "fetch/browser/browser_profile.h"

#include <gmock/gmock.h>

#include "base/temporary_folder_test.h"

namespace curlew::fetch {
namespace {

using std::filesystem::exists;

TEST(BrowserProfile, IsRemovedWithItsOwner) {
  const TemporaryFolder parent;
  auto profile = *BrowserProfile::make(parent.path());
  const std::filesystem::path path = profile->path();
  EXPECT_TRUE(exists(path / "Default" / "Preferences"));
  profile.reset();
  EXPECT_FALSE(exists(path));
}

TEST(BrowserProfile, OfAKilledProcessIsRemovedByTheNextAndNoOther) {
  const TemporaryFolder parent;
  const std::filesystem::path abandoned = parent.path() / "curlew-browser-abc123";
  std::filesystem::create_directories(abandoned / "Default");
  std::filesystem::create_directory(parent.path() / "curlew-data");
  const auto first = *BrowserProfile::make(parent.path());
  EXPECT_FALSE(exists(abandoned));
  const auto second = *BrowserProfile::make(parent.path());
  EXPECT_TRUE(exists(first->path())) << "in use";
  EXPECT_TRUE(exists(second->path()));
  EXPECT_TRUE(exists(parent.path() / "curlew-data"));
}

TEST(BrowserProfile, IsRefusedWhereNothingCanBeWritten) {
  const auto profile = BrowserProfile::make("/nonexistent");
  ASSERT_FALSE(profile.ok());
  EXPECT_THAT(profile.error().text, testing::StartsWith("browser: /nonexistent/"));
}

}  // namespace
}  // namespace curlew::fetch
