#include "base/log.h"

#include <gtest/gtest.h>

namespace curlew {
namespace {

constexpr Time kTimeOfLog = from_unix_ms(1'700'000'000'042);

TEST(JsonLog, IsAnObjectALine) {
  EXPECT_EQ(to_json_line(LogLevel::kWarning, "terminal-1 has fallen silent",
                         {{"terminal", "terminal-1"}}, kTimeOfLog),
            R"({"time":"2023-11-14T22:13:20.042Z","level":"warning",)"
            R"("message":"terminal-1 has fallen silent","terminal":"terminal-1"})");
}

// What a publisher sends must neither end the line nor the string.
TEST(JsonLog, EscapesHostileBytes) {
  const std::string line = to_json_line(
      LogLevel::kError, "a\"b\\c\nd\x1b[2J\xff\xc2\x9b e\xcc\x81 \xe2\x98\x83",
      {{"so\"urce", "\r\n"}}, kTimeOfLog);
  EXPECT_EQ(line, R"({"time":"2023-11-14T22:13:20.042Z","level":"error",)"
                  R"("message":"a\"b\\c\\x0ad\\x1b[2J\\xff\\x9b )"
                  "e\xcc\x81 \xe2\x98\x83\","
                  R"("so\"urce":"\\x0d\\x0a"})");
}

}  // namespace
}  // namespace curlew
