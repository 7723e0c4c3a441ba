#include "apps/commands/source_flags.h"

#include <gmock/gmock.h>

#include <fstream>

#include "apps/whole_file.h"
#include "base/temporary_folder_test.h"
#include "model/sealed_settings_test.h"

namespace curlew::apps {
namespace {

using model::Rendering;
using testing::HasSubstr;

model::Source changed(const SourceFlags& flags, model::Source source = {}) {
  const auto edit = to_source_edit(flags);
  EXPECT_TRUE(edit.ok());
  if (edit.ok()) {
    EXPECT_TRUE(service::apply(*edit, model::kTestKey, source).ok());
  }
  return source;
}

TEST(SourceFlags, SayNothingWhenNoneIsGiven) {
  EXPECT_EQ(*to_source_edit({}), service::SourceEdit{});
}

TEST(SourceFlags, LeaveWhatTheyDoNotNameAsItIs) {
  model::Source source;
  source.title = "Mine";
  source.rules = "body: main";
  source.fetch_pages = false;
  source.objective = model::Objective::kCapture;
  source.wishes.interval = std::chrono::minutes(5);
  source.request.bearer_token = model::kept("token");
  const model::Source after = changed({.render = true}, source);
  EXPECT_EQ(after.rendering, Rendering::kAlways);
  EXPECT_EQ(after.title, "Mine");
  EXPECT_EQ(after.rules, "body: main");
  EXPECT_FALSE(after.fetch_pages);
  EXPECT_EQ(after.objective, model::Objective::kCapture);
  EXPECT_EQ(after.wishes, source.wishes);
  EXPECT_EQ(after.request, source.request);
}

TEST(SourceFlags, TakeBackWhatOthersSaid) {
  model::Source source;
  source.rendering = Rendering::kAlways;
  source.rules = "body: main";
  source.fetch_pages = false;
  const auto after =
      changed({.pages = true, .render = false, .no_rules = true}, source);
  EXPECT_EQ(after.rendering, Rendering::kNever);
  EXPECT_EQ(after.rules, "");
  EXPECT_TRUE(after.fetch_pages);
}

TEST(SourceFlags, AskAQueryOfAnEndpoint) {
  const TemporaryFolder folder;
  const std::string file = folder.file("ports.rq");
  ASSERT_TRUE(write_whole_file(file, "ASK {}\n", Overwrite::kNo).ok());
  for (const std::string& query : {std::string("ASK {}"), file}) {
    EXPECT_EQ(*to_address({.query = query}, "https://d.example/sparql"),
              "https://d.example/sparql?query=ASK+%7B%7D");
  }
  EXPECT_EQ(changed({.query = "ASK {}"}).kind, model::SourceKind::kSparql);
  EXPECT_EQ(*to_address({}, "d.example"), "d.example");
  EXPECT_EQ(*to_address({.kind = "sparql"}, "7"), "7");
  EXPECT_TRUE(to_address({.kind = "sparql"}, "https://d.example/?query=ASK{}").ok());
  for (const SourceFlags& flags :
       {SourceFlags{.kind = "sparql"}, SourceFlags{.kind = "data", .query = "ASK {}"},
        SourceFlags{.query = "nosuch.rq"}}) {
    const auto refused = to_address(flags, "https://d.example/sparql");
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::kUsage);
    EXPECT_THAT(refused.error().text, HasSubstr("--query"));
  }
  EXPECT_FALSE(to_address({.query = "ASK {}"}, "7").ok());
}

TEST(SourceFlags, LogInOneWay) {
  model::Source source;
  source.request.bearer_token = model::kept("token");
  source.request.headers = {{"X-Key", model::kept("value")}};
  const auto after = changed({.request = {.user = "ann:secret"}}, source).request;
  EXPECT_EQ(model::opened({.basic_credentials = after.basic_credentials}, "")
                .basic_credentials,
            "ann:secret");
  EXPECT_TRUE(after.bearer_token.empty());
  EXPECT_EQ(after.headers, source.request.headers);
}

TEST(SourceFlags, TakeSecretsAway) {
  model::Source source;
  source.request = model::sealed(
      {{{"X-Key", "value"}}, "ann:secret", "", "http://proxy.example:1"}, "");
  const auto bare =
      changed({.request = {.headers = {"none"}, .user = "none", .proxy = "none"}},
              source)
          .request;
  EXPECT_EQ(bare, model::SealedSettings{});
  const auto kept = changed({.request = {.bearer = "none"}}, source).request;
  EXPECT_EQ(kept, source.request);
}

TEST(SourceFlags, RefuseASecondLogin) {
  for (const SourceFlags& flags :
       {SourceFlags{.url = "https://u:p@h.example/", .request = {.bearer = "T"}},
        SourceFlags{.url = "https://u:p@h.example/", .request = {.user = "a:b"}},
        SourceFlags{.request = {.user = "a:b", .bearer = "T"}}}) {
    const auto edit = to_source_edit(flags);
    ASSERT_FALSE(edit.ok());
    EXPECT_EQ(edit.error().kind, ErrorKind::kUsage);
    EXPECT_THAT(edit.error().text, HasSubstr("only one of them can be sent"));
  }
}

TEST(SourceFlags, TakeTheTextOfARulesFile) {
  const TemporaryFolder folder;
  const std::string file = folder.file("rules");
  ASSERT_TRUE(write_whole_file(file, "body = 'main'\n", Overwrite::kNo).ok());
  EXPECT_EQ(changed({.rules = file}).rules, "body = 'main'\n");
}

TEST(SourceFlags, RefuseRulesThatAreNoFileOrNoRulesOrTooLong) {
  const auto absent = to_source_edit({.rules = "/nonexistent"});
  ASSERT_FALSE(absent.ok());
  EXPECT_EQ(absent.error().kind, ErrorKind::kUsage);
  EXPECT_THAT(absent.error().text, HasSubstr("--rules: /nonexistent"));
  const TemporaryFolder folder;
  const std::string file = folder.file("long");
  ASSERT_TRUE(write_whole_file(file, std::string(100'000, '#'), Overwrite::kNo).ok());
  EXPECT_FALSE(to_source_edit({.rules = file}).ok());
  ASSERT_TRUE(write_whole_file(file, "body = '<p>'\n", Overwrite::kYes).ok());
  EXPECT_THAT(to_source_edit({.rules = file}).error().text, HasSubstr("long:1: body"));
}

TEST(SourceFlags, NoneTakesAWishBackAndLeavesTheOthers) {
  model::Source source;
  source.wishes = {.interval = std::chrono::minutes(5),
                   .longest_gap = std::chrono::hours(1),
                   .quiet = service::parse_active_hours("8-20").value()};
  source = changed({.wishes = {.interval = "none"}}, source);
  EXPECT_FALSE(source.wishes.interval);
  EXPECT_EQ(source.wishes.longest_gap, std::chrono::hours(1));
  source = changed({.wishes = {.longest_gap = "none", .active_hours = "none"}}, source);
  EXPECT_EQ(source.wishes, model::OwnWishes{});
}

TEST(SourceFlags, AnAddressIsNotAFile) {
  const TemporaryFolder folder;
  const std::string file = folder.file("m.opml");
  std::ofstream(file) << "x";
  const auto said = [](std::string_view typed) {
    const auto done = expect_no_file(typed);
    return done.ok() ? "" : done.error().text;
  };
  EXPECT_EQ(said(file).find(file + ": a file; curlew import " + file), 0u)
      << said(file);
  EXPECT_NE(said("./none.opml").find("a path, not an address"), std::string::npos);
  EXPECT_EQ(said("example.org"), "");
  EXPECT_EQ(said("https://example.org/"), "");
}

}  // namespace
}  // namespace curlew::apps
