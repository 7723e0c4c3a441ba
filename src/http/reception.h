// What a peer sends us, taken in and unpacked piece by piece and broken off where it
// passes a limit: too long, too well packed, too slow.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "http/client.h"
#include "http/content_decoder.h"

namespace curlew::http {

class Reception {
 public:
  // `limits` and `memory` outlive the reception; nullptr: nobody counts what it takes.
  explicit Reception(const Limits& limits, MemoryBudget* memory = nullptr)
      : limits_(limits), room_(memory, MemoryBudget::Use::kArriving, 0) {}

  // Why we broke off ourselves.
  struct Verdict {
    TransferEnd end;
    std::string why;
  };
  const std::optional<Verdict>& verdict() const { return verdict_; }

  // Each returns whether to go on.
  bool take_header_line(std::string_view line);
  // Before the first piece of a body: how long it says it will be. Believed up to a
  // limit.
  bool begin_body(Bytes announced);
  // As on the wire.
  bool take_body(std::string_view bytes);
  // No more comes, or the transfer broke off.
  bool end_body();
  // Completes without the body.
  bool leave_body();
  bool run_out_of_memory();

  // Asked now and then, in real time: whether the peer brings too little.
  bool is_stalled(SteadyTime now);
  // It was we who took nothing: the window opens again.
  void restart_stall_window(SteadyTime now);

  const Headers& headers() const { return headers_; }
  bool headers_ended() const { return headers_ended_; }
  bool has_body() const { return in_body_; }
  Bytes body_size() const { return body_.size() + held_.size(); }
  BodyEnd body_end() const;
  Headers take_headers() { return std::move(headers_); }
  std::string take_body() { return std::move(body_); }
  MemoryBudget::Share take_room() { return std::move(room_); }

 private:
  // Returns false.
  bool break_off(TransferEnd end, std::string why);
  bool unpack(std::string_view bytes);
  // Unpacked ones.
  bool keep(std::string_view bytes);
  bool is_framed() const;

  const Limits& limits_;
  MemoryBudget::Share room_;
  Headers headers_;
  // Null: the body is not packed.
  std::unique_ptr<ContentDecoder> decoder_;
  std::string body_;
  // A short packed body, held until all of it is here; 0: it is unpacked as it arrives.
  Bytes held_size_ = 0;
  std::string held_;
  // As a whole.
  bool is_unpacked_ = false;
  Bytes header_bytes_ = 0;
  // What came of the body.
  Bytes wire_bytes_ = 0;
  bool is_http_1_ = false;
  bool headers_ended_ = false;
  bool in_body_ = false;
  // Came since stall_since_.
  Bytes stall_bytes_ = 0;
  // None before the first byte.
  std::optional<SteadyTime> stall_since_;
  std::optional<Verdict> verdict_;
};

}  // namespace curlew::http
