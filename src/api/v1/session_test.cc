// Getting in and out, by the routes, on a clock that is moved.

#include <gmock/gmock.h>

#include "api/v1/api_fixture_test.h"
#include "base/secret_token.h"
#include "service/entry.h"
#include "service/sessions.h"

namespace curlew::api {
namespace {

using http::Headers;
using model::Role;
using store::must;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const Headers kFromPage = {{"Origin", "http://localhost:8400"},
                           {"X-Curlew-Request", "1"}};

class ApiSession : public ApiTest {
 protected:
  http::ServerResponse try_log_in(std::string_view name, std::string_view password,
                                  const std::string& address = "127.0.0.1",
                                  const std::string& session = "") {
    return ask(
        {.method = "POST",
         .path = "/session",
         .body = fmt::format(R"({{"name":"{}","password":"{}"}})", name, password),
         .session = session,
         .headers = kFromPage,
         .address = address});
  }
  // What the cookie of an answer holds; empty: it sets none.
  static std::string cookie_of(const http::ServerResponse& response) {
    const std::string header(
        http::find_header(response.headers, "Set-Cookie").value_or(""));
    const std::size_t begin = header.find('=') + 1;
    return header.substr(begin, header.find(';') - begin);
  }
  std::string log_in(std::string_view name) {
    const auto response = try_log_in(name, kPassword);
    EXPECT_EQ(response.status, 200) << response.body;
    return cookie_of(response);
  }
  int status_with(const std::string& session, const std::string& path = "/me") {
    return ask({.path = path, .session = session}).status;
  }

  const model::User eleni_ = add_user("eleni", Role::kAdmin, kPassword);
  const model::User bob_ = add_user("bob", Role::kUser, kPassword);
};

TEST_F(ApiSession, BeginsWithTheRightPasswordAndEndsAtLogOut) {
  EXPECT_EQ(ask({.path = "/me"}).status, 401);
  const auto response = try_log_in("bob", kPassword);
  ASSERT_EQ(response.status, 200) << response.body;
  const auto told = boost::json::parse(response.body);
  EXPECT_EQ(told.at("user").at("name"), "bob");
  EXPECT_EQ(told.at("rights"), "write");
  const std::string cookie(
      http::find_header(response.headers, "Set-Cookie").value_or(""));
  EXPECT_THAT(cookie, StartsWith("curlew_session="));
  EXPECT_THAT(cookie, HasSubstr("; Path=/; "));
  EXPECT_THAT(cookie, HasSubstr("; HttpOnly; SameSite=Strict"));
  const std::string session = cookie_of(response);
  EXPECT_EQ(json_of({.path = "/me", .session = session}).at("name"), "bob");
  EXPECT_EQ(json_of({.path = "/session", .session = session}).at("rights"), "write");

  const auto gone = ask({.method = "DELETE", .path = "/session", .session = session});
  EXPECT_EQ(gone.status, 204);
  EXPECT_THAT(http::find_header(gone.headers, "Set-Cookie").value_or(""),
              HasSubstr("curlew_session=; Path=/; Max-Age=0"));
  EXPECT_EQ(status_with(session), 401);
  EXPECT_EQ(json_of({.path = "/session", .session = session}).at("rights"), "none");
}

TEST_F(ApiSession, TellsNobodyWhetherTheNameOrThePasswordWasWrong) {
  const auto name = try_log_in("nikos", kPassword);
  const auto password = try_log_in("bob", "incorrect horse");
  EXPECT_EQ(name.status, 401);
  EXPECT_EQ(boost::json::parse(name.body).at("detail"),
            boost::json::parse(password.body).at("detail"));
  EXPECT_TRUE(cookie_of(password).empty());
  EXPECT_EQ(try_log_in("bob", "").status, 422);
}

TEST_F(ApiSession, HasItsTokenNowhereInTheStore) {
  const std::string session = log_in("bob");
  for (const auto& row : must(store_->sessions().of_user(bob_.id, {}))) {
    EXPECT_EQ(row.mark, mark_of_token(session));
  }
}

// A guesser who knew the session that a browser had before must not be logged in by it.
TEST_F(ApiSession, IsANewOneAtEachLogIn) {
  const std::string before = log_in("bob");
  const std::string after =
      cookie_of(try_log_in("bob", kPassword, "127.0.0.1", before));
  EXPECT_NE(before, after);
  EXPECT_EQ(status_with(before), 401);
  EXPECT_EQ(status_with(after), 200);
  EXPECT_EQ(status_with("chosen-by-somebody-else"), 401);
}

TEST_F(ApiSession, EndsWhenItIsNotUsedAndInAnyCase) {
  const std::string idle = log_in("bob");
  clock_.advance(service::kSessionIdle + Milliseconds(1));
  EXPECT_EQ(status_with(idle), 401);
  const std::string used = log_in("bob");
  for (Milliseconds passed(0); passed < service::kSessionLife;
       passed += std::chrono::days(7)) {
    EXPECT_EQ(status_with(used), 200);
    must(store_->sessions().note_seen(
        must(service::list_sessions(*store_, bob_.id, clock_.now())).at(0).id,
        clock_.now()));
    clock_.advance(std::chrono::days(7));
  }
  EXPECT_EQ(status_with(used), 401);
}

TEST_F(ApiSession, NotesThatItIsUsed) {
  const std::string session = log_in("bob");
  clock_.advance(std::chrono::days(10));
  EXPECT_EQ(status_with(session), 200);
  // Written down on another thread.
  for (int i = 0; i < 200; ++i) {
    if (must(service::list_sessions(*store_, bob_.id, clock_.now())).at(0).last_seen ==
        clock_.now()) {
      break;
    }
    std::this_thread::sleep_for(Milliseconds(20));
  }
  clock_.advance(std::chrono::days(10));
  EXPECT_EQ(status_with(session), 200);
}

TEST_F(ApiSession, EndsWithThePasswordTheUserOrARevocation) {
  const std::string first = log_in("bob"), second = log_in("bob");
  EXPECT_EQ(ask({.method = "PATCH",
                 .path = "/me",
                 .body = R"({"password":"another horse","current_password":"wrong"})",
                 .session = first})
                .status,
            422);
  EXPECT_EQ(status_with(second), 200);
  EXPECT_EQ(
      ask({.method = "PATCH",
           .path = "/me",
           .body = R"({"password":"another horse","current_password":"correct horse"})",
           .session = first})
          .status,
      200);
  EXPECT_EQ(status_with(first), 200);
  EXPECT_EQ(status_with(second), 401);

  const std::string third = cookie_of(try_log_in("bob", "another horse"));
  const auto listed = json_of({.path = "/me/sessions", .session = third});
  ASSERT_EQ(listed.at("items").as_array().size(), 2U);
  EXPECT_TRUE(listed.at("items").at(0).at("current").as_bool());
  EXPECT_EQ(ask({.method = "DELETE", .path = "/me/sessions", .session = third}).status,
            204);
  EXPECT_EQ(status_with(first), 401);
  EXPECT_EQ(status_with(third), 200);

  const std::string admin = log_in("eleni");
  EXPECT_EQ(ask({.method = "DELETE", .path = "/users/bob", .session = admin}).status,
            204);
  EXPECT_EQ(status_with(third), 401);
}

// The command line writes to the store behind our back.
TEST_F(ApiSession, EndedByAnotherProgramIsKnownWithinASecond) {
  const std::string session = log_in("bob");
  EXPECT_EQ(status_with(session), 200);
  must(service::end_other_sessions(*store_, bob_.id, {}));
  clock_.advance(Milliseconds(1'001));
  EXPECT_EQ(status_with(session), 401);
}

TEST_F(ApiSession, NeedsOurOriginAndOurHeaderToChangeAnything) {
  const std::string session = log_in("bob");
  const auto change = [&](Headers headers) {
    return ask({.method = "PATCH",
                .path = "/me",
                .body = R"({"language":"el"})",
                .session = session,
                .headers = std::move(headers)})
        .status;
  };
  const std::pair<std::string, std::string> own{"X-Curlew-Request", "1"};
  EXPECT_EQ(change({{"Origin", "http://localhost:8400"}}), 403);
  EXPECT_EQ(change({own}), 403);
  EXPECT_EQ(change({own, {"Origin", "https://evil.example"}}), 403);
  EXPECT_EQ(change({own, {"Origin", "http://localhost:9999"}}), 403);
  EXPECT_EQ(change({own, {"Origin", "https://localhost:8400"}}), 403);
  EXPECT_EQ(change({own, {"Origin", "null"}}), 403);
  EXPECT_EQ(must(store_->users().find(bob_.id))->user.language, "en");
  EXPECT_EQ(change({own, {"Origin", "http://localhost:8400"}}), 200);
  // To be logged in as somebody else is a forgery, too.
  EXPECT_EQ(ask({.method = "POST",
                 .path = "/session",
                 .body = R"({"name":"bob","password":"correct horse"})",
                 .headers = {own, {"Origin", "https://evil.example"}}})
                .status,
            403);
  EXPECT_EQ(ask({.method = "POST",
                 .path = "/session",
                 .body = R"({"name":"bob","password":"correct horse"})",
                 .headers = {{"Origin", "http://localhost:8400"}}})
                .status,
            403);
  // A form of another site cannot say that it sends JSON.
  EXPECT_EQ(ask({.method = "POST",
                 .path = "/session",
                 .headers = {own, {"Content-Type", "text/plain"}}})
                .status,
            415);
}

TEST_F(ApiSession, IsForOneHostAndHttpsAloneBehindAProxyThatSaysSo) {
  options_.operation.metrics = [] { return std::string("up 1\n"); };
  options_.access.trusted_proxies = {*http::parse_address_range("10.0.0.1")};
  options_.personal.public_url = "https://curlew.example.org";
  TestRequest request{
      .method = "POST",
      .path = "/session",
      .body = R"({"name":"bob","password":"correct horse"})",
      .host = "curlew.example.org",
      .headers = {{"Origin", "https://curlew.example.org"}, {"X-Curlew-Request", "1"}}};
  const auto response = ask(request);
  ASSERT_EQ(response.status, 200) << response.body;
  const std::string cookie(
      http::find_header(response.headers, "Set-Cookie").value_or(""));
  EXPECT_THAT(cookie, StartsWith("__Host-curlew_session="));
  EXPECT_THAT(cookie, HasSubstr("; Secure"));
  // One that was set without https does not count there.
  EXPECT_EQ(
      ask({.path = "/me", .session = cookie_of(response), .host = "curlew.example.org"})
          .status,
      401);
  EXPECT_EQ(
      ask({.path = "/me",
           .host = "curlew.example.org",
           .headers = {{"Cookie", "__Host-curlew_session=" + cookie_of(response)}}})
          .status,
      200);
  // What shows everything stays where it was.
  EXPECT_EQ(
      ask({.path = "//metrics",
           .host = "curlew.example.org",
           .headers = {{"Cookie", "__Host-curlew_session=" + cookie_of(response)}}})
          .status,
      403);
  request.headers = {{"X-Curlew-Request", "1"},
                     {"Origin", "https://10.0.0.9:8400"},
                     {"X-Forwarded-Proto", "https"},
                     {"X-Forwarded-For", "203.0.113.7"}};
  request.host = "127.0.0.1:8400";
  EXPECT_EQ(ask(request).status, 403) << "not from the proxy";
}

TEST_F(ApiSession, KeepsWhoGuessesWaitingByNameAndByAddress) {
  int tries = 0;
  while (try_log_in("bob", "guess", "203.0.113.7").status == 401 && tries < 100)
    ++tries;
  EXPECT_EQ(tries, 10);
  const auto refused = try_log_in("bob", kPassword, "198.51.100.9");
  EXPECT_EQ(refused.status, 429) << "from elsewhere, and with the right password";
  EXPECT_EQ(http::find_header(refused.headers, "Retry-After"), "30");
  EXPECT_EQ(try_log_in("eleni", kPassword, "203.0.113.7").status, 200);
  clock_.advance(std::chrono::seconds(30));
  EXPECT_EQ(try_log_in("bob", kPassword).status, 200);
}

TEST_F(ApiSession, OfAFirstStartIsBegunByALinkThatWorksOnce) {
  must(store_->users().remove(eleni_.id));
  must(store_->users().remove(bob_.id));
  const std::string token = *must(service::offer_claim(*store_, clock_.now()));
  EXPECT_TRUE(json_of({.path = "/session"}).at("claimable").as_bool());
  const auto claim = [&](const std::string& with, const std::string& more) {
    return ask({.method = "POST",
                .path = "/session/claim",
                .body = fmt::format(R"({{"token":"{}"{}}})", with, more),
                .headers = kFromPage});
  };
  EXPECT_EQ(claim("guess", R"(,"name":"evil","password":"12345678")").status, 401);
  EXPECT_EQ(claim(token, "").status, 422);
  EXPECT_EQ(claim(token, R"(,"name":"anna","password":"short")").status, 422);
  const auto made = claim(token, R"(,"name":"anna","password":"12345678")");
  ASSERT_EQ(made.status, 200) << made.body;
  EXPECT_EQ(boost::json::parse(made.body).at("rights"), "admin");
  EXPECT_EQ(status_with(cookie_of(made), "/users"), 200);
  EXPECT_EQ(claim(token, R"(,"name":"evil","password":"12345678")").status, 401);
  EXPECT_FALSE(json_of({.path = "/session"}).at("claimable").as_bool());
  EXPECT_FALSE(must(service::offer_claim(*store_, clock_.now())));
}

TEST_F(ApiSession, OfANewUserIsClosedByInvitationOrOpen) {
  const auto enrol = [&](const std::string& name, const std::string& invitation) {
    return ask({.method = "POST",
                .path = "/registrations",
                .body = fmt::format(
                    R"({{"name":"{}","password":"12345678","invitation":"{}"}})", name,
                    invitation),
                .headers = kFromPage});
  };
  EXPECT_EQ(enrol("carol", "").status, 403);
  EXPECT_EQ(enrol("carol", "x").status, 403);
}

TEST_F(ApiSession, OfAnInvitedUserHasTheRoleOfTheInvitation) {
  options_.access.registration = service::Registration::kInvitation;
  const std::string admin = log_in("eleni");
  const auto invited = json_of({.method = "POST",
                                .path = "/invitations",
                                .body = R"({"role":"read-only","note":"for Carol"})",
                                .session = admin},
                               201);
  const std::string link(invited.at("link").as_string());
  EXPECT_THAT(link, StartsWith("http://localhost:8400/login#invitation="));
  const std::string token = link.substr(link.rfind('=') + 1);
  EXPECT_TRUE(json_of({.path = "/invitations", .session = admin})
                  .at("items")
                  .at(0)
                  .at("link")
                  .is_null());
  const auto enrol = [&](const std::string& name, const std::string& invitation) {
    return ask({.method = "POST",
                .path = "/registrations",
                .body = fmt::format(
                    R"({{"name":"{}","password":"12345678","invitation":"{}"}})", name,
                    invitation),
                .headers = kFromPage});
  };
  EXPECT_EQ(enrol("carol", "").status, 403);
  EXPECT_EQ(enrol("bob", token).status, 409) << "the invitation stays";
  const auto made = enrol("carol", token);
  ASSERT_EQ(made.status, 201) << made.body;
  EXPECT_EQ(boost::json::parse(made.body).at("rights"), "read");
  EXPECT_EQ(enrol("dora", token).status, 403) << "it was used";
}

TEST_F(ApiSession, IsNotNeededWhereTheDemoIsOpenToThisMachine) {
  options_.access.open_as = "bob";
  EXPECT_EQ(json_of({.path = "/session"}).at("access"), "open");
  EXPECT_EQ(json_of({.path = "/me"}).at("name"), "bob");
  EXPECT_EQ(ask({.path = "/me", .address = "203.0.113.7"}).status, 401);
  EXPECT_EQ(
      ask({.method = "PATCH", .path = "/me", .body = R"({"language":"el"})"}).status,
      403)
      << "whatever page a browser shows can send this";
  EXPECT_EQ(ask({.method = "PATCH",
                 .path = "/me",
                 .body = R"({"language":"el"})",
                 .headers = kFromPage})
                .status,
            200);
}

}  // namespace
}  // namespace curlew::api
