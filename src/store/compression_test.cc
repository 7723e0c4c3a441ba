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

// Words that do not repeat themselves.
std::string some_text() {
  std::string text;
  for (unsigned i = 0; i < 2'000; ++i) {
    text += std::to_string(i * 2'654'435'761U) + (i % 20 == 0 ? "\n" : " ");
  }
  return text;
}

TEST(Compression, StoresWhatRepeatsAReferenceInFewBytes) {
  const std::string text = some_text();
  const std::string parts = "\n\x08" + text.substr(500) + "/html/body" + text;
  const std::string stored = compress_beside(text, parts);
  EXPECT_LT(stored.size(), 500u);
  EXPECT_LT(stored.size(), compress_page(parts).size() / 10);
  EXPECT_EQ(decompress_beside(text, stored).value(), parts);
  // The reference is forgotten afterwards, and other frames are as ever.
  const auto alone = decompress_page(stored);
  EXPECT_FALSE(alone.ok() && *alone == parts);
  EXPECT_EQ(decompress_page(compress_page(parts)).value(), parts);
  EXPECT_EQ(decompress_headers(compress_headers(kHeaders)).value(), kHeaders);
}

TEST(Compression, ReadsWithAnyReferenceWhatWasStoredWithoutOne) {
  const std::string parts = some_text();
  for (const std::string& text : {std::string(), kHeaders, parts}) {
    EXPECT_EQ(decompress_beside(text, compress_page(parts)).value(), parts);
    EXPECT_EQ(decompress_beside(text, compress_beside(text, parts)).value(), parts);
    EXPECT_EQ(decompress_beside(text, compress_beside(text, "")).value(), "");
  }
  EXPECT_FALSE(decompress_beside(parts, "").ok());
  EXPECT_EQ(decompress_page(compress_page(parts)).value(), parts);
}

}  // namespace
}  // namespace curlew::store
