#include "service/check_address.h"

#include <gmock/gmock.h>

#include "model/sealed_settings_test.h"

namespace curlew::service {
namespace {

using testing::HasSubstr;

// A look at a page that names a feed.
Look naming(std::string feed) {
  Look look;
  look.source.url = "https://a.example/";
  look.report.outcome = model::FetchOutcome::kNamesFeed;
  look.report.http_status = 200;
  look.report.findings = model::NamedFeeds{{std::move(feed)}};
  return look;
}

TEST(CheckedAddress, ThatNamesItsFeedIsNotAProblem) {
  EXPECT_FALSE(problem_of(naming("https://b.example/feed")));
  EXPECT_EQ(found_kind(naming("https://b.example/feed")), model::SourceKind::kAuto);
}

TEST(CheckedAddress, HasAFirstVersionWhenItTurnsOutToBeData) {
  Look look;
  look.report.outcome = model::FetchOutcome::kFetched;
  look.report.findings = model::DataFindings{.listing = model::Listing{}};
  EXPECT_TRUE(has_versions(look));
  look.report.findings = model::FeedFindings{.listing = model::Listing{}};
  EXPECT_FALSE(has_versions(look));
  look.source.kind = model::SourceKind::kPage;
  look.report.findings = model::FollowedPageFindings{.listing = model::Listing{}};
  EXPECT_FALSE(has_versions(look));
  look.source.watching.changes = true;
  EXPECT_TRUE(has_versions(look));
  look.report.findings = model::FollowedPageFindings{};
  EXPECT_FALSE(has_versions(look)) << "it could not be read";
}

TEST(CheckedAddress, DoesNotTakeItsSecretsToAnotherServer) {
  Look own = naming("https://a.example/feed"), other = naming("https://b.example/feed");
  for (Look* look : {&own, &other})
    look->source.request.bearer_token = model::kept("T");
  EXPECT_FALSE(problem_of(own));
  const auto problem = problem_of(other);
  ASSERT_TRUE(problem);
  EXPECT_THAT(problem->reason, HasSubstr("https://b.example/feed"));
}

}  // namespace
}  // namespace curlew::service
