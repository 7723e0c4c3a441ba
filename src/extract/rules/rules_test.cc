#include "extract/rules/rules.h"

#include <gtest/gtest.h>

#include "base/ascii.h"
#include "extract/testdata_test.h"

namespace curlew::extract {
namespace {

// testdata/rules/wrong: NAME.toml with the error in NAME.error.
TEST(Rules, AnErrorNamesLineKeyAndSelector) {
  const std::filesystem::path folder =
      std::filesystem::path(CURLEW_TESTDATA) / "rules/wrong";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::filesystem::path file = entry.path();
    if (file.extension() != ".toml") continue;
    const auto rules = parse_rules(content_of(file), "rules.toml");
    ASSERT_FALSE(rules) << file;
    EXPECT_EQ(rules.error().kind, ErrorKind::kUsage);
    EXPECT_EQ(rules.error().text,
              trimmed(content_of(file.replace_extension(".error"))));
    ++files;
  }
  EXPECT_GE(files, 7);
}

TEST(Rules, AreOrderedByKeyAndThenAsWritten) {
  const auto rules = parse_rules(
      "title = 'h1'\nbody = ['p', 'b']\nlinks = 'a'\ndrop = 'i'", "rules.toml");
  ASSERT_TRUE(rules) << rules.error().text;
  std::string order;
  for (const Rule& rule : *rules) order += rule.css + ' ';
  EXPECT_EQ(order, "i p b h1 a ");
}

TEST(Rules, AreBoundedInSizeAndNumber) {
  std::string list = "drop = [";
  for (std::size_t i = 0; i < kMaxRules; ++i) list += "'p', ";
  EXPECT_TRUE(parse_rules(list + "]", "r"));
  const auto many = parse_rules(list + "'b']", "r");
  ASSERT_FALSE(many);
  EXPECT_EQ(many.error().text, "r:1: drop: \"b\": more than 32 selectors");
  const auto large = parse_rules("#" + std::string(kMaxRulesBytes, ' '), "r");
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().text, "r: larger than 16384 bytes");
}

}  // namespace
}  // namespace curlew::extract
