// testdata/rules: NAME.html read by NAME.toml gives what is in NAME.json; what is not
// there is not compared.

#include "extract/rules/ruled_page.h"

#include <gtest/gtest.h>

#include "extract/areas/readable_parts.h"
#include "extract/testdata_test.h"
#include "parse/html/page.h"

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

// A page that has been read by one rule for its body.
class RuledBody {
 public:
  RuledBody(std::string_view html, std::string_view css)
      : rules_(*parse_rules("body = '" + std::string(css) + "'", "rules.toml")) {
    parse::parse_html_page(html, "text/html", page_);
    RuledPage ruled(page_, rules_);
    PageReader reader;
    text = ruled.read(reader, {.url = kRuledUrl}).body;
    shown = ruled.article_html(kRuledUrl, 8_MiB);
    for (const model::Block& block : ruled.parts(kRuledUrl).blocks)
      lines += (lines.empty() ? "" : "\n") + block.text;
  }
  std::string text;
  std::string shown;
  std::string lines;

 private:
  dom::Document page_;
  Rules rules_;
};

TEST(RuledPage, HasTheSameBodyAsTextAsLinesAndAsItIsShown) {
  const RuledBody within("<p><span class=lead>A.</span> Buy now!</p>", ".lead");
  EXPECT_EQ(within.text, "A.");
  EXPECT_EQ(within.lines, "A.");
  EXPECT_EQ(within.shown, "<p>A.</p>");
  const RuledBody late("<div>By X <x-body>First.<p>Second.</p></x-body></div>",
                       "x-body");
  EXPECT_EQ(late.text, "First.\nSecond.");
  EXPECT_EQ(late.lines, "First.\nSecond.");
  EXPECT_EQ(late.shown, "<p>First.</p><p>Second.</p>");
  const RuledBody two("<p>I <b>will</b> and <a href=/x>I <b>must</b></a>, he says",
                      "b");
  EXPECT_EQ(two.text, "will\nmust");
  EXPECT_EQ(two.lines, "will\nmust");
  EXPECT_EQ(
      two.shown,
      "<p><b>will</b></p><p><a href=\"https://example.org/x\"><b>must</b></a></p>");
  const RuledBody hidden(
      "<div class=a>One <noscript>or none</noscript><video>No film"
      "</video><select><option>two</select></div>",
      ".a");
  EXPECT_EQ(hidden.text, "One two");
  EXPECT_EQ(hidden.lines, "One two");
  EXPECT_EQ(hidden.shown, "<p>One two</p>");
}

TEST(RuledPage, ShowsNoBodyPartOfWhichIsNotOnThePage) {
  const RuledBody stated("<meta name=lead content='A.'><p>B.", "meta[name=lead], p");
  EXPECT_EQ(stated.text, "A.\nB.");
  EXPECT_EQ(stated.shown, "");
  std::string much = "<div class=a>";
  for (std::size_t i = 0; i <= kMaxBlocks; ++i) much += "a<br>";
  EXPECT_EQ(RuledBody(much, ".a").shown, "");
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
