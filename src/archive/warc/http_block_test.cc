#include "archive/warc/http_block.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "archive/warc/chunked.h"
#include "archive/warc/gzip.h"

namespace curlew::archive {
namespace {

std::string chunks_of(std::string_view body, std::size_t size) {
  std::string chunks;
  for (; !body.empty(); body.remove_prefix(std::min(size, body.size()))) {
    chunks += fmt::format("{:x};ext=1\r\n{}\r\n", std::min(size, body.size()),
                          body.substr(0, size));
  }
  return chunks + "0\r\n\r\n";
}

Result<std::string> body_of(const std::string& block, Bytes most = 1_MiB) {
  const auto message = parse_http_block(block);
  EXPECT_TRUE(message);
  return decoded_body(*message, most);
}

TEST(HttpBlock, IsTakenApart) {
  const std::string block =
      "HTTP/1.1 404 Not Found\r\nA: b\r\n continued\r\nno field\r\nC:d\r\n\r\nbody\r\n";
  const auto message = parse_http_block(block);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->status(), 404);
  EXPECT_EQ(message->headers, (http::Headers{{"A", "b continued"}, {"C", "d"}}));
  EXPECT_EQ(message->body, "body\r\n");
  EXPECT_EQ(parse_http_block("HTTP/1.0 200\nA: b\n\nbody")->body, "body");
  EXPECT_EQ(parse_http_block("GET / HTTP/1.1\r\n\r\n")->status(), 0);
  EXPECT_FALSE(parse_http_block("nothing"));
}

TEST(HttpBlock, BodiesAreJoinedAndUnpacked) {
  const std::string plain(10'000, 'p');
  const std::string packed = gzip_member(plain);
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n";
  const std::string chunked = "Transfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(*body_of(head + "\r\n" + packed), plain);
  EXPECT_EQ(*body_of(head + chunked + chunks_of(packed, 7)), plain);
  EXPECT_EQ(*body_of("HTTP/1.1 200 OK\r\n" + chunked + chunks_of(plain, 4096)), plain);
  // Archived without its chunks under the header of before.
  EXPECT_EQ(*body_of("HTTP/1.1 200 OK\r\n" + chunked + plain), plain);
}

TEST(HttpBlock, WhatCannotBeUnpackedIsSaid) {
  const std::string packed = gzip_member(std::string(100'000, 'p'));
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n";
  EXPECT_EQ(body_of(head + packed, 1000).error().kind, ErrorKind::kLimit);
  EXPECT_EQ(body_of(head + packed.substr(0, 50)).error().kind, ErrorKind::kMalformed);
  EXPECT_EQ(body_of(head + "plain").error().kind, ErrorKind::kMalformed);
  EXPECT_EQ(body_of("HTTP/1.1 200 OK\r\nContent-Encoding: own\r\n\r\nx").error().kind,
            ErrorKind::kUnsupported);
}

TEST(Chunked, DoesNotCareHowItsBytesAreCut) {
  const std::string body = "some bytes that come in chunks";
  const std::string chunks = chunks_of(body, 9);
  for (std::size_t cut = 0; cut <= chunks.size(); ++cut) {
    ChunkedDecoder decoder;
    std::string joined;
    const auto keep = [&](std::string_view bytes) {
      joined += bytes;
      return true;
    };
    EXPECT_TRUE(decoder.decode(std::string_view(chunks).substr(0, cut), keep));
    EXPECT_TRUE(decoder.decode(std::string_view(chunks).substr(cut), keep));
    EXPECT_EQ(joined, body);
    EXPECT_TRUE(decoder.has_ended());
  }
  ChunkedDecoder decoder;
  EXPECT_FALSE(decoder.decode("xyz\r\n", [](std::string_view) { return true; }));
  ChunkedDecoder endless;
  EXPECT_FALSE(endless.decode("ffffffffffffffff1\r\n", [](auto) { return true; }));
}

}  // namespace
}  // namespace curlew::archive
