#include "apps/cli/cli.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "apps/cli/completion.h"
#include "apps/cli/manual.h"
#include "apps/config/config_text.h"
#include "apps/nearest.h"

namespace curlew::apps {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kLongWord(120'000, 'w');

struct Outcome {
  int code = 0;
  std::string out, error;
};

Outcome run(std::vector<const char*> words) {
  words.insert(words.begin(), "curlew");
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Outcome outcome;
  outcome.code = run_command_line(static_cast<int>(words.size()), words.data());
  outcome.out = testing::internal::GetCapturedStdout();
  outcome.error = testing::internal::GetCapturedStderr();
  return outcome;
}

TEST(CommandLine, ExplainsEveryCommandWithAnExample) {
  const CommandDoc root = describe_command_line();
  for (const NamedCommand& named : all_commands(root)) {
    EXPECT_FALSE(named.command->summary.empty()) << named.path;
    if (named.command != &root) {
      EXPECT_THAT(named.command->example, HasSubstr("curlew")) << named.path;
    }
    for (const OptionDoc& option : named.command->options) {
      EXPECT_FALSE(option.help.empty()) << named.path << " " << option.names.front();
    }
  }
}

TEST(CommandLine, HasTheCommandsOfThisRelease) {
  std::vector<std::string> names;
  for (const CommandDoc& command : describe_command_line().commands) {
    names.push_back(command.name);
  }
  EXPECT_THAT(names,
              testing::UnorderedElementsAre(
                  "serve", "controller", "terminal", "demo", "init", "add", "import",
                  "export", "list", "remove", "pause", "resume", "visit", "check",
                  "status", "log", "articles", "read", "search", "estimate", "user",
                  "problems", "delay", "operation", "courtesy", "keep", "preview",
                  "watch", "topic", "clips", "deliveries", "mark", "token", "session",
                  "invitation", "history", "show", "diff", "archive", "backup",
                  "restore", "migrate", "lab", "help", "completion", "man"));
}

TEST(CommandLine, PrintsHelpAndVersionAndSucceeds) {
  EXPECT_EQ(run({"--version"}).code, 0);
  EXPECT_THAT(run({"--version"}).out, testing::StartsWith("curlew "));
  EXPECT_THAT(run({"add", "--help"}).out, HasSubstr("Example:\n  curlew add"));
  EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
  EXPECT_EQ(run({"help", "lab", "feed"}).out, run({"lab", "feed", "--help"}).out);
}

TEST(CommandLine, SaysInOneLineWhatIsWrongAndEndsWithTwo) {
  const std::vector<std::pair<std::vector<const char*>, std::string>> cases{
      {{}, "which command? see curlew --help"},
      {{"lab"}, "which command? see curlew lab --help"},
      {{"watch"}, "which command? see curlew watch --help"},
      {{"mark", "abc", "--user", "x"},
       "ID: abc is not the number of an article; curlew articles lists them"},
      {{"staus"}, "staus: no such command; did you mean status?"},
      {{"lab", "fed"}, "fed: no such command; did you mean feed?"},
      {{"xyzzy"}, "xyzzy: no such command; see curlew --help"},
      {{"topic", "x"}, "x: no such command; see curlew topic --help"},
      {{"doctor", "x"}, "doctor: not in this release"},
      {{"archive"}, "which command? see curlew archive --help"},
      {{"lab", "stem", "xx", "word"},
       "xx: no language code that Curlew knows; such are en, el, de"},
      {{"lab", "stem", "ja", "word"}, "ja: there are no stems for Japanese"},
      {{"list", "--jsn"}, "--jsn: no such option; did you mean --json?"},
      {{"add", "x.example", "--intervall=30m"},
       "--intervall: no such option; did you mean --interval?"},
      {{"list", "--dta", "x"}, "--dta: no such option; did you mean --data?"},
      {{"list", "--xyzzy"}, "--xyzzy: no such option"},
      {{"help", "nothing"}, "nothing: no such command; see curlew --help"},
      {{"help", "ad"}, "ad: no such command; did you mean add?"},
      {{"simulate"}, "simulate: no such command; did you mean lab simulate?"},
      {{"read", "abc"},
       "ID: abc is not the number of an article; curlew articles lists them"},
      {{"add", "x.example", "--interval", "99999d"},
       "--interval 99999d: must be a duration from 1m to 36500d, such as 30m or 1h30m, "
       "or "
       "none"},
      {{"add", "x.example", "--title", kLongWord.c_str()},
       "--title: longer than 1024 bytes"},
      {{"add", "foo@bar.example"},
       "***@bar.example: a mail address, not that of a feed; if it is a login and a "
       "host, "
       "type https:// before it"},
      {{"add", "./m.opml"},
       "./m.opml: a path, not an address, and there is no such file"},
      {{"add", "ftp://x.example/"},
       "ftp://x.example/: only addresses of http and https can be watched"},
      {{"add", "x.example", "--kind", "topic"},
       "--kind topic: a topic needs a name: --title NAME"},
      {{"--config", "/nonexistent.toml", "list"},
       "/nonexistent.toml: cannot be read: No such file or directory"},
  };
  for (const auto& [words, expected] : cases) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.error, "curlew: " + expected + "\n");
    EXPECT_EQ(outcome.code, 2) << expected;
    EXPECT_EQ(outcome.out, "");
  }
}

TEST(CommandLine, TakesTheGlobalOptionsBehindACommandToo) {
  const Outcome outcome = run({"list", "--data", "/nonexistent/data"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.error, HasSubstr("/nonexistent/data: no data here yet"));
  EXPECT_EQ(run({"list", "--data", "/etc/passwd"}).error,
            "curlew: /etc/passwd: not a directory\n");
}

TEST(CommandLine, TellsOfAnEndlessWordInAShortLine) {
  for (const std::vector<const char*>& words :
       {std::vector<const char*>{kLongWord.c_str()}, {"add", kLongWord.c_str()}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_LT(outcome.error.size(), 1'100u);
    EXPECT_THAT(outcome.error, testing::StartsWith("curlew: www"));
    EXPECT_THAT(outcome.error, testing::AnyOf(HasSubstr("no such command"),
                                              HasSubstr("not an address")));
  }
}

TEST(CommandLine, LeavesArgumentsThatLookLikeListsWhole) {
  EXPECT_THAT(run({"lab", "url", "[a,b]", "x"}).out, HasSubstr("\"input\":\"[a,b]\""));
}

TEST(CommandLine, WritesOneThingAtATime) {
  EXPECT_EQ(run({"export", "--opml", "--schedule"}).code, 2);
  EXPECT_EQ(run({"export", "--opml", "--atom", "1"}).code, 2);
  EXPECT_EQ(run({"export", "--schedule", "--atom", "1"}).code, 2);
}

TEST(CommandLine, AsksForInputWhereALabCommandHasNone) {
  for (const char* const command : {"feed", "article", "robots", "url", "date"}) {
    const Outcome outcome = run({"lab", command});
    EXPECT_EQ(outcome.code, 2) << command;
    EXPECT_THAT(outcome.error, HasSubstr(" or --batch is required")) << command;
    EXPECT_EQ(run({"lab", command, "--help"}).code, 0) << command;
  }
}

TEST(CommandLine, PrintsStemsForPeopleAndMachines) {
  EXPECT_EQ(run({"lab", "stem", "en", "Elections"}).out, "Elections  elect\n");
  EXPECT_EQ(run({"lab", "stem", "el", "--json", "σχολεία"}).out,
            "{\"word\":\"σχολεία\",\"stem\":\"σχολει\"}\n");
}

TEST(CommandLine, LetsNoEscapeSequenceIntoAnError) {
  EXPECT_THAT(run({"\x1b[31mred"}).error, Not(HasSubstr("\x1b")));
}

TEST(CommandLine, NeverRepeatsASecretInAnError) {
  EXPECT_THAT(run({"add", "ftp://ann:hunter2@x.example/"}).error,
              Not(HasSubstr("hunter2")));
  EXPECT_THAT(run({"add", "x.example", "--user", "hunter2"}).error,
              Not(HasSubstr("hunter2")));
  EXPECT_THAT(run({"add", "x.example", "--proxy", "socks://a:hunter2@y"}).error,
              Not(HasSubstr("hunter2")));
}

TEST(Completion, KnowsCommandsFlagsAndValuesInEveryShell) {
  const CommandDoc root = describe_command_line();
  for (const Shell shell : {Shell::kBash, Shell::kZsh, Shell::kFish}) {
    const std::string script = completion_script(root, shell);
    EXPECT_THAT(script, HasSubstr("curlew"));
    EXPECT_THAT(script, HasSubstr("auto feed page data sparql topic"));
    EXPECT_THAT(script, HasSubstr("robots"));
  }
}

TEST(Manual, HasEveryCommand) {
  const CommandDoc root = describe_command_line();
  const std::string manual = manual_page(root, "1.2.3");
  EXPECT_THAT(manual, HasSubstr(".SS curlew lab robots\n"));
  EXPECT_THAT(manual, HasSubstr("\\-\\-kind"));
}

// Compares a page below docs/ with what the program would write there. With
// CURLEW_UPDATE_DOCS set, writes it instead.
void expect_page(const std::string& name, const std::string& text) {
  const std::string path = CURLEW_SOURCE_DIR "/docs/" + name;
  if (std::getenv("CURLEW_UPDATE_DOCS")) {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  EXPECT_EQ(content.str(), text)
      << path << " is out of date: run apps_test with CURLEW_UPDATE_DOCS=1";
}

TEST(Documentation, OfTheCommandLineIsUpToDate) {
  expect_page("cli.md", reference_page(describe_command_line()));
}

TEST(Documentation, OfTheConfigurationIsUpToDate) {
  expect_page("configuration.md", configuration_page());
}

TEST(Nearest, FindsWhatWasMeant) {
  const std::vector<std::string_view> names{"list", "status", "log", "remove"};
  EXPECT_EQ(nearest("lsit", names), "list");
  EXPECT_EQ(nearest("statu", names), "status");
  EXPECT_EQ(nearest("remvoe", names), "remove");
  EXPECT_EQ(nearest("xyz", names), std::nullopt);
  EXPECT_EQ(nearest("", names), std::nullopt);
  EXPECT_EQ(nearest(std::string(100'000, 'l'), names), std::nullopt);
}

TEST(Nearest, CountsASwapAsOneMistake) {
  EXPECT_EQ(edit_distance("ab", "ba"), 1u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
}

}  // namespace
}  // namespace curlew::apps
