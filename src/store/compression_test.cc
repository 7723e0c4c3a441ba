#include "store/compression.h"

#include <gtest/gtest.h>

namespace curlew::store {
namespace {

const std::string kHeaders =
    "Server: nginx/1.22.1\r\nDate: Sun, 15 Nov 2026 20:13:38 GMT\r\n"
    "Content-Type: application/rss+xml\r\nETag: W/\"6918dc36-2f1a\"\r\n"
    "Last-Modified: Sun, 15 Nov 2026 19:55:02 GMT\r\nCache-Control: max-age=300\r\n";

TEST(Compression, GivesHeadersBackByteForByte) {
  for (const std::string& headers : {std::string(), std::string("X: \0\xff\r\n", 7),
                                     kHeaders, std::string(100'000, 'a')}) {
    const auto back = decompress_headers(compress_headers(headers));
    ASSERT_TRUE(back.ok()) << back.error().text;
    EXPECT_EQ(*back, headers);
  }
}

TEST(Compression, MakesUsualHeadersMuchShorter) {
  EXPECT_LT(compress_headers(kHeaders).size(), kHeaders.size() * 6 / 10);
  EXPECT_EQ(compress_headers("").size(), 0u);
}

TEST(Compression, RefusesDamagedBytes) {
  for (std::string bytes : {compress_headers(kHeaders), compress_page(kHeaders)}) {
    const auto read = bytes[0] == 1 ? decompress_headers : decompress_page;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      EXPECT_FALSE(read(bytes.substr(0, i)).ok() && i > 0) << "cut at " << i;
      std::string flipped = bytes;
      flipped[i] ^= 0x40;
      const auto result = read(flipped);  // May differ, must not crash.
      EXPECT_TRUE(result.ok() || result.error().kind == ErrorKind::kCorrupt);
    }
  }
  EXPECT_FALSE(decompress_page("").ok());
  EXPECT_FALSE(decompress_page("<html>").ok());
}

}  // namespace
}  // namespace curlew::store
