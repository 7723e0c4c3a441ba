#include "api/personal_routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <variant>

#include "model/sealed_settings_test.h"
#include "publish/personal_address.h"
#include "store/store_fixture.h"

namespace curlew::api {
namespace {

using ::testing::HasSubstr;

class PersonalRoutesTest : public store::StoreTest {
 protected:
  PersonalRoutesTest() {
    options_.personal.key = model::kTestKey;
    options_.open_to_write = [this] {
      ++opened_;
      return store::open_sqlite_store(path_, store::OpenMode::kReadWrite);
    };
  }

  Answer post_stop(const std::string& token) {
    http::Call call;
    call.request.path = publish::stop_path(token);
    call.values.add("token", token);
    for (const Route& route : make_personal_routes(options_, clock_)) {
      if (route.method == "POST") return store::must(route.page(call, *store_));
    }
    return http::Problem{};
  }

  ManualClock clock_{store::kNow};
  StatusSiteOptions options_;
  int opened_ = 0;
};

TEST_F(PersonalRoutesTest, AGuessedStopTokenOpensNothingToWrite) {
  for (const std::string token : {"", "x", "7-x", "7"}) {
    const Answer answer = post_stop(token);
    ASSERT_TRUE(std::holds_alternative<http::Problem>(answer)) << token;
    EXPECT_EQ(std::get<http::Problem>(answer).status, 404);
  }
  EXPECT_EQ(opened_, 0);
  // Of a list that is gone.
  const Answer answer =
      post_stop(publish::stop_token(store::must(model::kTestKey()), {7}));
  EXPECT_TRUE(std::holds_alternative<http::Problem>(answer));
  EXPECT_EQ(opened_, 1);
}

TEST_F(PersonalRoutesTest, AProblemIsToldInTheLanguageOfTheBrowser) {
  http::RequestContext context;
  context.language = "el";
  context.path = "/mine/stop/x";
  const std::string page = personal_problem_page({404, "No such page", ""}, context);
  EXPECT_THAT(page, HasSubstr("lang=\"el\""));
  EXPECT_THAT(page, HasSubstr("Εδώ δεν υπάρχει τίποτα"));
  EXPECT_THAT(page, HasSubstr("href=\"../style.css\""));
}

}  // namespace
}  // namespace curlew::api
