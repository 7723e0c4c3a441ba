// What a peer sends us, taken in piece by piece and broken off where it passes a limit:
// too long, too well packed, too slow.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "http/client.h"

namespace curlew::http {

class Reception {
 public:
  // `limits` outlive the reception.
  explicit Reception(const Limits& limits) : limits_(limits) {}

  // Why we broke off ourselves.
  struct Verdict {
    TransferEnd end;
    std::string why;
  };
  const std::optional<Verdict>& verdict() const { return verdict_; }

  // Each returns whether to go on.
  bool take_header_line(std::string_view line);
  bool take_body(std::string_view bytes);
  bool judge_ratio(Bytes wire_bytes);

  // Judging a ratio needs the bytes on the wire, which cost a call to learn; short
  // bodies are not worth it.
  bool needs_ratio() const;

  // Before the first piece of a body: how long it says it will be. Believed up to a
  // limit.
  void expect_body(Bytes announced);

  // Asked now and then, in real time: whether the peer brings too little.
  bool is_stalled(SteadyTime now);

  bool headers_ended() const { return headers_ended_; }
  bool has_body() const { return in_body_; }
  Headers take_headers() { return std::move(headers_); }
  std::string take_body() { return std::move(body_); }

 private:
  bool break_off(TransferEnd end, std::string why);  // Returns false.

  const Limits& limits_;
  Headers headers_;
  std::string body_;
  Bytes header_bytes_ = 0;
  bool headers_ended_ = false;
  bool in_body_ = false;
  Bytes stall_bytes_ = 0;                  // Came since stall_since_.
  std::optional<SteadyTime> stall_since_;  // None before the first byte.
  std::optional<Verdict> verdict_;
};

}  // namespace curlew::http
