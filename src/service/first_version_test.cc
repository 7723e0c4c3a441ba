#include "service/first_version.h"

#include <gmock/gmock.h>

namespace curlew::service {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

archive::Content content(std::string type, std::string body) {
  return {.url = "https://notices.example/hours",
          .headers = {{"Content-Type", std::move(type)}},
          .body = std::move(body)};
}

FirstVersion must_read(const archive::Content& content, const model::Source& source) {
  auto first = first_version(content, source, {}, nullptr);
  EXPECT_TRUE(first.ok()) << (first.ok() ? "" : first.error().text);
  return first.ok() ? *std::move(first) : FirstVersion();
}

TEST(FirstVersionOf, APageIsItsTexts) {
  const archive::Content page =
      content("text/html; charset=utf-8",
              "<title>Hours</title><body><h1>Hours</h1><p>Monday: 9 to 17</p>"
              "<div id=foot>Visitors: 7</div></body>");
  model::Source source;
  source.kind = model::SourceKind::kPage;
  source.watching.changes = true;
  EXPECT_THAT(must_read(page, source).lines,
              ElementsAre("Hours", "Monday: 9 to 17", "Visitors: 7"));
  source.watching.ignore = {"#foot"};
  const FirstVersion first = must_read(page, source);
  EXPECT_THAT(first.lines, ElementsAre("Hours", "Monday: 9 to 17"));
  EXPECT_EQ(first.count, 2U);
}

TEST(FirstVersionOf, DataIsItsRowsOrPaths) {
  model::Source source;
  source.kind = model::SourceKind::kData;
  const FirstVersion table =
      must_read(content("text/csv", "port,depth\nPiraeus,12\nVolos,9\n"), source);
  EXPECT_EQ(table.count, 2U);
  ASSERT_EQ(table.lines.size(), 2U);
  EXPECT_THAT(table.lines.front(), HasSubstr("Piraeus"));
  const FirstVersion tree =
      must_read(content("application/json", R"({"port":"Volos","depth":9})"), source);
  EXPECT_EQ(tree.count, 2U);
  EXPECT_THAT(tree.lines.front(), HasSubstr("Volos"));
  const FirstVersion list =
      must_read(content("application/json", R"([1,2,3])"), source);
  EXPECT_EQ(list.count, 3U);
  EXPECT_FALSE(
      first_version(content("application/json", "{"), source, {}, nullptr).ok());
}

}  // namespace
}  // namespace curlew::service
