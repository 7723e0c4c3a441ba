#include "fetch/bot_wall.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace curlew::fetch {
namespace {

const std::string kFolder = CURLEW_TESTDATA "/bot_walls/";

http::Response read_response(const std::string& name) {
  std::ifstream file(kFolder + name + ".http");
  EXPECT_TRUE(file) << name;
  http::Response response;
  std::string line;
  std::getline(file, line);
  response.status = std::stoi(line.substr(line.find(' ') + 1));
  while (std::getline(file, line) && !line.empty()) {
    const auto colon = line.find(": ");
    response.headers.emplace_back(line.substr(0, colon), line.substr(colon + 2));
  }
  std::stringstream body;
  body << file.rdbuf();
  response.body = body.str();
  return response;
}

TEST(BotWall, IsNamedAndOrdinaryResponsesAreNot) {
  std::ifstream expected(kFolder + "expected.txt");
  int cases = 0;
  for (std::string line; std::getline(expected, line);) {
    if (line.starts_with("#")) continue;
    const auto space = line.find(' ');
    const std::string name = line.substr(0, space);
    EXPECT_EQ(bot_wall_of(read_response(name)).value_or("-"), line.substr(space + 1))
        << name;
    ++cases;
  }
  EXPECT_GE(cases, 18);
}

TEST(BotWall, ALargePageWithAWallsScriptIsThePageItself) {
  http::Response response = read_response("imperva_200");
  response.body.append(20'000, ' ');
  EXPECT_EQ(bot_wall_of(response), std::nullopt);
}

}  // namespace
}  // namespace curlew::fetch
