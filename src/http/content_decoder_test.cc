#include "http/content_decoder.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <optional>
#include <string>

#include "base/bytes.h"

namespace curlew::http {
namespace {

constexpr int kGzip = MAX_WBITS + 16;
constexpr int kZlib = MAX_WBITS;
constexpr int kBare = -MAX_WBITS;

std::string deflated(const std::string& text, int window_bits) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, window_bits, 8,
               Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, text.size()) + 100, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string zstd(const std::string& text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(
      ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

struct Decoded {
  std::string text;
  bool has_ended = false;
};

// Nullopt on an error.
std::optional<Decoded> decode(const char* encoding, std::string_view packed,
                              std::size_t step = 1'000'000) {
  auto decoder = *make_content_decoder(encoding);
  Decoded decoded;
  for (; !packed.empty(); packed.remove_prefix(std::min(step, packed.size()))) {
    const auto done = decoder->decode(packed.substr(0, step), [&](auto piece) {
      decoded.text += piece;
      return true;
    });
    if (!done.ok()) return std::nullopt;
  }
  decoded.has_ended = decoder->has_ended();
  return decoded;
}

TEST(ContentDecoder, UnpacksWhatItsEncodingSaysInPiecesOfAnySize) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += std::to_string(i);
  const std::pair<const char*, std::string> cases[] = {
      {"gzip", deflated(text, kGzip)},
      {"x-gzip", deflated(text, kGzip)},
      {"deflate", deflated(text, kZlib)},
      {"deflate", deflated(text, kBare)},
      {" ZSTD ", zstd(text)},
      {"gzip, identity, zstd", zstd(deflated(text, kGzip))}};
  for (const auto& [encoding, packed] : cases) {
    for (const std::size_t step : {std::size_t{7}, std::size_t{1'000'000}}) {
      const auto decoded = decode(encoding, packed, step);
      ASSERT_TRUE(decoded) << encoding;
      EXPECT_EQ(decoded->text, text) << encoding;
      EXPECT_TRUE(decoded->has_ended) << encoding;
      // However little is missing, it is not whole; what came is there.
      const auto cut = decode(encoding, packed.substr(0, packed.size() - 1), step);
      ASSERT_TRUE(cut) << encoding;
      EXPECT_FALSE(cut->has_ended) << encoding;
      EXPECT_TRUE(text.starts_with(cut->text));
    }
  }
  const auto brotli = decode("br", std::string_view("\x0b\x02\x80hello\x03", 9), 2);
  ASSERT_TRUE(brotli);
  EXPECT_EQ(brotli->text, "hello");
  EXPECT_TRUE(brotli->has_ended);
  EXPECT_FALSE(decode("br", std::string_view("\x0b\x02\x80hel", 6))->has_ended);
}

TEST(ContentDecoder, ReadsAllMembersOfAGzipFileAndIgnoresWhatFollows) {
  const std::string two = deflated("one ", kGzip) + deflated("two", kGzip);
  EXPECT_EQ(decode("gzip", two)->text, "one two");
  EXPECT_TRUE(decode("gzip", two)->has_ended);
  const std::string rubbish = two + "<!-- served by a proxy -->";
  EXPECT_EQ(decode("gzip", rubbish)->text, "one two");
  EXPECT_TRUE(decode("gzip", rubbish)->has_ended);
}

TEST(ContentDecoder, IgnoresWhatOnlyBeginsLikeAnotherMemberOrFrame) {
  for (const std::size_t step : {std::size_t{3}, std::size_t{1'000'000}}) {
    for (const char* rubbish : {"\x1f is no member", "<!-- proxy -->", "(frame?)"}) {
      for (const auto& [encoding, packed] : {std::pair("gzip", deflated("text", kGzip)),
                                             std::pair("zstd", zstd("text"))}) {
        const auto decoded = decode(encoding, packed + rubbish, step);
        ASSERT_TRUE(decoded) << encoding << " " << rubbish;
        EXPECT_EQ(decoded->text, "text");
        EXPECT_TRUE(decoded->has_ended) << encoding << " " << rubbish;
      }
    }
  }
  EXPECT_EQ(decode("zstd", zstd("one ") + zstd("two"))->text, "one two");
}

TEST(ContentDecoder, AFrameThatFillsItsLastPieceIsWhole) {
  for (const std::size_t size : {64_KiB, 128_KiB}) {
    const std::string text(size, 'x');
    for (const std::size_t step : {std::size_t{1}, std::size_t{1'000'000}}) {
      const auto decoded = decode("zstd", zstd(text), step);
      ASSERT_TRUE(decoded);
      EXPECT_EQ(decoded->text.size(), size);
      EXPECT_TRUE(decoded->has_ended);
    }
  }
}

TEST(ContentDecoder, StopsWhenItsReaderHasEnough) {
  const std::string packed = deflated(std::string(64_MiB, ' '), kGzip);
  std::size_t taken = 0;
  const auto decoder = *make_content_decoder("gzip");
  ASSERT_TRUE(decoder
                  ->decode(packed,
                           [&](auto piece) {
                             EXPECT_LE(piece.size(), 64_KiB);
                             taken += piece.size();
                             return taken < 1_MiB;
                           })
                  .ok());
  EXPECT_LE(taken, 1_MiB + 64_KiB);
}

TEST(ContentDecoder, RefusesWhatIsNotPackedAsItSays) {
  for (const char* encoding : {"gzip", "deflate", "br", "zstd"}) {
    EXPECT_FALSE(decode(encoding, "hello, and more than that")) << encoding;
  }
  EXPECT_EQ(make_content_decoder("secret").error().kind, ErrorKind::kUnsupported);
  EXPECT_FALSE(make_content_decoder("gzip,gzip,gzip,gzip").ok());
  EXPECT_EQ(*make_content_decoder("identity"), nullptr);
  EXPECT_EQ(*make_content_decoder(""), nullptr);
}

}  // namespace
}  // namespace curlew::http
