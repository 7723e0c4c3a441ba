#include "http/reception.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "http/gzip.h"
#include "http/message.h"

namespace curlew::http {
namespace {

// A ratio is judged beyond this much: a short page of blanks is not a bomb.
constexpr Bytes kRatioFrom = 1_MiB;
// A little beyond the ratio is allowed: an encoding may keep back what it has read.
constexpr Bytes kRatioSlack = 16_KiB;
// A Content-Length is believed up to this much.
constexpr Bytes kTrustedLength = 256_KiB;
constexpr std::size_t kUsualHeaders = 16;
constexpr Bytes kUsualCompression = 4;  // Of text.
// Packed bodies up to this much are held until they are whole. Most feeds and half of
// the pages are shorter; what one of them unpacks to before its ratio is judged is
// bounded by it.
constexpr Bytes kHeldBody = 32_KiB;

}  // namespace

bool Reception::break_off(TransferEnd end, std::string why) {
  verdict_ = {end, std::move(why)};
  return false;
}

bool Reception::take_header_line(std::string_view line) {
  stall_bytes_ += line.size();
  header_bytes_ += line.size();
  if (header_bytes_ > limits_.headers) {
    return break_off(TransferEnd::kTooLarge,
                     fmt::format("the headers are larger than {} "
                                 "bytes",
                                 limits_.headers));
  }
  if (in_body_) return true;  // Trailers, which may not be trusted as headers are.
  if (line.starts_with("HTTP/")) {
    headers_.clear();  // Of an interim response.
    headers_.reserve(kUsualHeaders);
    headers_ended_ = false;
    is_http_1_ = line.starts_with("HTTP/1");
    return true;
  }
  const bool is_folded = line.starts_with(' ') || line.starts_with('\t');
  const auto colon = line.find(':');
  if (line == "\r\n" || line == "\n") {
    headers_ended_ = true;
  } else if (is_folded && !headers_.empty()) {  // RFC 9112 §5.2: obsolete, still read.
    headers_.back().second.append(" ").append(trimmed(line));
  } else if (colon != line.npos) {
    const std::string_view name = trimmed(line.substr(0, colon));
    const std::string_view value = trimmed(line.substr(colon + 1));
    // RFC 9112 §6.3: of two lengths nobody can say which is true, and what follows the
    // shorter one would be taken for the next response.
    const bool is_length = equals_ignoring_case(name, "Content-Length");
    if (const auto other = find_header(headers_, name);
        is_length && other && *other != value) {
      return break_off(
          TransferEnd::kNotHttp,
          fmt::format("two lengths of one body: {:.20} and {:.20}", *other, value));
    }
    headers_.emplace_back(name, value);
  }
  return true;
}

// Growing a body piece by piece costs a tenth of a 60 KB transfer.
bool Reception::begin_body(Bytes announced) {
  in_body_ = true;
  const std::string encoding = joined_header(headers_, "Content-Encoding");
  if (announced > 0 && announced <= kHeldBody && is_gzip_alone(encoding)) {
    held_size_ = announced;
    held_.reserve(announced);
    room_.resize(held_.capacity());
    return true;
  }
  auto decoder = make_content_decoder(encoding);
  if (!decoder.ok()) return break_off(TransferEnd::kNotHttp, decoder.error().text);
  decoder_ = std::move(decoder).value();
  if (decoder_) announced *= kUsualCompression;
  body_.reserve(std::min({announced, kTrustedLength, limits_.body}));
  room_.resize(body_.capacity());
  return true;
}

bool Reception::take_body(std::string_view bytes) {
  stall_bytes_ += bytes.size();
  wire_bytes_ += bytes.size();
  if (held_size_ == 0) return unpack(bytes);
  held_ += bytes;
  return held_.size() < held_size_ || end_body();
}

bool Reception::end_body() {
  if (held_size_ == 0) return true;
  held_size_ = 0;
  const std::string held = std::exchange(held_, {});
  // Whatever is not plainly right goes the long way, where its limits are judged.
  if (auto text = unpack_gzip(held, std::min(kRatioFrom, limits_.body))) {
    body_ = *std::move(text);
    is_unpacked_ = true;
    room_.resize(body_.capacity());
    return true;
  }
  decoder_ = make_content_decoder("gzip").value();
  return unpack(held);
}

bool Reception::unpack(std::string_view bytes) {
  if (is_unpacked_) return true;  // Rubbish behind the end.
  if (!decoder_) return keep(bytes);
  const auto decoded =
      decoder_->decode(bytes, [this](std::string_view piece) { return keep(piece); });
  if (!decoded.ok()) return break_off(TransferEnd::kNotHttp, decoded.error().text);
  return !verdict_;
}

bool Reception::keep(std::string_view bytes) {
  const Bytes size = body_.size() + bytes.size();
  if (size > limits_.body) {
    return break_off(TransferEnd::kTooLarge,
                     fmt::format("the body is larger than {} bytes", limits_.body));
  }
  const auto allowed = limits_.compression_ratio * double(wire_bytes_ + kRatioSlack);
  if (decoder_ && size > kRatioFrom && double(size) > allowed) {
    return break_off(TransferEnd::kTooLarge,
                     fmt::format("the body unpacks to more than {} times its size",
                                 limits_.compression_ratio));
  }
  body_ += bytes;
  room_.resize(body_.capacity());
  return true;
}

bool Reception::leave_body() {
  return break_off(TransferEnd::kCompleted, "the body is of no use");
}

bool Reception::run_out_of_memory() {
  body_ = {};
  held_ = {};
  held_size_ = 0;
  room_.resize(0);
  return break_off(TransferEnd::kTooLarge, "there is no memory for its body");
}

// RFC 9112 §6.3: without either of them, the end of the connection is the end of the
// body, and nobody can tell a whole one from one that broke off. Later versions of HTTP
// frame every body.
bool Reception::is_framed() const {
  return !is_http_1_ || find_header(headers_, "Content-Length") ||
         find_header(headers_, "Transfer-Encoding");
}

BodyEnd Reception::body_end() const {
  if (!in_body_ || verdict_ || is_unpacked_) return BodyEnd::kWhole;
  if (decoder_) return decoder_->has_ended() ? BodyEnd::kWhole : BodyEnd::kCut;
  return is_framed() ? BodyEnd::kWhole : BodyEnd::kUnsure;
}

void Reception::restart_stall_window(SteadyTime now) {
  stall_since_ = now;
  stall_bytes_ = 0;
}

bool Reception::is_stalled(SteadyTime now) {
  if (stall_bytes_ >= limits_.stall_bytes || !stall_since_) {
    // The window opens with the first byte: before it only `total` limits the wait.
    if (stall_bytes_ > 0) stall_since_ = now;
    stall_bytes_ = 0;
    return false;
  }
  if (now - *stall_since_ < limits_.stall_window) return false;
  break_off(TransferEnd::kTimedOut,
            fmt::format("brought only {} bytes in {} ms", stall_bytes_,
                        limits_.stall_window.count()));
  return true;
}

}  // namespace curlew::http
