#include "sim/web/representation.h"

#include <gtest/gtest.h>

namespace curlew::sim {
namespace {

const Time kNow = from_unix_seconds(1'800'000'000);

Representation document(Validation validation) {
  return {.content_type = "text/plain",
          .body = "words",
          .validation = validation,
          .last_modified = kNow - std::chrono::hours(1)};
}

http::ServerRequest request(http::Headers headers) {
  return {.method = "GET", .path = "/", .headers = std::move(headers)};
}

std::string answered(const http::ServerResponse& response, std::string_view name) {
  return std::string(http::find_header(response.headers, name).value_or(""));
}

TEST(Representation, AnswersWhoeverKnowsItWith304) {
  for (const auto& [validation, asked, given] :
       {std::tuple{Validation::kEtagOnly, "If-None-Match", "ETag"},
        std::tuple{Validation::kEtagAndDate, "If-None-Match", "ETag"},
        std::tuple{Validation::kDateOnly, "If-Modified-Since", "Last-Modified"},
        std::tuple{Validation::kEtagAndDate, "If-Modified-Since", "Last-Modified"}}) {
    const auto first = answer_conditionally(request({}), document(validation), kNow);
    EXPECT_EQ(first.status, 200);
    EXPECT_EQ(first.body, "words");
    const auto second = answer_conditionally(request({{asked, answered(first, given)}}),
                                             document(validation), kNow);
    EXPECT_EQ(second.status, 304);
    EXPECT_EQ(second.body, "");
  }
}

TEST(Representation, GivesNoMoreValidatorsThanTheSiteHas) {
  const auto none =
      answer_conditionally(request({}), document(Validation::kNeither), kNow);
  EXPECT_EQ(answered(none, "ETag"), "");
  EXPECT_EQ(answered(none, "Last-Modified"), "");
}

TEST(Representation, AWrongTagOutweighsARightDate) {
  const auto first =
      answer_conditionally(request({}), document(Validation::kEtagAndDate), kNow);
  const auto second = answer_conditionally(
      request({{"If-None-Match", "\"other\""},
               {"If-Modified-Since", answered(first, "Last-Modified")}}),
      document(Validation::kEtagAndDate), kNow);
  EXPECT_EQ(second.status, 200);
}

}  // namespace
}  // namespace curlew::sim
