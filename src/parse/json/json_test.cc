#include "parse/json/json.h"

#include <gtest/gtest.h>

#include "base/content_of_test.h"

namespace curlew::parse {
namespace {

using model::Json;

TEST(JsonTree, NothingIsRoundedOrLost) {
  const auto tree = parse_json(content_of(CURLEW_TESTDATA "/json/values.json"));
  ASSERT_TRUE(tree.ok()) << tree.error().text;
  EXPECT_EQ(tree->keys, (std::vector<std::string>{"b", "a", "b2"}));
  EXPECT_EQ(tree->find("b")->items[1].text, "2.50");
  EXPECT_EQ(tree->find("b")->items[3].text, "12345678901234567890123");
  EXPECT_EQ(tree->find("a")->keys[0], "é🐦");
  EXPECT_EQ(tree->find("b2")->items[0].kind, Json::Kind::kTrue);
}

TEST(JsonTree, TheLastOfTwoMembersCounts) {
  const auto tree = parse_json(R"({"a": 1, "b": 2, "a": 3})");
  ASSERT_TRUE(tree.ok());
  EXPECT_EQ(tree->keys.size(), 2u);
  EXPECT_EQ(tree->find("a")->text, "3");
}

TEST(JsonTree, WhatIsNotJsonIsRefused) {
  for (const char* const text :
       {"", "{", "[1,]", "01", "1.", "nul", "truex", "{} {}", "1 2", "1,2", "]",
        "[1] [2", "\"\x01\"", "{\"a\" 1}", "{a: 1}", "+1", "--1", "\xFF"}) {
    EXPECT_FALSE(parse_json(text).ok()) << text;
  }
  for (const char* const text : {"1", " \"x\" ", "null", "true", "[]", "{}", "-0.5e+7"})
    EXPECT_TRUE(parse_json(text).ok()) << text;
}

TEST(JsonTree, DepthIsBounded) {
  const auto nested = [](int depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(parse_json(nested(20), 20).ok());
  const auto deeper = parse_json(nested(21), 20);
  ASSERT_FALSE(deeper.ok());
  EXPECT_EQ(deeper.error().kind, ErrorKind::kLimit);
}

TEST(JsonTree, CanonicalFormIsThatOfRfc8785) {
  const auto tree = parse_json(
      R"({"\ud83d\udc26": 1, "\ufb33": 2, "b": [333333333.33333329, 1E30, 4.50, 2e-3,
          0.000000000000000000000000001, 1e21, 123456789012345680000],
          "a": "\u20ac$\u000f\nA'\u0042\u0022\u005c\\\"\/"})");
  ASSERT_TRUE(tree.ok());
  EXPECT_EQ(
      to_canonical_json(*tree),
      "{\"a\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\",\"b\":[333333333.3333333,1e+30,"
      "4.5,0.002,1e-27,1e+21,123456789012345680000],\"🐦\":1,\"\uFB33\":2}");
}

}  // namespace
}  // namespace curlew::parse
