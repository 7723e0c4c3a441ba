#include "fetch/robots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/random.h"
#include "fetch/robots_pattern.h"

namespace curlew::fetch {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""h;
using std::chrono_literals::operator""s;
using testing::ElementsAre;

bool allows(std::string_view body, std::string_view path) {
  return Robots::parse(body, "curlew").allows(path);
}

// The robots.txt between this "---" line and the next.
std::string read_body(std::istream& file) {
  std::string body;
  for (std::string line; std::getline(file, line) && line != "---";)
    body += line + '\n';
  return body;
}

TEST(RobotsTest, EveryCaseInTheTestDataIsAnswered) {
  std::ifstream file(CURLEW_TESTDATA "/robots.txt");
  ASSERT_TRUE(file.is_open());
  std::string body;
  for (std::string line; std::getline(file, line);) {
    if (line == "---") body = read_body(file);
    if (line.empty() || line[0] == '#' || line == "---") continue;
    std::istringstream words(line);
    std::string token, path, answer;
    words >> token >> path >> answer;
    EXPECT_EQ(Robots::parse(body, token).allows(path), answer == "allowed")
        << line << "\nunder\n"
        << body;
  }
}

TEST(RobotsTest, WithoutRulesEverythingIsAllowed) {
  EXPECT_TRUE(allows("", "/x"));
  EXPECT_TRUE(allows("<!DOCTYPE html><p>Not found</p>", "/x"));
  EXPECT_TRUE(Robots::allow_all().allows("/x"));
}

TEST(RobotsTest, AnUnreachableRobotsTxtForbidsAllButItself) {}

TEST(RobotsTest, LinesMayEndInAnyWay) {
  EXPECT_FALSE(allows("User-agent: *\rDisallow: /x\r", "/x"));
  EXPECT_FALSE(allows("User-agent: *\r\nDisallow: /x\r\n", "/x"));
  EXPECT_FALSE(allows("User-agent: *\n\n\nDisallow: /x", "/x"));
}

TEST(RobotsTest, AByteOrderMarkIsNoPartOfTheFirstLine) {
  EXPECT_FALSE(allows("\xEF\xBB\xBFUser-agent: *\nDisallow: /x\n", "/x"));
}

TEST(RobotsTest, ReadsFiveHundredKibibytesAndNoMore) {
  const std::string start = "User-agent: *\nDisallow: /x\n#";
  const std::string rule = "\nDisallow: /last\n";
  const auto with_last_rule_ending_at = [&](Bytes end) {
    return start + std::string(end - start.size() - rule.size(), '.') + rule;
  };
  EXPECT_FALSE(allows(with_last_rule_ending_at(kRobotsLimit), "/last"));
  EXPECT_FALSE(allows(with_last_rule_ending_at(kRobotsLimit + 100), "/x"));
  EXPECT_TRUE(allows(with_last_rule_ending_at(kRobotsLimit + 100), "/last"));
}

TEST(RobotsTest, ARuleThatTheLimitCutsIsNotRead) {
  const std::string start = "User-agent: *\n#";
  const std::string cut = start + std::string(kRobotsLimit - start.size() - 13, '.') +
                          "\nDisallow: /private\n";
  EXPECT_TRUE(allows(cut, "/p"));
}

TEST(RobotsTest, TheCrawlDelayIsThatOfOurGroup) {
  const auto delay = [](std::string_view body) {
    return Robots::parse(body, "curlew").crawl_delay();
  };
  EXPECT_EQ(delay("User-agent: *\nCrawl-delay: 10\n"), 10s);
  EXPECT_EQ(delay("User-agent: *\nCrawl-delay: 0.5\n"), 500ms);
  EXPECT_EQ(
      delay("User-agent: *\nCrawl-delay: 9\nUser-agent: curlew\nCrawl-delay: 1\n"), 1s);
  EXPECT_EQ(delay("User-agent: curlew\nCrawl-delay: 9\nCrawl-delay: 1\n"), 9s);
  EXPECT_EQ(delay("User-agent: *\nCrawl-delay: 9\nDisallow:\n"
                  "User-agent: curlew\nCrawl-delay: 1\n"),
            1s);
  EXPECT_EQ(delay("User-agent: other\nCrawl-delay: 9\nDisallow:\n"), std::nullopt);
  EXPECT_EQ(delay("User-agent: *\nCrawl-delay: soon\n"), std::nullopt);
  EXPECT_EQ(delay("User-agent: *\nCrawl-delay: -1\n"), std::nullopt);
  EXPECT_EQ(delay("User-agent: *\nCrawl-delay: nan\n"), std::nullopt);
  EXPECT_EQ(delay("User-agent: *\nCrawl-delay: 1e300\n"), 24h);
}

TEST(RobotsTest, KeepsOnlyTheRulesOfItsOwnGroup) {
  std::string body = "User-agent: other\n";
  for (int i = 0; i < 1'000; ++i) body += "Disallow: /" + std::to_string(i) + "\n";
  body += "User-agent: *\nDisallow: /x\n";
  EXPECT_LT(Robots::parse(body, "curlew").memory(), 100);
}

TEST(RobotsTest, AHostileFileIsAnsweredInReasonableTime) {
  std::string body = "User-agent: *\n";
  while (body.size() < kRobotsLimit) body += "Disallow: /*a*a*a*a*a*a*a*a*b$\n";
  EXPECT_TRUE(allows(body, "/" + std::string(2'000, 'a')));
  EXPECT_FALSE(allows(body, "/" + std::string(64_KiB, 'a')));
}

// Tries everything: exponential, and plainly right.
bool matches_naively(std::string_view pattern, std::string_view path) {
  if (pattern.empty()) return true;
  if (pattern == "$") return path.empty();
  if (pattern[0] == '*') {
    return matches_naively(pattern.substr(1), path) ||
           (!path.empty() && matches_naively(pattern, path.substr(1)));
  }
  return !path.empty() && pattern[0] == path[0] &&
         matches_naively(pattern.substr(1), path.substr(1));
}

TEST(RobotsPatternTest, TheLinearMatcherAgreesWithTheNaiveOne) {
  Random random(7);
  const auto text = [&random](std::string_view letters, std::size_t longest) {
    std::string out = "/";
    for (auto n = random.below(longest); n > 0; --n) {
      out += letters[random.below(letters.size())];
    }
    return out;
  };
  for (int i = 0; i < 50'000; ++i) {
    const std::string pattern = text("ab*", 8) + (random.below(2) == 0 ? "$" : "");
    const std::string path = text("ab", 12);
    ASSERT_EQ(matches_pattern(pattern, path), matches_naively(pattern, path))
        << pattern << " on " << path;
  }
}

}  // namespace
}  // namespace curlew::fetch
