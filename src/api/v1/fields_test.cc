#include "api/v1/fields.h"

#include <gmock/gmock.h>

#include "api/v1/cursor.h"
#include "model/user.h"

namespace curlew::api {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;

http::ServerRequest body_of(std::string json) {
  http::ServerRequest request;
  request.headers = {{"Content-Type", "application/json; charset=utf-8"}};
  request.body = std::move(json);
  return request;
}

TEST(ApiFields, AreReadByTheirTypes) {
  Fields body(body_of(R"({"text":"a\u0065","flag":true,"number":7,"half":0.5,
    "words":["x","y"],"ids":[1,2],"role":"admin","none":null,
    "digest":{"hour":8},"rows":[{"id":1},{"id":2}]})"));
  EXPECT_THAT(body.text("text"), Optional(std::string("ae")));
  EXPECT_THAT(body.flag("flag"), Optional(true));
  EXPECT_THAT(body.number("number", 0, 10), Optional(7));
  EXPECT_THAT(body.fraction("half", 0, 1), Optional(0.5));
  EXPECT_THAT(body.texts("words"), Optional(ElementsAre("x", "y")));
  EXPECT_THAT(body.numbers("ids"), Optional(ElementsAre(1, 2)));
  EXPECT_EQ(body.choice("role", model::parse_role), model::Role::kAdmin);
  EXPECT_TRUE(body.is_null("none"));
  EXPECT_TRUE(body.has("none"));
  EXPECT_FALSE(body.has("absent"));
  EXPECT_EQ(body.text("absent"), std::nullopt);
  auto digest = body.object("digest");
  ASSERT_TRUE(digest);
  EXPECT_THAT(digest->number("hour", 0, 23), Optional(8));
  auto rows = body.objects("rows");
  ASSERT_TRUE(rows && rows->size() == 2);
  EXPECT_THAT((*rows)[0].number("id", 0, 9), Optional(1));
  EXPECT_THAT((*rows)[1].number("id", 0, 9), Optional(2));
  EXPECT_FALSE(body.problem());
}

TEST(ApiFields, ThatNobodyAskedForAreRefusedAlsoInObjects) {
  Fields body(body_of(R"({"digest":{"huor":8}})"));
  auto digest = body.object("digest");
  digest->number("hour", 0, 23);
  ASSERT_TRUE(body.problem());
  EXPECT_THAT(body.problem()->title, HasSubstr("digest.huor: 8 "));
}

TEST(ApiFields, ShowALongValueCutShort) {
  Fields body(body_of("{\"role\":\"" + std::string(10'000, 'x') + "\"}"));
  body.choice("role", model::parse_role);
  EXPECT_EQ(body.problem()->status, 422);
  EXPECT_LT(body.problem()->title.size(), 200U);
}

TEST(ApiFields, RefuseWhatNoDatabaseKeeps) {
  Fields body(body_of(R"({"name":"a\u0000b"})"));
  EXPECT_EQ(body.text("name"), std::nullopt);
  EXPECT_EQ(body.problem()->status, 422);
}

TEST(ApiParameters, NameWhatIsWrong) {
  http::ServerRequest request;
  request.query = "limit=5000&unread=maybe";
  Parameters parameters(request);
  page_asked(parameters, "articles", 1);
  ASSERT_TRUE(parameters.problem());
  EXPECT_EQ(parameters.problem()->status, 400);
  EXPECT_THAT(parameters.problem()->title, HasSubstr("limit: \"5000\""));
}

TEST(ApiCursor, IsReadBackByItsOwnListAlone) {
  const std::string cursor = to_cursor("sources", {"Ζ", "17"});
  EXPECT_THAT(parse_cursor("sources", cursor, 2), Optional(ElementsAre("Ζ", "17")));
  EXPECT_EQ(parse_cursor("articles", cursor, 2), std::nullopt);
  EXPECT_EQ(parse_cursor("sources", cursor, 1), std::nullopt);
  EXPECT_THAT(parse_cursor("sources", to_cursor("sources", {""}), 1),
              Optional(ElementsAre("")));
  for (const std::string& hostile :
       {std::string("!"), std::string("a"), std::string(10'000, 'a'), cursor + "x",
        to_cursor("sources", {std::string("\0", 1), "1"}),
        to_cursor("sources", {"\xff", "1"})}) {
    EXPECT_EQ(parse_cursor("sources", hostile, 2), std::nullopt);
  }
}

}  // namespace
}  // namespace curlew::api
