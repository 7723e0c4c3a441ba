#include "api/pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "api/json.h"
#include "model/sealed_settings_test.h"

namespace curlew::api {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Time kPageTime = from_unix_seconds(1'790'000'000);

store::ArticleRow found_article() {
  store::ArticleRow article;
  article.id = {1};
  article.source = {7};
  article.title = article.url = "x";
  article.published = kPageTime - std::chrono::minutes(5);
  article.found = kPageTime;
  return article;
}

TEST(Pages, LetNothingThatTheySayBecomeMarkup) {
  std::ifstream file(CURLEW_TESTDATA "/hostile.txt", std::ios::binary);
  const std::string harmless = message_page("", "");
  const auto count_of = [](const std::string& page, char sign) {
    return std::count(page.begin(), page.end(), sign);
  };
  int texts = 0;
  for (std::string line; std::getline(file, line); ++texts) {
    const std::string page = message_page(line, line);
    for (const char sign : {'<', '>', '"'}) {
      EXPECT_EQ(count_of(page, sign), count_of(harmless, sign)) << line;
    }
  }
  EXPECT_GT(texts, 20);
}

TEST(Pages, LeadBackFromAMessage) {
  EXPECT_THAT(message_page("No such page", "x"), HasSubstr("<p><a href=\"/\">"));
}

TEST(Json, MasksSecrets) {
  service::SourceDetail detail;
  detail.now = kPageTime;
  detail.source.source.url = "https://ann:hunter2@example.org/";
  detail.source.source.request.bearer_token = model::kept("t0ken");
  detail.source.source.request.headers = {{"X-Key", model::kept("s3cret")}};
  const std::string output = to_json(detail);
  EXPECT_THAT(output, Not(HasSubstr("hunter2")));
  EXPECT_THAT(output, Not(HasSubstr("t0ken")));
  EXPECT_THAT(output, Not(HasSubstr("s3cret")));
}

TEST(Json, HasNullWhereATimeIsUnknown) {
  store::ArticleRow article = found_article();
  EXPECT_THAT(to_json(article), HasSubstr("\"delay_s\":300"));
  article.published.reset();
  const std::string json = to_json(article);
  EXPECT_THAT(json, HasSubstr("\"published\":null"));
  EXPECT_THAT(json, HasSubstr("\"delay_s\":null"));
}

}  // namespace
}  // namespace curlew::api
