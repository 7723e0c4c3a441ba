#include "http/reception.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "http/message.h"

namespace curlew::http {
namespace {

// A ratio is judged beyond this much: a short page of blanks is no bomb.
constexpr Bytes kRatioFrom = 1_MiB;
// libcurl counts what it read only after it was decoded: up to one buffer is unseen.
constexpr Bytes kReadBuffer = 16_KiB;
// A Content-Length is believed up to this much.
constexpr Bytes kTrustedLength = 256_KiB;
constexpr std::size_t kUsualHeaders = 16;
constexpr Bytes kUsualCompression = 4;  // Of text.

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
          TransferEnd::kBroken,
          fmt::format("two lengths of one body: {:.20} and {:.20}", *other, value));
    }
    headers_.emplace_back(name, value);
  }
  return true;
}

// Growing a body piece by piece costs a tenth of a 60 KB transfer.
void Reception::expect_body(Bytes announced) {
  if (find_header(headers_, "Content-Encoding")) announced *= kUsualCompression;
  body_.reserve(std::min({announced, kTrustedLength, limits_.body}));
}

bool Reception::take_body(std::string_view bytes) {
  in_body_ = true;
  stall_bytes_ += bytes.size();
  if (body_.size() + bytes.size() > limits_.body) {
    return break_off(TransferEnd::kTooLarge,
                     fmt::format("the body is larger than {} bytes", limits_.body));
  }
  body_ += bytes;
  return true;
}

bool Reception::needs_ratio() const { return body_.size() > kRatioFrom; }

bool Reception::judge_ratio(Bytes wire_bytes) {
  const auto allowed = limits_.compression_ratio * double(wire_bytes + kReadBuffer);
  if (double(body_.size()) <= allowed) return true;
  return break_off(TransferEnd::kTooLarge,
                   fmt::format("the body unpacks to more than {} times its size",
                               limits_.compression_ratio));
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
