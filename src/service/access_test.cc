// Throttling, sessions, keys and links, on a store and a clock that is moved.

#include <gmock/gmock.h>

#include "base/secret_token.h"
#include "model/sealed_settings_test.h"
#include "service/access_keys.h"
#include "service/entry.h"
#include "service/login_throttle.h"
#include "service/sessions.h"
#include "store/store_fixture.h"

namespace curlew::service {
namespace {

using model::Role;
using store::kNow;
using store::must;

TEST(LoginThrottling, GivesOneTryAfterAnotherWhenThoseAtOnceAreUsedUp) {
  LoginThrottle throttle({.tries_by_name = 3, .name_again = Milliseconds(1'000)});
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(throttle.admit("bob", "192.0.2.1", kNow));
  EXPECT_EQ(throttle.admit("bob", "192.0.2.2", kNow), Milliseconds(1'000));
  EXPECT_FALSE(throttle.admit("eleni", "192.0.2.1", kNow));
  EXPECT_FALSE(throttle.admit("bob", "192.0.2.1", kNow + Milliseconds(1'000)));
  EXPECT_TRUE(throttle.admit("bob", "192.0.2.1", kNow + Milliseconds(1'999)));
  // Whoever waits long has all of them again, and not more.
  const Time later = kNow + std::chrono::hours(1);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(throttle.admit("bob", "192.0.2.1", later));
  EXPECT_TRUE(throttle.admit("bob", "192.0.2.1", later));
}

TEST(LoginThrottling, CountsAllNamesThatAnAddressTriesAndANetworkAsOne) {
  LoginThrottle throttle({.tries_by_address = 2, .address_again = Milliseconds(1'000)});
  EXPECT_FALSE(throttle.admit("a", "2001:db8::1", kNow));
  EXPECT_FALSE(throttle.admit("b", "2001:db8::2", kNow));
  EXPECT_TRUE(throttle.admit("c", "2001:db8::ffff:3", kNow));
  EXPECT_FALSE(throttle.admit("c", "2001:db8:0:1::1", kNow));
  EXPECT_FALSE(throttle.admit("c", "192.0.2.1", kNow));
  EXPECT_FALSE(throttle.admit("c", "192.0.2.2", kNow));
}

TEST(LoginThrottling, CostsNothingWithTheRightPassword) {
  LoginThrottle throttle({.tries_by_name = 1});
  for (int i = 0; i < 100; ++i) {
    ASSERT_FALSE(throttle.admit("bob", "192.0.2.1", kNow)) << i;
    throttle.succeeded("bob", "192.0.2.1");
  }
}

TEST(LoginThrottling, IsNotForgottenHoweverManyNamesAreTried) {
  LoginThrottle throttle({.tries_by_name = 2, .tries_by_address = 1'000'000});
  for (int i = 0; i < 3; ++i) throttle.admit("bob", "192.0.2.1", kNow);
  for (int i = 0; i < 10'000; ++i) {
    throttle.admit("name" + std::to_string(i), "192.0.2.1", kNow);
  }
  EXPECT_TRUE(throttle.admit("bob", "192.0.2.9", kNow));
}

class ServiceAccess : public store::StoreTest {
 protected:
  model::User add_user(std::string_view name, Role role) {
    return must(
        service::add_user(*store_, name, {.role = role}, model::kTestKey, kNow));
  }
  const model::User eleni_ = add_user("eleni", Role::kAdmin);
  const model::User bob_ = add_user("bob", Role::kUser);
};

TEST_F(ServiceAccess, OldSessionsAreSweptAtALogIn) {
  must(begin_session(*store_, bob_, {std::string(1'000, 'x'), "192.0.2.1"}, kNow));
  EXPECT_LE(must(list_sessions(*store_, bob_.id, kNow)).at(0).agent.size(), 200U);
  must(begin_session(*store_, bob_, {}, kNow + kSessionIdle));
  const auto all = must(store_->sessions().of_user(bob_.id, {}));
  EXPECT_EQ(all.size(), 1U);
}

TEST_F(ServiceAccess, EndedSessionsAndKeysAreFound) {
  const auto stays = must(begin_session(*store_, bob_, {}, kNow));
  const auto goes = must(begin_session(*store_, bob_, {}, kNow));
  const auto token = must(add_token(*store_, bob_, "x", model::Scope::kRead, kNow));
  const Credentials held{{stays.id, goes.id}, {token.row.id}};
  EXPECT_TRUE(must(find_ended(*store_, held, kNow)).sessions.empty());
  must(end_session(*store_, bob_.id, goes.id));
  must(remove_access_key(*store_, bob_.id, model::KeyKind::kToken, token.row.id));
  const auto ended = must(find_ended(*store_, held, kNow));
  EXPECT_EQ(ended.sessions, std::vector{goes.id});
  EXPECT_EQ(ended.keys, std::vector{token.row.id});
  EXPECT_EQ(must(find_ended(*store_, held, kNow + kSessionIdle)).sessions.size(), 2U);
}

TEST_F(ServiceAccess, AUserHasSoManyKeysAtMost) {
  for (std::size_t i = 0; i < kMostKeys; ++i) {
    must(add_app_password(*store_, bob_, "phone", kNow));
  }
  EXPECT_EQ(add_app_password(*store_, bob_, "phone", kNow).error().kind,
            ErrorKind::kLimit);
  must(add_token(*store_, bob_, "a token is another kind", model::Scope::kRead, kNow));
  for (const std::string& name :
       {std::string(), std::string("a\nb"), std::string(200, 'x'), std::string(" x")}) {
    EXPECT_EQ(add_token(*store_, bob_, name, model::Scope::kRead, kNow).error().kind,
              ErrorKind::kUsage);
  }
}

TEST_F(ServiceAccess, GoesWithItsUser) {
  const auto token = must(add_token(*store_, bob_, "x", model::Scope::kRead, kNow));
  const auto session = must(begin_session(*store_, bob_, {}, kNow));
  const auto app = must(add_app_password(*store_, bob_, "x", kNow));
  must(remove_user(*store_, "bob", kNow));
  EXPECT_FALSE(must(find_token(*store_, token.secret)));
  EXPECT_FALSE(must(find_session(*store_, session.token, kNow)));
  EXPECT_FALSE(must(find_app_password(*store_, "bob", app.secret)));
  EXPECT_EQ(must(store_->access_keys().living(std::vector{token.row.id})).size(), 0U);
}

TEST_F(ServiceAccess, ALinkOfTheStartMakesAnAdministratorWhoWaitsForAPassword) {
  const std::string first = *must(offer_claim(*store_, kNow));
  const std::string token = *must(offer_claim(*store_, kNow));
  const auto use = [&](const std::string& with, std::string_view name) {
    return claim(*store_, with, name, "12345678", model::kTestKey, kNow);
  };
  EXPECT_EQ(use(first, "eleni").error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(use(token, "bob").error().kind, ErrorKind::kExists);
  EXPECT_EQ(must(use(token, "eleni")).id, eleni_.id);
  EXPECT_TRUE(must(may_log_in(*store_, "eleni", "12345678")));
  EXPECT_EQ(use(token, "zoe").error().kind, ErrorKind::kNotFound);
}

TEST_F(ServiceAccess, AnInvitationEndsByItselfOrIsWithdrawn) {
  const auto enrol = [&](const std::string& token, Time now) {
    return register_user(*store_, Registration::kInvitation, "carol",
                         {.role = Role::kAdmin, .password = "12345678"}, token,
                         model::kTestKey, now);
  };
  const auto old = must(invite(*store_, eleni_.id, Role::kUser, "", kNow));
  EXPECT_EQ(enrol(old.token, kNow + std::chrono::days(15)).error().kind,
            ErrorKind::kNotFound);
  const auto withdrawn = must(invite(*store_, eleni_.id, Role::kUser, "", kNow));
  must(withdraw_invitation(*store_, withdrawn.row.id));
  EXPECT_EQ(enrol(withdrawn.token, kNow).error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(must(enrol(old.token, kNow)).role, Role::kUser)
      << "not what he asked for, but what he was invited as";
  EXPECT_EQ(invite(*store_, {}, Role::kUser, "a\nb", kNow).error().kind,
            ErrorKind::kUsage);
}

TEST_F(ServiceAccess, NobodyBecomesTheAdministratorByComingFirst) {
  must(remove_user(*store_, "bob", kNow));
  must(remove_user(*store_, "eleni", kNow));
  EXPECT_EQ(register_user(*store_, Registration::kOpen, "evil",
                          {.password = "12345678"}, "", model::kTestKey, kNow)
                .error()
                .kind,
            ErrorKind::kUsage);
}

}  // namespace
}  // namespace curlew::service
