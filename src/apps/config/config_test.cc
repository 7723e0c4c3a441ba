#include "apps/config/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "apps/config/config_text.h"
#include "apps/config/settings.h"
#include "base/plain_text.h"

namespace curlew::apps {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Every setting with its value, to compare whole configurations.
std::string dump(Config config) {
  std::string text;
  for (const Setting& setting : settings_of(config)) {
    text.append(setting.section).append(".").append(setting.key);
    text.append(" = ").append(value_in_file(setting.slot)).append("\n");
  }
  return text;
}

// The file that `init` writes, with every setting uncommented.
std::string uncommented(const std::string& file) {
  std::istringstream lines(file);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t equals = line.find(" = ");
    const bool is_setting =
        line.starts_with("# ") && equals != line.npos && line.find(' ', 2) == equals;
    text += (is_setting ? line.substr(2) : line) + "\n";
  }
  return text;
}

TEST(Config, WrongFilesAreRefusedWithTheLineAndTheKey) {
  std::size_t cases = 0;
  for (const auto& entry : fs::directory_iterator(CURLEW_TESTDATA "/config")) {
    if (entry.path().extension() != ".toml") continue;
    ++cases;
    const auto parsed =
        parse_config(content_of(entry.path()), entry.path().filename().string());
    fs::path expected = entry.path();
    expected.replace_extension(".expected");
    ASSERT_FALSE(parsed.ok()) << entry.path();
    EXPECT_EQ(parsed.error().kind, ErrorKind::kUsage);
    EXPECT_EQ(plain_text(parsed.error().text) + "\n", content_of(expected));
  }
  EXPECT_GT(cases, 20u);
}

TEST(Config, OfAnEmptyFileIsTheDefault) {
  const auto parsed = parse_config("", "x");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(dump(*parsed), dump(Config()));
}

TEST(Config, AsInitWritesItIsTheDefaultCommentedOrNot) {
  const std::string file = commented_config();
  for (const std::string& text : {file, uncommented(file)}) {
    const auto parsed = parse_config(text, "x");
    ASSERT_TRUE(parsed.ok()) << parsed.error().text;
    EXPECT_EQ(dump(*parsed), dump(Config()));
  }
  Config defaults;
  const std::string settings = uncommented(file);
  EXPECT_EQ(std::size_t(std::count(settings.begin(), settings.end(), '=')),
            settings_of(defaults).size());
}

TEST(Config, TakesEveryTypeOfValue) {
  const auto parsed = parse_config(
      "[web]\nenabled = false\nport = 0\n[fetch]\ncontact = \"mailto:a@b.example\"\n"
      "host_delay = \"1m30s\"\nmax_body = \"4MiB\"\ntotal = 7\n"
      "allow_addresses = [\"10.0.0.0/8\", \"::1\"]\n"
      "[schedule]\npolicy = \"round-robin\"\nbudget_per_hour = 20\n",
      "x");
  ASSERT_TRUE(parsed.ok()) << parsed.error().text;
  EXPECT_FALSE(parsed->web.enabled);
  EXPECT_EQ(parsed->web.port, 0);
  EXPECT_EQ(parsed->fetch.politeness.host_delay, 90s);
  EXPECT_EQ(parsed->fetch.limits.body, 4_MiB);
  EXPECT_EQ(parsed->fetch.politeness.total, 7u);
  EXPECT_EQ(parsed->fetch.allow_addresses.size(), 2u);
  EXPECT_EQ(parsed->schedule.policy, "round-robin");
  EXPECT_EQ(parsed->schedule.budget_per_hour, 20);
  EXPECT_THAT(user_agent_of(*parsed), testing::HasSubstr(" (+mailto:a@b.example)"));
}

TEST(Config, ThatCannotBeReadIsNamed) {
  const auto loaded = load_config("/nonexistent/curlew.toml");
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().text,
            "/nonexistent/curlew.toml: cannot be read: No such file or directory");
}

TEST(Config, EverySettingAndSectionIsExplained) {
  Config config;
  for (const SettingsSection& section : sections_of(config)) {
    EXPECT_FALSE(section_help(section.name).empty()) << section.name;
    for (const Setting& setting : section.settings) {
      EXPECT_TRUE(setting.help.ends_with(".") || setting.help.ends_with("?"))
          << setting.key;
    }
  }
}

}  // namespace
}  // namespace curlew::apps
