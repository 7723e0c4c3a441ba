#include "http/reception.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <initializer_list>
#include <string>

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
  reception.begin_body(4);
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

std::string packed(const std::string& text) {
  std::string bytes(compressBound(text.size()), '\0');
  uLongf size = bytes.size();
  compress(reinterpret_cast<Bytef*>(bytes.data()), &size,
           reinterpret_cast<const Bytef*>(text.data()), text.size());
  bytes.resize(size);
  return bytes;
}

void begin(Reception& reception, std::initializer_list<const char*> headers) {
  reception.take_header_line("HTTP/1.1 200 OK\r\n");
  for (const char* header : headers) {
    reception.take_header_line(std::string(header) + "\r\n");
  }
  reception.take_header_line("\r\n");
  EXPECT_TRUE(reception.begin_body(0));
}

TEST(Reception, JudgesTheRatioOfLongBodiesOnly) {
  const Limits limits{.compression_ratio = 10};
  Reception one_mebibyte(limits);
  begin(one_mebibyte, {"Content-Encoding: deflate"});
  EXPECT_TRUE(one_mebibyte.take_body(packed(std::string(1_MiB, '0'))));
  Reception more(limits);
  begin(more, {"Content-Encoding: deflate"});
  EXPECT_FALSE(more.take_body(packed(std::string(1_MiB + 1, '0'))));
  EXPECT_EQ(more.verdict()->end, TransferEnd::kTooLarge);
}

TEST(Reception, KnowsWhetherAllOfABodyCame) {
  const Limits limits;
  const std::string bytes = packed("text");
  Reception cut(limits);
  begin(cut, {"Content-Encoding: deflate", "Transfer-Encoding: chunked"});
  EXPECT_TRUE(cut.take_body(bytes.substr(0, bytes.size() - 1)));
  EXPECT_EQ(cut.body_end(), BodyEnd::kCut);
  EXPECT_TRUE(cut.take_body(bytes.substr(bytes.size() - 1)));
  EXPECT_EQ(cut.body_end(), BodyEnd::kWhole);
  EXPECT_EQ(cut.take_body(), "text");
  Reception unsure(limits);
  begin(unsure, {});
  unsure.take_body("text");
  EXPECT_EQ(unsure.body_end(), BodyEnd::kUnsure);
  Reception framed(limits);
  begin(framed, {"Content-Length: 4"});
  framed.take_body("text");
  EXPECT_EQ(framed.body_end(), BodyEnd::kWhole);
}

std::string gzipped(std::string_view text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY),
            Z_OK);
  std::string bytes(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

// As take_body() leaves it, whatever was announced and however it came.
struct Received {
  bool goes_on = true;
  std::string body;
  BodyEnd end = BodyEnd::kUnsure;
  std::optional<TransferEnd> verdict;
  bool operator==(const Received&) const = default;
};
Received receive(std::string_view bytes, Bytes announced, std::size_t piece,
                 const Limits& limits) {
  Reception reception(limits);
  reception.take_header_line("HTTP/1.1 200 OK\r\n");
  reception.take_header_line("Content-Encoding: GZip\r\n");
  reception.take_header_line("\r\n");
  EXPECT_TRUE(reception.begin_body(announced));
  Received received;
  for (std::size_t at = 0; at < bytes.size() && received.goes_on; at += piece) {
    received.goes_on = reception.take_body(bytes.substr(at, piece));
  }
  received.goes_on = reception.end_body() && received.goes_on;
  received.end = reception.body_end();
  if (reception.verdict()) received.verdict = reception.verdict()->end;
  received.body = reception.take_body();
  return received;
}

TEST(Reception, UnpacksAShortBodyAtOnceAsItWouldPieceByPiece) {
  const Limits limits{.body = 2_MiB, .compression_ratio = 50};
  std::string text;
  for (int i = 0; i < 3'000; ++i) text += std::to_string(i * i) + ' ';
  const std::string whole = gzipped(text);
  std::string damaged = whole, liar = whole, wrong_sum = whole;
  damaged[whole.size() / 2] ^= 0x10;
  liar[whole.size() - 4] ^= 0x01;
  wrong_sum[whole.size() - 8] ^= 0x01;
  const std::string cases[] = {whole,
                               gzipped(""),
                               whole.substr(0, whole.size() / 2),
                               whole.substr(0, 5),
                               whole + gzipped("more"),
                               whole + "rubbish",
                               damaged,
                               liar,
                               wrong_sum,
                               "not gzip at all",
                               gzipped(std::string(1_MiB, '0')),
                               gzipped(std::string(1_MiB + 1, '0')),
                               gzipped(std::string(3_MiB, '0'))};
  for (const std::string& bytes : cases) {
    ASSERT_LT(bytes.size(), 32_KiB);
    const Received streamed = receive(bytes, 0, bytes.size(), limits);
    EXPECT_EQ(receive(bytes, bytes.size(), 1'000, limits), streamed);
    EXPECT_EQ(receive(bytes, bytes.size(), bytes.size(), limits), streamed);
    // More is announced than comes.
    EXPECT_EQ(receive(bytes, bytes.size() + 9, 1'000, limits), streamed);
  }
  EXPECT_EQ(receive(whole, whole.size(), 1'000, limits).body, text);
  EXPECT_EQ(receive(whole.substr(0, 5'000), whole.size(), 1'000, limits).end,
            BodyEnd::kCut);
}

TEST(Reception, CountsABodyThatIsHeldInTheBudget) {
  const Limits limits;
  MemoryBudget memory(1_MiB);
  Reception reception(limits, &memory);
  const std::string bytes = gzipped(std::string(500'000, '0'));
  reception.take_header_line("HTTP/1.1 200 OK\r\n");
  reception.take_header_line("Content-Encoding: gzip\r\n");
  reception.take_header_line("\r\n");
  EXPECT_TRUE(reception.begin_body(bytes.size()));
  EXPECT_TRUE(reception.take_body(bytes.substr(0, 100)));
  EXPECT_EQ(reception.body_size(), 100u);
  EXPECT_GE(memory.used(), bytes.size());
  EXPECT_TRUE(reception.take_body(bytes.substr(100)));
  EXPECT_EQ(reception.body_size(), 500'000u);
  EXPECT_GE(memory.used(), 500'000u);
}

TEST(Reception, CountsItsBodyInTheBudgetUntilItIsGone) {
  const Limits limits;
  MemoryBudget memory(1_MiB);
  Reception reception(limits, &memory);
  begin(reception, {});
  EXPECT_TRUE(reception.take_body(std::string(1_MiB, '0')));
  EXPECT_TRUE(memory.is_full());
  {
    const auto room = reception.take_room();
    EXPECT_TRUE(memory.is_full());
  }
  EXPECT_EQ(memory.used(), 0u);
}

TEST(Reception, BelievesAnAnnouncedLengthOnlySoFar) {
  const Limits limits;
  Reception reception(limits);
  reception.begin_body(Bytes(1) << 60);
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
  EXPECT_EQ(other.verdict()->end, TransferEnd::kNotHttp);
  EXPECT_EQ(other.verdict()->why, "two lengths of one body: 5 and 50");
}

}  // namespace
}  // namespace curlew::http
