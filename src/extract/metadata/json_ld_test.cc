#include "extract/metadata/json_ld.h"

#include <gmock/gmock.h>

namespace curlew::extract {
namespace {

using testing::ElementsAre;

std::vector<JsonLdItem> items_of(std::string_view json) {
  std::vector<JsonLdItem> items;
  read_json_ld(json, items);
  return items;
}

TEST(JsonLd, ReadsAnArticleWithItsAuthors) {
  const auto items = items_of(R"({"@context":"https://schema.org","@type":"NewsArticle",
    "headline":"Storks \u00e0 la carte","datePublished":"2024-05-01",
    "author":[{"@type":"Person","name":"A. Bird"},{"@type":"Person","name":"C. Dee"}],
    "image":{"@type":"ImageObject","url":"/stork.jpg"}})");
  ASSERT_EQ(items.size(), 4u);
  EXPECT_THAT(items[0].types, ElementsAre("NewsArticle"));
  EXPECT_EQ(items[0].headline, "Storks à la carte");
  EXPECT_EQ(items[0].author, "A. Bird, C. Dee");
  EXPECT_EQ(items[0].published, "2024-05-01");
  EXPECT_EQ(items[0].image, "/stork.jpg");
}

TEST(JsonLd, FindsItemsInsideGraphs) {
  const auto items =
      items_of(R"({"@graph":[{"@type":["Article","Thing"],"headline":"A"},
                                        {"@type":"http://schema.org/Person"}]})");
  ASSERT_EQ(items.size(), 2u);
  EXPECT_TRUE(items[0].is("Article"));
  EXPECT_TRUE(items[1].is("Person"));
}

TEST(JsonLd, ReadsWhatIsNotQuiteJson) {
  const auto items =
      items_of("<!-- { \"@type\": \"Article\", \"headline\": \"Two\nlines\", } -->");
  ASSERT_EQ(items.size(), 1u);
  EXPECT_EQ(items[0].headline, "Two\nlines");
}

TEST(JsonLd, KeepsWhatStandsBeforeAnEarlyEnd) {
  EXPECT_EQ(items_of(R"({"@type":"Article","headline":"Cut)").size(), 1u);
  EXPECT_TRUE(items_of(R"(}]}"\)").empty());
}

TEST(JsonLd, EndsWhereNestingIsTooDeep) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += R"({"@type":"A","a":)";
  EXPECT_LE(items_of(deep).size(), 65u);
}

}  // namespace
}  // namespace curlew::extract
