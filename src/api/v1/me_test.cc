// Keys of programs, and what users cannot do to each other's.

#include <gmock/gmock.h>

#include "api/v1/api_fixture_test.h"
#include "base/md5.h"
#include "service/sessions.h"

namespace curlew::api {
namespace {

using model::Role;
using store::must;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

class ApiMe : public ApiTest {
 protected:
  const model::User eleni_ = add_user("eleni", Role::kAdmin);
  const model::User bob_ = add_user("bob", Role::kUser);
  const std::string admin_ = token_of(eleni_), user_ = token_of(bob_);
};

TEST_F(ApiMe, MakesATokenThatIsToldOnceAndMayAsMuchAsItsScope) {
  const auto made = json_of({.method = "POST",
                             .path = "/me/tokens",
                             .body = R"({"name":"script","scopes":["read"]})",
                             .token = user_},
                            201);
  const std::string token(made.at("token").as_string());
  const auto listed = ask({.path = "/me/tokens", .token = user_});
  EXPECT_THAT(listed.body, HasSubstr("\"script\""));
  EXPECT_THAT(listed.body, Not(HasSubstr(token)));
  EXPECT_EQ(ask({.path = "/me", .token = token}).status, 200);
  EXPECT_EQ(ask({.method = "PATCH",
                 .path = "/me",
                 .body = R"({"language":"el"})",
                 .token = token})
                .status,
            403);
  const std::string id = std::to_string(made.at("id").as_int64());
  EXPECT_EQ(
      ask({.method = "DELETE", .path = "/me/tokens/" + id, .token = user_}).status,
      204);
  EXPECT_EQ(ask({.path = "/me", .token = token}).status, 401);
}

TEST_F(ApiMe, GivesNoKeyMoreThanItsMakerHas) {
  const auto add = [&](const std::string& scopes, const std::string& with) {
    return ask({.method = "POST",
                .path = "/me/tokens",
                .body = R"({"name":"x","scopes":)" + scopes + "}",
                .token = with});
  };
  EXPECT_EQ(add(R"(["admin"])", user_).status, 422);
  EXPECT_EQ(add(R"(["everything"])", user_).status, 422);
  EXPECT_EQ(add("[]", user_).status, 422);
  EXPECT_EQ(add(R"(["admin"])", admin_).status, 201);
  const auto writes = add(R"(["write"])", admin_);
  const std::string limited(boost::json::parse(writes.body).at("token").as_string());
  EXPECT_EQ(add(R"(["admin"])", limited).status, 422);
  // What its user may not any more, it may not either.
  must(service::change_user(*store_, "bob", {.role = Role::kReadOnly}, clock_.now()));
  clock_.advance(Milliseconds(1'001));
  EXPECT_EQ(add(R"(["read"])", user_).status, 403);
}

TEST_F(ApiMe, MakesAppPasswordsThatFeverCanBeAnsweredWith) {
  const auto made = json_of({.method = "POST",
                             .path = "/me/app-passwords",
                             .body = R"({"name":"phone"})",
                             .token = user_},
                            201);
  const std::string password(made.at("password").as_string());
  EXPECT_THAT(password, MatchesRegex("([a-z0-9]{5}-){3}[a-z0-9]{5}"));
  EXPECT_TRUE(must(service::find_app_password(*store_, "bob", password)));
  EXPECT_FALSE(must(service::find_app_password(*store_, "eleni", password)));
  const auto fever = must(service::find_fever_key(*store_, md5_hex("bob:" + password)));
  ASSERT_TRUE(fever);
  EXPECT_EQ(fever->user.name, "bob");
  EXPECT_FALSE(must(service::find_fever_key(*store_, md5_hex("eleni:" + password))));
  // It is not a token, and not a password to log in by.
  EXPECT_EQ(ask({.path = "/me", .token = password}).status, 401);
  EXPECT_FALSE(must(service::may_log_in(*store_, "bob", password)));
  const std::string id = std::to_string(made.at("id").as_int64());
  EXPECT_EQ(
      ask({.method = "DELETE", .path = "/me/tokens/" + id, .token = user_}).status,
      404);
  EXPECT_EQ(ask({.method = "DELETE", .path = "/me/app-passwords/" + id, .token = user_})
                .status,
            204);
  EXPECT_FALSE(must(service::find_app_password(*store_, "bob", password)));
  EXPECT_FALSE(must(service::find_fever_key(*store_, md5_hex("bob:" + password))));
}

TEST_F(ApiMe, LeavesWhoMayOnlyReadHisPasswordAndSessions) {
  must(service::change_user(*store_, "bob",
                            {.role = Role::kReadOnly, .password = "old password"},
                            clock_.now()));
  clock_.advance(Milliseconds(1'001));
  const model::User bob = must(service::find_user(*store_, "bob")).user;
  const auto here =
      must(service::begin_session(*store_, bob, {"Browser", ""}, clock_.now()));
  const auto there =
      must(service::begin_session(*store_, bob, {"Phone", ""}, clock_.now()));
  const std::string body =
      R"({"current_password":"old password","password":"new password"})";
  const std::string path = "/me/sessions/" + std::to_string(there.id.value);
  // A program with a key of his may not.
  EXPECT_EQ(
      ask({.method = "PATCH", .path = "/me", .body = body, .token = user_}).status,
      403);
  EXPECT_EQ(ask({.method = "DELETE", .path = path, .token = user_}).status, 403);
  EXPECT_EQ(ask({.method = "DELETE", .path = path, .session = here.token}).status, 204);
  EXPECT_EQ(ask({.method = "PATCH", .path = "/me", .body = body, .session = here.token})
                .status,
            200);
  EXPECT_TRUE(must(service::may_log_in(*store_, "bob", "new password")));
  EXPECT_EQ(
      ask({.method = "DELETE", .path = "/me/sessions", .session = here.token}).status,
      204);
}

// IDOR: the number of another's object is as good as none.
TEST_F(ApiMe, FindsNothingOfAnothers) {
  const auto hers = must(
      service::add_token(*store_, eleni_, "hers", model::Scope::kRead, clock_.now()));
  const auto app =
      must(service::add_app_password(*store_, eleni_, "hers", clock_.now()));
  const auto session =
      must(service::begin_session(*store_, eleni_, {"Browser", ""}, clock_.now()));
  for (const std::string& path :
       {"/me/tokens/" + std::to_string(hers.row.id.value),
        "/me/app-passwords/" + std::to_string(app.row.id.value),
        "/me/sessions/" + std::to_string(session.id.value)}) {
    EXPECT_EQ(ask({.method = "DELETE", .path = path, .token = user_}).status, 404)
        << path;
  }
  for (const char* path : {"/me/tokens", "/me/app-passwords", "/me/sessions"}) {
    EXPECT_THAT(ask({.path = path, .token = user_}).body, Not(HasSubstr("hers")))
        << path;
  }
  EXPECT_EQ(ask({.path = "/me", .session = session.token}).status, 200);
  EXPECT_EQ(ask({.method = "DELETE", .path = "/me/sessions", .token = user_}).status,
            204);
  EXPECT_EQ(ask({.path = "/me", .session = session.token}).status, 200);
}

TEST_F(ApiMe, NamesTheFieldThatIsWrongAndItsValue) {
  const auto change = [&](const std::string& body) {
    return json_of({.method = "PATCH", .path = "/me", .body = body, .token = user_},
                   422);
  };
  auto problem = change(R"({"time_zone":"Mars/Olympus"})");
  EXPECT_EQ(problem.at("field"), "time_zone");
  EXPECT_THAT(std::string(problem.at("detail").as_string()), HasSubstr("Mars/Olympus"));
  problem = change(R"({"mail":7})");
  EXPECT_EQ(problem.at("field"), "mail");
  EXPECT_THAT(std::string(problem.at("detail").as_string()), HasSubstr("Mail: 7 is"));
  EXPECT_EQ(change(R"({"mial":"x"})").at("field"), "mial");
  for (const std::string& body :
       {std::string("not json"), std::string("[1]"), std::string("{"),
        std::string(100'000, '['), std::string("\"x\"")}) {
    EXPECT_EQ(
        ask({.method = "PATCH", .path = "/me", .body = body, .token = user_}).status,
        400)
        << body.substr(0, 20);
  }
}

}  // namespace
}  // namespace curlew::api
