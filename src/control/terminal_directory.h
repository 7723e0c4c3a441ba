// Which terminals are alive, and which of them serves a host.
//
// Hosts stick to terminals by rendezvous hashing: each terminal draws a number for each
// host and the highest wins, so that politeness, DNS, robots and caches stay in one
// place, and when a terminal dies only its hosts move.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "model/visit.h"

namespace curlew::control {

class TerminalDirectory {
 public:
  explicit TerminalDirectory(Milliseconds silence) : silence_(silence) {}

  void heard(const model::TerminalBeat& beat, SteadyTime now);
  // Names of those that fell silent since the last call; they serve no host any more.
  std::vector<std::string> take_silent(SteadyTime now);

  // The terminal that serves `owner` ("example.org"); nullopt when none is alive.
  std::optional<std::string> terminal_for(std::string_view owner) const;
  std::size_t capacity() const;
  std::vector<std::string> names() const;
  std::size_t size() const { return known_.size(); }

 private:
  struct Known {
    std::string name;
    std::uint32_t capacity = 0;
    SteadyTime heard;
  };
  Milliseconds silence_;
  std::vector<Known> known_;
};

}  // namespace curlew::control
