#include "frontier/address_guard.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace curlew::frontier {
namespace {

struct Line {
  std::string first;
  std::string second;
};

std::vector<Line> lines_of(const std::string& name) {
  std::ifstream file(std::string(CURLEW_TESTDATA) + "/addresses/" + name);
  std::vector<Line> lines;
  for (std::string text; std::getline(file, text);) {
    if (text.empty() || text.starts_with("# ")) continue;
    std::istringstream in(text);
    Line& line = lines.emplace_back();
    in >> line.first >> line.second;
  }
  EXPECT_FALSE(lines.empty()) << name;
  return lines;
}

url::Url parsed(const std::string& text) {
  const Result<url::Url> address = url::parse_url(text);
  EXPECT_TRUE(address.ok()) << text;
  return address.ok() ? address.value() : url::Url();
}

std::string trap_name(const url::Url& address) {
  const std::optional<Trap> trap = trap_in(address);
  if (!trap) return "page";
  std::string name(to_text(*trap));
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

TEST(AddressGuard, KnowsTrapsFromPages) {
  for (const Line& line : lines_of("traps.txt")) {
    EXPECT_EQ(trap_name(parsed(line.second)), line.first) << line.second;
  }
  EXPECT_EQ(trap_name(parsed("https://example.org/" + std::string(1100, 'a'))),
            "too-long");
}

TEST(AddressGuard, FindsNoSessionInACrawlForm) {
  for (const Line& line : lines_of("traps.txt")) {
    if (line.first != "session-id") continue;
    EXPECT_EQ(trap_name(parsed(crawl_form(parsed(line.second)))), "page")
        << line.second;
  }
}

TEST(AddressGuard, GivesOnePageOneForm) {
  for (const Line& line : lines_of("forms.txt")) {
    const std::string form = crawl_form(parsed(line.first));
    EXPECT_EQ(form, line.second);
    EXPECT_EQ(crawl_form(parsed(form)), form);
  }
}

TEST(AddressGuard, StaysWithinItsDomains) {
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  const std::vector<Line> lines = lines_of("domains.txt");
  for (const Line& line : lines) {
    if (line.first == "include") include.push_back(line.second);
    if (line.first == "exclude") exclude.push_back(line.second);
  }
  Result<DomainRules> rules = DomainRules::make(include, exclude);
  ASSERT_TRUE(rules.ok());
  for (const Line& line : lines) {
    if (line.first == "seed") rules.value().add_seed(parsed(line.second));
  }
  for (const Line& line : lines) {
    if (line.first != "yes" && line.first != "no") continue;
    EXPECT_EQ(rules.value().allows(parsed(line.second)), line.first == "yes")
        << line.second;
  }
}

TEST(AddressGuard, SaysWhichPatternIsWrong) {
  const std::vector<std::string> scheme{"https://example.org/"};
  const Result<DomainRules> rules = DomainRules::make(scheme, {});
  ASSERT_FALSE(rules.ok());
  EXPECT_NE(rules.error().text.find("https://example.org/"), std::string::npos);
  const std::vector<std::string> empty{" "};
  EXPECT_FALSE(DomainRules::make({}, empty).ok());
}

}  // namespace
}  // namespace curlew::frontier
