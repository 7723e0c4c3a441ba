#include "service/named_version.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "service/kept_versions_test.h"

namespace curlew::service {
namespace {

using store::kNow;
using store::must;

using NamedVersionTest = KeptVersionsTest;

TEST_F(NamedVersionTest, IsAnAddressAndATime) {
  const auto named = [](std::string_view typed) {
    const NamedVersion version = parse_named_version(typed, kNow);
    return fmt::format("{} {}", version.document,
                       version.moment ? to_iso8601(version.moment->last) : "newest");
  };
  EXPECT_EQ(named("example.org@2026-11-15"), "example.org 2026-11-15T23:59:59Z");
  EXPECT_EQ(named("7@1h ago"), "7 2026-09-21T13:13:20Z");
  EXPECT_EQ(named("example.org/@anna"), "example.org/@anna newest");
  EXPECT_EQ(named("example.org/@anna@20261115"),
            "example.org/@anna 2026-11-15T23:59:59Z");
  EXPECT_EQ(named("example.org"), "example.org newest");
}

TEST_F(NamedVersionTest, HasNoTimeWhereTheAddressEndsSo) {
  const std::string url = "https://example.org/fees";
  const auto named = [&](std::string_view typed) {
    const NamedVersion version = must(find_named_version(*store_, typed, kNow));
    return fmt::format("{} {}", version.document,
                       version.moment ? to_iso8601(version.moment->last) : "newest");
  };
  EXPECT_EQ(named("https://example.org/meeting@2026"),
            "https://example.org/meeting 2026-12-31T23:59:59Z");
  add_document("https://example.org/meeting@2026");
  EXPECT_EQ(named("https://example.org/meeting@2026"),
            "https://example.org/meeting@2026 newest");
  EXPECT_EQ(named("https://example.org/meeting@2026@2026-11-15"),
            "https://example.org/meeting@2026 2026-11-15T23:59:59Z");
  EXPECT_EQ(named(url + "@2026"), url + " 2026-12-31T23:59:59Z");
  // That of an article's page.
  model::Version story = keep(add_document(url), url, kNow, "<p>Ten euros");
  story.url = "https://example.org/story@2025";
  story.article = model::ArticleId{7};
  save(story);
  EXPECT_EQ(named(story.url), story.url + " newest");
}

TEST_F(NamedVersionTest, SaysWhatIsWrongWithATimeThatIsNone) {
  add_document("https://example.org/fees");
  for (const std::string typed : {"1@garbage", "example.org/fees@garbage"}) {
    const auto named = find_named_version(*store_, typed, kNow);
    ASSERT_FALSE(named.ok()) << typed;
    EXPECT_THAT(named.error().text, testing::HasSubstr("garbage"));
    EXPECT_EQ(named.error().kind, ErrorKind::kUsage);
  }
  // An address that nobody knows may end so.
  EXPECT_TRUE(find_named_version(*store_, "example.org/other@garbage", kNow).ok());
}

TEST_F(NamedVersionTest, TellsNobodyOfAnAddressThatHeMayNotSee) {
  const auto anna = add_user("anna");
  const auto bob = add_user("bob");
  const std::string url = "https://example.org/meeting@2026";
  const auto id = add_document(url);
  model::Source source = must(store_->sources().find(id))->source;
  source.is_shared = false;
  must(store_->sources().change(source));
  must(store_->subscriptions().add(
      std::vector<model::Subscription>{{anna, id, kNow, "", ""}}));
  EXPECT_FALSE(must(find_named_version(*store_, url, kNow, anna)).moment);
  EXPECT_TRUE(must(find_named_version(*store_, url, kNow, bob)).moment);
}

}  // namespace
}  // namespace curlew::service
