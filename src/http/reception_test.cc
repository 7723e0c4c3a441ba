#include "http/reception.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace curlew::http {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(Reception, KeepsTheHeadersOfTheLastResponseOnly) {
  const Limits limits;
  Reception reception(limits);
  for (const auto* line :
       {"HTTP/1.1 103 Early Hints\r\n", "Link: a\r\n", "\r\n", "HTTP/1.1 200 OK\r\n",
        "X-A:  b \r\n", "\tc\r\n", " \r\n", "no colon\r\n", "X-Empty:\r\n"}) {
    EXPECT_TRUE(reception.take_header_line(line));
  }
  EXPECT_FALSE(reception.headers_ended());
  EXPECT_TRUE(reception.take_header_line("\r\n"));
  EXPECT_TRUE(reception.headers_ended());
  EXPECT_THAT(reception.take_headers(),
              ElementsAre(Pair("X-A", "b c "), Pair("X-Empty", "")));
}

TEST(Reception, TakesNoTrailersForHeaders) {
  const Limits limits;
  Reception reception(limits);
  reception.take_header_line("HTTP/1.1 200 OK\r\n");
  reception.take_body("text");
  reception.take_header_line("ETag: late\r\n");
  EXPECT_TRUE(reception.take_headers().empty());
}

TEST(Reception, BreaksOffAtTheExactLimit) {
  const Limits limits{.body = 10, .headers = 20};
  Reception reception(limits);
  EXPECT_TRUE(reception.take_body("0123456789"));
  EXPECT_FALSE(reception.take_body("x"));
  EXPECT_EQ(reception.verdict()->end, TransferEnd::kTooLarge);
  Reception headers(limits);
  EXPECT_TRUE(headers.take_header_line("HTTP/1.1 200 OK.\r\n"));
  EXPECT_FALSE(headers.take_header_line("A:b\r\n"));
}

TEST(Reception, JudgesTheRatioOfLongBodiesOnly) {
  const Limits limits{.compression_ratio = 10};
  Reception reception(limits);
  reception.take_body(std::string(1_MiB, '0'));
  EXPECT_FALSE(reception.needs_ratio());
  reception.take_body("0");
  EXPECT_TRUE(reception.needs_ratio());
  EXPECT_TRUE(reception.judge_ratio(100'000));
  EXPECT_FALSE(reception.judge_ratio(1'000));
}

TEST(Reception, BelievesAnAnnouncedLengthOnlySoFar) {
  const Limits limits;
  Reception reception(limits);
  reception.expect_body(Bytes(1) << 60);
  reception.take_body("x");
  EXPECT_LE(reception.take_body().capacity(), 300'000u);
}

TEST(Reception, CallsAPeerStalledThatBringsTooLittleInAWindow) {
  const Limits limits{.stall_bytes = 10, .stall_window = Milliseconds(100)};
  Reception reception(limits);
  SteadyTime now{};
  EXPECT_FALSE(reception.is_stalled(now += Milliseconds(1000)));  // Not begun yet.
  reception.take_body("0123456789");
  EXPECT_FALSE(reception.is_stalled(now += Milliseconds(50)));
  reception.take_body("012345678");
  EXPECT_FALSE(reception.is_stalled(now += Milliseconds(99)));
  reception.take_body("9");
  EXPECT_FALSE(reception.is_stalled(now += Milliseconds(10)));  // A new window.
  EXPECT_TRUE(reception.is_stalled(now += Milliseconds(100)));
  EXPECT_EQ(reception.verdict()->end, TransferEnd::kTimedOut);
}

TEST(Reception, BreaksOffWhereABodyHasTwoLengths) {
  const Limits limits;
  Reception same(limits), other(limits);
  for (Reception* each : {&same, &other}) {
    EXPECT_TRUE(each->take_header_line("HTTP/1.1 200 OK\r\n"));
    EXPECT_TRUE(each->take_header_line("Content-Length: 5\r\n"));
  }
  EXPECT_TRUE(same.take_header_line("content-length:  5 \r\n"));
  EXPECT_FALSE(other.take_header_line("content-length: 50\r\n"));
  EXPECT_EQ(other.verdict()->end, TransferEnd::kBroken);
  EXPECT_EQ(other.verdict()->why, "two lengths of one body: 5 and 50");
}

}  // namespace
}  // namespace curlew::http
