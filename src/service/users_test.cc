#include "service/users.h"

#include <gmock/gmock.h>

#include "base/password.h"
#include "base/secret_token.h"
#include "model/sealed_settings_test.h"
#include "service/clips.h"
#include "service/search.h"
#include "service/sources.h"
#include "service/subscriptions.h"
#include "service/typed_values.h"
#include "service/watchlists.h"
#include "store/clips_fixture.h"

namespace curlew::service {
namespace {

using model::Role;
using store::kNow;
using store::must;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class ServiceUsers : public store::UserStoreTest {
 protected:
  Result<model::User> add_typed(std::string_view name, UserEdit edit = {}) {
    return service::add_user(*store_, name, edit, model::kTestKey, kNow);
  }
  std::vector<SourceResult> add_for(const std::string& user, std::string url,
                                    SourceEdit edit = {}) {
    const auto wanted = must(to_wanted({{std::move(url)}, std::move(edit), user}));
    return must(add_sources(*store_, wanted, model::kTestKey, kNow));
  }
  model::Source source(std::int64_t id) {
    return must(store_->sources().find(model::SourceId{id}))->source;
  }
};

TEST_F(ServiceUsers, TheFirstIsAnAdministrator) {
  EXPECT_EQ(must(add_typed("eleni", {.role = Role::kReadOnly})).role, Role::kAdmin);
  EXPECT_EQ(must(add_typed("bob")).role, Role::kUser);
  EXPECT_EQ(must(add_typed("guest", {.role = Role::kReadOnly})).role, Role::kReadOnly);
  EXPECT_EQ(add_typed("bob").error().kind, ErrorKind::kExists);
}

TEST_F(ServiceUsers, HaveNamesThatCanStandAnywhere) {
  for (const std::string& name :
       {std::string(), std::string("Eleni"), std::string("a b"), std::string("a\nb"),
        std::string("a\0b", 3), std::string("\xe2\x80\xaeinele"), std::string("../x"),
        std::string("-x"), std::string("ελένη"), std::string(65, 'a'),
        std::string(10'000'000, 'a')}) {
    const auto refused = add_typed(name);
    ASSERT_FALSE(refused.ok()) << name.substr(0, 20);
    EXPECT_EQ(refused.error().kind, ErrorKind::kUsage);
    EXPECT_LT(refused.error().text.size(), 300U);
    EXPECT_THAT(refused.error().text, Not(HasSubstr("\n")));
    EXPECT_THAT(refused.error().text, Not(HasSubstr("\xe2\x80\xae")));
    EXPECT_FALSE(find_user(*store_, name).ok());
  }
  EXPECT_THAT(must(store_->users().list()), IsEmpty());
}

TEST_F(ServiceUsers, HaveMailAddressesTimeZonesAndLanguages) {
  for (const UserEdit& edit :
       {UserEdit{.mail = "nobody"}, UserEdit{.mail = "a@b.example\r\nBcc: c@d.example"},
        UserEdit{.mail = "a@b.example, c@d.example"}, UserEdit{.time_zone = "Athens"},
        UserEdit{.time_zone = "Europe/Athens\n"}, UserEdit{.time_zone = ""},
        UserEdit{.language = "fr"}, UserEdit{.password = "short"},
        UserEdit{.password = std::string(1'001, 'x')}}) {
    EXPECT_EQ(add_typed("eleni", edit).error().kind, ErrorKind::kUsage);
  }
  must(add_typed(
      "eleni",
      {.mail = "eleni@example.org", .time_zone = "Europe/Athens", .language = "el"}));
  EXPECT_EQ(must(find_user(*store_, "eleni")).user.mail, "eleni@example.org");
  must(change_user(*store_, "eleni", {.mail = ""}, kNow));
  const model::User now = must(find_user(*store_, "eleni")).user;
  EXPECT_EQ(now.mail, "");
  EXPECT_EQ(now.time_zone, "Europe/Athens");
}

TEST_F(ServiceUsers, LogInByTheirPassword) {
  must(add_typed("eleni", {.password = "open sesame"}));
  must(add_typed("bob"));
  EXPECT_TRUE(must(may_log_in(*store_, "eleni", "open sesame")));
  EXPECT_FALSE(must(may_log_in(*store_, "eleni", "open sesam")));
  EXPECT_FALSE(must(may_log_in(*store_, "bob", ""))) << "he has none";
  EXPECT_FALSE(must(may_log_in(*store_, "nobody", "open sesame")));
  EXPECT_FALSE(must(may_log_in(*store_, "eleni", std::string(5'000'000, 'x'))));
  must(change_user(*store_, "eleni", {.password = "another one"}, kNow));
  EXPECT_FALSE(must(may_log_in(*store_, "eleni", "open sesame")));
  EXPECT_TRUE(must(may_log_in(*store_, "eleni", "another one")));
  EXPECT_THAT(must(find_user(*store_, "eleni")).password,
              testing::StartsWith("$argon2id$"));
}

TEST_F(ServiceUsers, OneAdministratorStays) {
  must(add_typed("eleni"));
  must(add_typed("bob"));
  EXPECT_EQ(remove_user(*store_, "eleni", kNow).error().kind, ErrorKind::kUsage);
  EXPECT_EQ(change_user(*store_, "eleni", {.role = Role::kUser}, kNow).error().kind,
            ErrorKind::kUsage);
  must(change_user(*store_, "bob", {.role = Role::kAdmin}, kNow));
  must(remove_user(*store_, "eleni", kNow));
  must(remove_user(*store_, "bob", kNow));
  EXPECT_EQ(remove_user(*store_, "bob", kNow).error().kind, ErrorKind::kNotFound);
}

TEST_F(ServiceUsers, HaveAPageWhoseAddressEnds) {
  must(add_typed("eleni"));
  const std::string token = must(page_token(*store_, "eleni", model::kTestKey));
  const auto finds = [&](const std::string& each) {
    return must(store_->users().find_by_page(mark_of_token(each))).has_value();
  };
  EXPECT_TRUE(finds(token));
  EXPECT_THAT(must(find_user(*store_, "eleni")).page.sealed, Not(HasSubstr(token)));
  const std::string renewed = must(renew_page(*store_, "eleni", model::kTestKey));
  EXPECT_FALSE(finds(token));
  EXPECT_TRUE(finds(renewed));
  must(revoke_page(*store_, "eleni"));
  EXPECT_FALSE(finds(renewed));
  EXPECT_EQ(page_token(*store_, "eleni", model::kTestKey).error().kind,
            ErrorKind::kNotFound);
  must(add_typed("bob"));
  must(revoke_page(*store_, "bob"));
}

TEST_F(ServiceUsers, ASourceThatSomebodyAddsIsHisOwnUnlessItIsShared) {
  must(add_typed("eleni"));
  must(add_typed("bob"));
  EXPECT_EQ(add_for("eleni", "https://a.example/", {.title = "Mine", .folder = "F"})[0]
                .action,
            SourceAction::kAdded);
  EXPECT_FALSE(source(1).is_shared);
  EXPECT_EQ(source(1).title, "") << "the title is her own";
  add_for("eleni", "https://b.example/", {.is_shared = true});
  EXPECT_TRUE(source(2).is_shared);
  EXPECT_EQ(add_for("bob", "https://a.example/")[0].action, SourceAction::kSubscribed);
  EXPECT_EQ(add_for("bob", "https://a.example/")[0].action, SourceAction::kKnown);
  EXPECT_EQ(add_for("eleni", "1")[0].action, SourceAction::kKnown);
  const auto hers = must(store_->subscriptions().of_user({1}));
  ASSERT_EQ(hers.size(), 2U);
  EXPECT_EQ(hers[0].title, "Mine");
  EXPECT_EQ(hers[0].folder, "F");
  EXPECT_EQ(source(1).audience.subscribers, 2U);

  const auto counted = to_wanted({{"1"}, {.subscribers = 7}, ""});
  EXPECT_EQ(add_sources(*store_, must(counted), model::kTestKey, kNow).error().kind,
            ErrorKind::kUsage);
  const auto done = must(unsubscribe(*store_, "eleni", {.words = {"1", "2"}}, kNow));
  EXPECT_EQ(done.sources.size(), 2U);
  EXPECT_THAT(done.unseen, IsEmpty());
  const auto last = must(remove_user(*store_, "bob", kNow));
  ASSERT_EQ(last.unseen.size(), 1U);
  EXPECT_EQ(last.unseen[0].source.id.value, 1);
  EXPECT_EQ(source(1).state, model::SourceState::kPaused);
  EXPECT_EQ(source(1).audience.subscribers, 0U);
}

TEST_F(ServiceUsers, WhatALoginGetsIsNotReadByWhoTypesTheAddress) {
  must(add_typed("eleni"));
  must(add_typed("bob"));
  add_for("eleni", "https://a.example/",
          {.request = {.basic_credentials = "eleni:secret"}});
  const auto wanted = must(to_wanted({{"https://a.example/"}, {}, "bob"}));
  const auto refused = add_sources(*store_, wanted, model::kTestKey, kNow);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().text, HasSubstr("curlew add NUMBER --subscriber bob"))
      << "what its number is, is the operator's to know";
  EXPECT_FALSE(must(store_->subscriptions().is_visible({2}, {1})));
  EXPECT_EQ(add_for("bob", "1")[0].action, SourceAction::kSubscribed);
}

TEST_F(ServiceUsers, WhatIsAskedForThroughAnothersProxyIsNotJoined) {
  must(add_typed("eleni"));
  must(add_typed("bob"));
  add_for("eleni", "https://a.example/",
          {.request = {.proxy = "http://proxy.eleni.example:3128"}});
  const auto wanted = must(to_wanted({{"https://a.example/"}, {}, "bob"}));
  EXPECT_FALSE(add_sources(*store_, wanted, model::kTestKey, kNow).ok());
}

TEST_F(ServiceUsers, AnAddressThatIsASecretIsNotJoinedEither) {
  must(add_typed("eleni"));
  must(add_typed("bob"));
  const std::string url = "https://a.example/mail?feed_token=Vq3x9";
  add_for("eleni", url);
  const auto wanted = must(to_wanted({{url}, {}, "bob"}));
  EXPECT_FALSE(add_sources(*store_, wanted, model::kTestKey, kNow).ok());
  const auto list = must(parse_feed_list(url));
  const auto done = must(import_feeds(
      *store_, list, model::kTestKey, kNow, [](std::size_t) {}, model::UserId{2}));
  EXPECT_THAT(done.left_out, ElementsAre(HasSubstr("an address that is another's")));
  EXPECT_FALSE(must(store_->subscriptions().is_visible({2}, {1})));
}

TEST_F(ServiceUsers, WhoJoinsDoesNotSeeWhatOthersFiledItIn) {
  must(add_typed("eleni"));
  must(add_typed("bob"));
  add_for("eleni", "https://a.example/");
  model::Source filed = source(1);
  filed.folder = "Lawyers";
  must(store_->sources().change(filed));
  add_for("bob", "https://a.example/");
  const auto folder_of = [&](std::int64_t user) {
    return must(list_sources(*store_, {.viewer = model::UserId{user}}, kNow, {}))
        .at(0)
        .source.folder;
  };
  EXPECT_EQ(folder_of(2), "");
  EXPECT_EQ(folder_of(1), "Lawyers");
}

TEST_F(ServiceUsers, WhoComesToASourceThatNobodyWasLeftForHasItVisitedAgain) {
  must(add_typed("eleni"));
  must(add_typed("bob"));
  add_for("eleni", "https://a.example/");
  must(unsubscribe(*store_, "eleni", {.words = {"1"}}, kNow));
  EXPECT_EQ(source(1).state, model::SourceState::kPaused);
  add_for("bob", "https://a.example/");
  EXPECT_EQ(source(1).state, model::SourceState::kActive);
}

TEST_F(ServiceUsers, WhoComesBackCountsAgain) {
  const model::User eleni = must(add_typed("eleni"));
  must(add_typed("bob"));
  add_for("eleni", "https://a.example/");
  add_for("bob", "https://a.example/");
  const Time later = kNow + std::chrono::hours(24 * 40);
  must(
      store_->subscriptions().count_audience(std::vector<model::SourceId>{{1}}, later));
  EXPECT_EQ(source(1).audience, (model::Audience{2, 10}));
  must(note_active(*store_, eleni, later));
  EXPECT_EQ(source(1).audience, (model::Audience{2, 55}));
  const auto now = must(find_user(*store_, "eleni")).user;
  EXPECT_EQ(now.last_active, later);
  must(note_active(*store_, now, later + std::chrono::minutes(4)));
  EXPECT_EQ(must(find_user(*store_, "eleni")).user.last_active, later)
      << "not with each request";
  const Time soon = later + std::chrono::minutes(5);
  must(note_active(*store_, now, soon));
  EXPECT_EQ(must(find_user(*store_, "eleni")).user.last_active, soon);
}

TEST_F(ServiceUsers, WhoMayOnlyReadChangesNothing) {
  must(add_typed("admin"));
  must(add_typed("eleni"));
  const WatchlistEdit edit{.name = "A", .queries = std::vector<std::string>{"fog"}};
  must(service::add_watchlist(*store_, "eleni", edit, model::kTestKey,
                              plain_dictionary(), kNow));
  const auto file = must(export_watchlists(*store_, "eleni", model::kTestKey));
  must(change_user(*store_, "eleni", {.role = Role::kReadOnly}, kNow));
  const auto is_refused = [](const auto& result) {
    return !result.ok() && result.error().kind == ErrorKind::kUsage &&
           result.error().text.find("eleni may only read") != std::string::npos;
  };
  const KeyReader& key = model::kTestKey;
  EXPECT_TRUE(is_refused(
      service::add_watchlist(*store_, "eleni", edit, key, plain_dictionary(), kNow)));
  EXPECT_TRUE(is_refused(change_watchlist(*store_, "eleni", "A", edit, key, kNow)));
  EXPECT_TRUE(is_refused(pause_watchlists(*store_, "eleni", {"A"}, true)));
  EXPECT_TRUE(is_refused(remove_watchlists(*store_, "eleni", {"A"})));
  EXPECT_TRUE(is_refused(
      import_watchlists(*store_, "eleni", file, key, plain_dictionary(), kNow)));
  EXPECT_TRUE(is_refused(mark_articles(*store_, "eleni", {}, {.is_read = true}, kNow)));
  EXPECT_TRUE(list_clips(*store_, {.user = "eleni"}).ok());
}

TEST_F(ServiceUsers, DigestsGoByTheirClock) {
  must(add_typed("eleni", {.mail = "eleni@example.org", .time_zone = "UTC"}));
  must(service::add_watchlist(*store_, "eleni",
                              {.name = "A",
                               .queries = std::vector<std::string>{"fog"},
                               .channel = model::Channel::kMail,
                               .digest = model::DigestKind::kDaily,
                               .hour = 8},
                              model::kTestKey, plain_dictionary(), kNow));
  const auto due = [&] {
    return must(store_->watchlists().find({1}, "A"))->next_digest.value();
  };
  const Time before = due();
  EXPECT_EQ(to_iso8601(before).substr(11, 5), "08:00");
  must(change_user(*store_, "eleni", {.time_zone = "Asia/Tokyo"}, kNow));
  EXPECT_EQ(to_iso8601(due()).substr(11, 5), "23:00");
}

TEST(TypedValues, AreShownOnOneLineAndCutShort) {
  EXPECT_EQ(shown_word(""), "''");
  EXPECT_EQ(shown_word("a\r\nb\x1b[31m"), "a b[31m");
  EXPECT_LT(shown_word(std::string(1'000'000, 'x')).size(), 100U);
  EXPECT_FALSE(is_plain_line("a\u202eb", 100));
  EXPECT_FALSE(is_plain_line("a\nb", 100));
  EXPECT_FALSE(is_plain_line("", 100));
  EXPECT_FALSE(is_plain_line("abc", 2));
  EXPECT_TRUE(is_plain_line("Πλημμύρες 2026", 100));
}

}  // namespace
}  // namespace curlew::service
