#include "detect/page/detect.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <boost/json.hpp>
#include <filesystem>

#include "base/content_of_test.h"
#include "detect/page/versions_test.h"

namespace curlew::detect {
namespace {

namespace json = boost::json;

Kinds kinds_of(const json::value& names) {
  Kinds kinds;
  for (const json::value& name : names.as_array())
    for (int i = 0; i < model::kChangeKinds; ++i)
      if (to_string(Kind(i)) == std::string_view(name.as_string())) kinds.add(Kind(i));
  return kinds;
}

Rules rules_of(const json::object& expected) {
  RuleOptions options;
  if (const json::value* const rules = expected.if_contains("rules")) {
    const json::object& row = rules->as_object();
    if (const auto* const watch = row.if_contains("watch"))
      options.watch = std::string(watch->as_string());
    if (const auto* const ignore = row.if_contains("ignore"))
      options.ignore = json::value_to<std::vector<std::string>>(*ignore);
    if (const auto* const ignore = row.if_contains("ignore_text"))
      options.ignore_text = json::value_to<std::vector<std::string>>(*ignore);
    if (const auto* const size = row.if_contains("minimum_size"))
      options.minimum_size = std::size_t(size->as_int64());
    if (const auto* const kinds = row.if_contains("kinds"))
      options.kinds = kinds_of(*kinds);
  }
  return make_rules(std::move(options)).value();
}

// A folder of testdata/changes: old.html, new.html, and what is expected of them.
TEST(DetectChange, SaysWhatIsExpectedOfEveryPair) {
  int cases = 0;
  for (const auto& folder :
       std::filesystem::directory_iterator(CURLEW_TESTDATA "/changes")) {
    SCOPED_TRACE(folder.path().filename().string());
    const json::object expected =
        json::parse(content_of(folder.path() / "expected.json")).as_object();
    const Rules rules = rules_of(expected);
    const ReadPage old(content_of(folder.path() / "old.html"), rules);
    const ReadPage now(content_of(folder.path() / "new.html"), rules);
    const Change change = detect_change(old.version(), now.version(), {}, rules).change;
    EXPECT_EQ(change.changed, expected.at("changed").as_bool());
    EXPECT_EQ(change.has_noise, expected.at("noise").as_bool());
    EXPECT_EQ(change.summary, std::string_view(expected.at("summary").as_string()));
    const Kinds kinds = kinds_of(expected.at("kinds"));
    for (int i = 0; i < model::kChangeKinds; ++i)
      EXPECT_EQ(change.kinds.has(Kind(i)), kinds.has(Kind(i))) << to_string(Kind(i));
    ++cases;
  }
  EXPECT_GE(cases, 30);
}

TEST(DetectChange, TellsWhereAPartIsAndWhatItSaid) {
  const ReadPage old("<h2>Fees</h2><p>Nine is late.</p><p>It costs four crowns.</p>");
  const ReadPage now("<h2>Fees</h2><p>Nine is late.</p><p>It costs five crowns.</p>");
  const Change change = detect_change(old.version(), now.version(), {}).change;
  ASSERT_EQ(change.parts.size(), 1);
  EXPECT_EQ(change.parts[0].path, "/html/body/p[2]");
  EXPECT_EQ(change.parts[0].heading, "Fees");
  EXPECT_EQ(change.parts[0].before, "It costs four crowns.");
  EXPECT_EQ(change.parts[0].after, "It costs five crowns.");
  EXPECT_GT(change.score, 0);
  EXPECT_LT(change.score, 0.5);
}

TEST(DetectChange, ScoresARewrittenPageHigherThanAWord) {
  const ReadPage old("<p>One two three four five six.</p><p>Seven eight nine.</p>");
  const ReadPage word("<p>One two three four five six.</p><p>Seven eight ten.</p>");
  const ReadPage page("<p>Alpha beta gamma.</p><p>Delta epsilon zeta eta theta.</p>");
  EXPECT_LT(detect_change(old.version(), word.version(), {}).change.score,
            detect_change(old.version(), page.version(), {}).change.score);
}

TEST(DetectChange, TakesAnErrorPageForThePageAtTheThirdVisit) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "<p>A paragraph that is not short at all.</p>";
  const ReadPage good(text);
  const ReadPage bad("<title>503</title><p>Service unavailable</p>");
  PageNotes notes;
  std::vector<bool> changed;
  for (int visit = 0; visit < 4; ++visit) {
    Detection found = detect_change(good.version(), bad.version(), notes);
    changed.push_back(found.change.changed);
    notes = std::move(found.notes);
  }
  EXPECT_THAT(changed, testing::ElementsAre(false, false, true, false));
}

TEST(DetectChange, CutsPartsAndTheirTexts) {
  std::string before;
  std::string after;
  for (int i = 0; i < 20; ++i) {
    before += "<p>αβγδεζηθ</p>";
    after += "<p>ικλμνξοπ" + std::string(std::size_t(i), 'x') + "</p>";
  }
  const Rules rules = make_rules({.max_parts = 5, .max_text = 5}).value();
  const ReadPage old(before, rules);
  const ReadPage now(after, rules);
  const Change change = detect_change(old.version(), now.version(), {}, rules).change;
  ASSERT_EQ(change.parts.size(), 5);
  for (const Part& part : change.parts) {
    EXPECT_LE(part.before.size() + part.after.size(), 10);
    EXPECT_TRUE(part.after.empty() || part.after == "ικ");
  }
}

TEST(DetectChange, ComparesNothingWithSomething) {
  const ReadPage nothing("");
  const ReadPage something("<p>Hello there</p>");
  EXPECT_TRUE(detect_change(nothing.version(), something.version(), {}).change.changed);
  EXPECT_FALSE(detect_change(nothing.version(), nothing.version(), {}).change.changed);
  const dom::Document empty;
  const PageBlocks blocks = read_blocks(empty);
  EXPECT_FALSE(detect_change({empty, blocks}, {empty, blocks}, {}).change.changed);
}

TEST(DetectChange, CountsEveryPartOfAPageThatIsAllNew) {
  std::string old, now;
  for (int i = 0; i < 2000; ++i) {
    old += fmt::format("<p>The harbour of old{} has boats{}</p>", i, i);
    now += fmt::format("<p>Some mountains{} are high{}</p>", i, i);
  }
  const Rules rules = make_rules({}).value();
  const ReadPage before(old, rules), after(now, rules);
  const Change change =
      detect_change(before.version(), after.version(), {}, rules).change;
  EXPECT_GT(change.score, 0.9);
  EXPECT_THAT(change.summary, testing::HasSubstr("other parts changed"));
}

}  // namespace
}  // namespace curlew::detect
