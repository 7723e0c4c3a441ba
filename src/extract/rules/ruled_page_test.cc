// testdata/rules: NAME.html read by NAME.toml gives what is in NAME.json; what is not
// there is not compared.

#include "extract/rules/ruled_page.h"

#include <gtest/gtest.h>

#include "extract/areas/readable_parts.h"
#include "extract/testdata_test.h"

namespace curlew::extract {
namespace {

namespace json = boost::json;

constexpr std::string_view kRuledUrl = "https://example.org/news/";

Rules rules_for(const std::string& name) {
  const std::filesystem::path folder = CURLEW_TESTDATA;
  auto rules = parse_rules(content_of(folder / "rules" / (name + ".toml")), name);
  EXPECT_TRUE(rules) << rules.error().text;
  return *std::move(rules);
}

json::object matches_of(const RuledPage& page, const Rules& rules) {
  json::object matches;
  for (std::size_t i = 0; i < rules.size(); ++i)
    matches[rules[i].css] = std::int64_t(page.matches()[i]);
  return matches;
}

json::object describe(RuledPage& page, const Rules& rules) {
  PageReader reader;
  const PageContent content = page.read(reader, {.url = kRuledUrl});
  const model::ReadableParts parts = page.parts(kRuledUrl);
  json::array blocks;
  for (const model::Block& block : parts.blocks) blocks.emplace_back(block.text);
  json::array links;
  for (const model::FoundLink& link : parts.links) links.emplace_back(link.url);
  json::array falls_back;
  for (std::size_t key = 0; key < kRuleKeys; ++key)
    if (page.falls_back(RuleKey(key))) falls_back.emplace_back(to_string(RuleKey(key)));
  return {{"title", content.title},
          {"author", content.author},
          {"published", content.published},
          {"body", content.body},
          {"type", to_string(content.type)},
          {"hub", content.is_hub},
          {"blocks", std::move(blocks)},
          {"links", std::move(links)},
          {"matches", matches_of(page, rules)},
          {"falls_back", std::move(falls_back)}};
}

TEST(RuledPage, ReadsThePagesOfItsTestdataAsTheirRulesSay) {
  for (const PageCase& test : page_cases("rules")) {
    const Rules rules = rules_for(test.name);
    RuledPage page(test.page, rules);
    const json::object got = describe(page, rules);
    for (const auto& [key, expected] : test.expected.as_object())
      EXPECT_EQ(got.at(key), expected) << test.name << ": " << key;
  }
}

TEST(RuledPage, WithoutRulesReadsAsAlways) {
  for (const PageCase& test : page_cases("rules")) {
    const Rules none;
    RuledPage page(test.page, none);
    EXPECT_EQ(&page.page(), &test.page);
    EXPECT_EQ(page.parts(kRuledUrl).blocks, read_parts(test.page, kRuledUrl).blocks);
    PageReader reader;
    EXPECT_EQ(page.read(reader, {.url = kRuledUrl}).body,
              reader.read(test.page, {.url = kRuledUrl}).body);
    EXPECT_EQ(page.parts(kRuledUrl).links, read_parts(test.page, kRuledUrl).links);
  }
}

TEST(RuledPage, ReadsNothingFromAnEmptyPage) {
  const Rules rules = *parse_rules("body = 'p'\ndrop = 'b'", "rules.toml");
  const dom::Document nothing;
  const RuledPage page(nothing, rules);
  EXPECT_TRUE(page.falls_back(RuleKey::kBody));
  EXPECT_TRUE(page.parts(kRuledUrl).blocks.empty());
}

}  // namespace
}  // namespace curlew::extract
