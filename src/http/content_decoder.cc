#include "http/content_decoder.h"

#include <brotli/decode.h>
#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/bytes.h"
#include "base/check.h"

namespace curlew::http {
namespace {

constexpr std::size_t kMostEncodings = 3;  // One inside the other.
// A zstd frame may ask for a window of 2 GB; 8 MiB is what RFC 8878 §3.1.1.1.2 wants
// every decoder to support, and what it recommends as a limit.
constexpr int kZstdWindowLog = 23;

using Piece = std::array<char, 64_KiB>;

// Decoders run one inside the other only in a chain of them: one for each level would
// do; one a call is simpler, and the stack has room.
std::string_view filled(const Piece& piece, std::size_t left) {
  return {piece.data(), piece.size() - left};
}

Error damaged(std::string_view encoding, std::string_view why) {
  return Error{ErrorKind::kMalformed,
               fmt::format("the body is not {} as it says: {}", encoding, why)};
}

// gzip and deflate. The latter is meant to be zlib's format (RFC 9110 §8.4.1.2), but
// some servers send the bare stream of RFC 1951.
class ZlibDecoder final : public ContentDecoder {
 public:
  enum class Format { kGzip, kDeflate };
  explicit ZlibDecoder(Format format) : format_(format) {
    const int bits = format == Format::kGzip ? MAX_WBITS + 16 : MAX_WBITS;
    CHECK(inflateInit2(&stream_, bits) == Z_OK);
  }
  ~ZlibDecoder() override { inflateEnd(&stream_); }
  ZlibDecoder(const ZlibDecoder&) = delete;
  ZlibDecoder& operator=(const ZlibDecoder&) = delete;

  Result<void> decode(std::string_view bytes, const ByteSink& sink) override {
    if (is_over_) return {};
    set_input(bytes);
    Piece piece;
    while (true) {
      if (has_ended_ && !begin_next_member()) return {};
      stream_.next_out = reinterpret_cast<Bytef*>(piece.data());
      stream_.avail_out = piece.size();
      const int code = inflate(&stream_, Z_NO_FLUSH);
      if (code == Z_DATA_ERROR && take_for_bare(bytes)) continue;
      const bool is_stuck = code == Z_BUF_ERROR;  // Nothing more to be had: no error.
      if (code != Z_OK && code != Z_STREAM_END && !is_stuck) {
        if (!is_rubbish()) return error();
        has_ended_ = is_over_ = true;
        return {};
      }
      has_ended_ = code == Z_STREAM_END;
      has_member_ |= has_ended_;
      const auto unpacked = filled(piece, stream_.avail_out);
      produced_ |= !unpacked.empty();
      if (!unpacked.empty() && !sink(unpacked)) return {};
      if (is_stuck || (stream_.avail_in == 0 && stream_.avail_out > 0)) return {};
    }
  }

  bool has_ended() const override { return has_ended_; }

 private:
  void set_input(std::string_view bytes) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
  }

  // RFC 1952 §2.2: a gzip file is a series of members. Anything else there is rubbish.
  bool begin_next_member() {
    constexpr Bytef kGzipMark = 0x1f;
    if (format_ != Format::kGzip || stream_.avail_in == 0 ||
        *stream_.next_in != kGzipMark) {
      return false;
    }
    has_ended_ = produced_ = false;
    return inflateReset(&stream_) == Z_OK;
  }

  // What only began like another member.
  bool is_rubbish() const { return has_member_ && !produced_; }

  // Once, and only with the first bytes: they begin again as a bare stream.
  bool take_for_bare(std::string_view bytes) {
    if (format_ != Format::kDeflate || is_bare_ || produced_) return false;
    is_bare_ = true;
    if (inflateReset2(&stream_, -MAX_WBITS) != Z_OK) return false;
    set_input(bytes);
    return true;
  }

  Error error() const {
    const std::string_view name = format_ == Format::kGzip ? "gzip" : "deflate";
    return damaged(name, stream_.msg ? stream_.msg : "damaged");
  }

  const Format format_;
  z_stream stream_{};
  bool has_ended_ = false;
  bool has_member_ = false;  // A whole one.
  bool produced_ = false;    // Bytes of the member being read.
  bool is_bare_ = false;
  bool is_over_ = false;  // Rubbish follows.
};

class BrotliDecoder final : public ContentDecoder {
 public:
  ~BrotliDecoder() override { BrotliDecoderDestroyInstance(state_); }
  BrotliDecoder() { CHECK(state_ != nullptr); }
  BrotliDecoder(const BrotliDecoder&) = delete;
  BrotliDecoder& operator=(const BrotliDecoder&) = delete;

  Result<void> decode(std::string_view bytes, const ByteSink& sink) override {
    auto* in = reinterpret_cast<const std::uint8_t*>(bytes.data());
    std::size_t in_left = bytes.size();
    Piece piece;
    while (!has_ended()) {
      auto* out = reinterpret_cast<std::uint8_t*>(piece.data());
      std::size_t out_left = piece.size();
      const auto code = BrotliDecoderDecompressStream(state_, &in_left, &in, &out_left,
                                                      &out, nullptr);
      if (code == BROTLI_DECODER_RESULT_ERROR) {
        return damaged("br",
                       BrotliDecoderErrorString(BrotliDecoderGetErrorCode(state_)));
      }
      const auto unpacked = filled(piece, out_left);
      if (!unpacked.empty() && !sink(unpacked)) return {};
      if (code == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT) return {};
    }
    return {};
  }

  bool has_ended() const override { return BrotliDecoderIsFinished(state_) != 0; }

 private:
  BrotliDecoderState* state_ = BrotliDecoderCreateInstance(nullptr, nullptr, nullptr);
};

class ZstdDecoder final : public ContentDecoder {
 public:
  ZstdDecoder() {
    CHECK(stream_ != nullptr);
    ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, kZstdWindowLog);
  }
  ~ZstdDecoder() override { ZSTD_freeDStream(stream_); }
  ZstdDecoder(const ZstdDecoder&) = delete;
  ZstdDecoder& operator=(const ZstdDecoder&) = delete;

  Result<void> decode(std::string_view bytes, const ByteSink& sink) override {
    if (is_over_) return {};
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    Piece piece;
    while (true) {
      ZSTD_outBuffer out{piece.data(), piece.size(), 0};
      const std::size_t wanted = ZSTD_decompressStream(stream_, &out, &in);
      if (ZSTD_isError(wanted) != 0) {
        if (!has_frame_ || produced_) return damaged("zstd", ZSTD_getErrorName(wanted));
        has_ended_ = is_over_ = true;  // What follows is not another frame.
        return {};
      }
      const std::string_view unpacked(piece.data(), out.pos);
      has_ended_ = wanted == 0;  // A frame is over; another may follow.
      has_frame_ |= has_ended_;
      produced_ = !has_ended_ && (produced_ || !unpacked.empty());
      if (!unpacked.empty() && !sink(unpacked)) return {};
      // A frame that fills its last piece exactly is over as well: asked once more, the
      // decoder would wait for another.
      if (in.pos == in.size && (has_ended_ || out.pos < out.size)) return {};
    }
  }

  bool has_ended() const override { return has_ended_; }

 private:
  ZSTD_DStream* stream_ = ZSTD_createDStream();
  bool has_ended_ = false;
  bool has_frame_ = false;  // A whole one.
  bool produced_ = false;   // Bytes of the frame being read.
  bool is_over_ = false;    // Rubbish follows.
};

// One encoding inside the other: the last that was applied is undone first.
class ChainedDecoder final : public ContentDecoder {
 public:
  ChainedDecoder(std::unique_ptr<ContentDecoder> outer,
                 std::unique_ptr<ContentDecoder> inner)
      : outer_(std::move(outer)), inner_(std::move(inner)) {}

  Result<void> decode(std::string_view bytes, const ByteSink& sink) override {
    Result<void> inner;
    bool goes_on = true;
    const ByteSink pass_on = [&](std::string_view unpacked) {
      inner = inner_->decode(
          unpacked, [&](std::string_view piece) { return goes_on = sink(piece); });
      return inner.ok() && goes_on;
    };
    TRY(outer_->decode(bytes, pass_on));
    return inner;
  }

  bool has_ended() const override { return outer_->has_ended() && inner_->has_ended(); }

 private:
  std::unique_ptr<ContentDecoder> outer_;
  std::unique_ptr<ContentDecoder> inner_;
};

bool is_plain(std::string_view encoding) {
  return encoding.empty() || encoding == "identity" || encoding == "none";
}

bool is_gzip(std::string_view encoding) {
  return encoding == "gzip" || encoding == "x-gzip";
}

Result<std::unique_ptr<ContentDecoder>> make_one(std::string_view encoding) {
  using Made = std::unique_ptr<ContentDecoder>;
  using Format = ZlibDecoder::Format;
  if (is_gzip(encoding)) {
    return Made(std::make_unique<ZlibDecoder>(Format::kGzip));
  }
  if (encoding == "deflate") {
    return Made(std::make_unique<ZlibDecoder>(Format::kDeflate));
  }
  if (encoding == "br") return Made(std::make_unique<BrotliDecoder>());
  if (encoding == "zstd") return Made(std::make_unique<ZstdDecoder>());
  return Error{ErrorKind::kUnsupported,
               fmt::format("unknown content encoding '{}'", encoding.substr(0, 100))};
}

}  // namespace

Result<std::unique_ptr<ContentDecoder>> make_content_decoder(
    std::string_view content_encoding) {
  std::unique_ptr<ContentDecoder> all;
  std::size_t count = 0;
  while (!content_encoding.empty()) {
    const auto comma = content_encoding.find(',');
    const std::string name = to_ascii_lower(trimmed(content_encoding.substr(0, comma)));
    content_encoding.remove_prefix(
        comma == content_encoding.npos ? content_encoding.size() : comma + 1);
    if (is_plain(name)) continue;
    if (++count > kMostEncodings) {
      return Error{ErrorKind::kUnsupported, "more than three content encodings"};
    }
    TRY_ASSIGN(auto one, make_one(name));
    all = all ? std::make_unique<ChainedDecoder>(std::move(one), std::move(all))
              : std::move(one);
  }
  return all;
}

bool is_gzip_alone(std::string_view content_encoding) {
  return is_gzip(to_ascii_lower(trimmed(content_encoding)));
}

}  // namespace curlew::http
