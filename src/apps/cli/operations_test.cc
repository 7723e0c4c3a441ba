// What the API does, the command line does, too: each operation of openapi.json names
// its commands in testdata/operations.txt, and they are there with the flags that it
// needs.

#include "api/v1/operations.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "apps/cli/cli.h"
#include "base/ascii.h"
#include "base/content_of_test.h"

namespace curlew::apps {
namespace {

std::vector<std::string> parts_of(std::string_view text, char between) {
  std::vector<std::string> parts;
  std::istringstream stream{std::string(text)};
  for (std::string part; std::getline(stream, part, between);) {
    parts.emplace_back(trimmed(part));
  }
  return parts;
}

// By operationId: the commands, or "-" and why there is none.
std::map<std::string, std::vector<std::string>> table_of_operations() {
  std::map<std::string, std::vector<std::string>> all;
  const std::string text = content_of(CURLEW_TESTDATA "/operations.txt");
  for (const std::string& line : parts_of(text, '\n')) {
    if (line.empty() || line.starts_with('#')) continue;
    const auto fields = parts_of(line, '|');
    EXPECT_GE(fields.size(), 2U) << line;
    EXPECT_FALSE(all.contains(fields.at(0))) << line << " stands there twice";
    const bool has_none = fields.at(1) == "-";
    EXPECT_EQ(fields.size(), has_none ? 3U : 2U) << line;
    all[fields.at(0)] =
        has_none ? std::vector<std::string>() : parts_of(fields[1], ';');
  }
  return all;
}

std::set<std::string> described_operations() {
  std::set<std::string> ids;
  const auto document = boost::json::parse(std::string(api::openapi_document()));
  for (const auto& [path, methods] : document.at("paths").as_object()) {
    for (const auto& [method, operation] : methods.as_object()) {
      if (method == "parameters") continue;
      ids.emplace(operation.at("operationId").as_string());
    }
  }
  return ids;
}

// "curlew topic preview" with its options.
std::map<std::string, std::set<std::string>> commands_with_options() {
  std::map<std::string, std::set<std::string>> all;
  const CommandDoc root = describe_command_line();
  for (const NamedCommand& named : all_commands(root)) {
    auto& options = all[named.path];
    for (const OptionDoc& option : named.command->options) {
      options.insert(option.names.begin(), option.names.end());
    }
  }
  return all;
}

TEST(CommandLine, DoesWhatEveryOperationOfTheApiDoes) {
  const auto table = table_of_operations();
  const auto operations = described_operations();
  const auto commands = commands_with_options();
  for (const std::string& id : operations) {
    EXPECT_TRUE(table.contains(id)) << id << ": which command does it?";
  }
  for (const auto& [id, rows] : table) {
    EXPECT_TRUE(operations.contains(id)) << id << " is no operation";
    for (const std::string& row : rows) {
      std::string path = "curlew";
      std::vector<std::string> flags;
      for (const std::string& word : parts_of(row, ' ')) {
        if (word.starts_with('-')) {
          flags.push_back(word);
        } else {
          path += " " + word;
        }
      }
      const auto command = commands.find(path);
      ASSERT_NE(command, commands.end()) << id << ": there is no " << path;
      for (const std::string& flag : flags) {
        EXPECT_TRUE(command->second.contains(flag))
            << id << ": " << path << " " << flag;
      }
    }
  }
}

}  // namespace
}  // namespace curlew::apps
