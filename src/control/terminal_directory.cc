#include "control/terminal_directory.h"

#include <algorithm>

#include "base/fingerprint.h"

namespace curlew::control {

void TerminalDirectory::heard(const model::TerminalBeat& beat, SteadyTime now) {
  const auto found = std::ranges::find(known_, beat.terminal, &Known::name);
  if (found == known_.end()) {
    known_.push_back({beat.terminal, beat.capacity, now});
  } else {
    found->capacity = beat.capacity;
    found->heard = now;
  }
}

std::vector<std::string> TerminalDirectory::take_silent(SteadyTime now) {
  std::vector<std::string> silent;
  std::erase_if(known_, [&](const Known& known) {
    if (now - known.heard < silence_) return false;
    silent.push_back(known.name);
    return true;
  });
  return silent;
}

std::optional<std::string> TerminalDirectory::terminal_for(
    std::string_view owner) const {
  if (known_.empty()) return std::nullopt;
  if (known_.size() == 1) return known_.front().name;
  const auto draw = [&](const Known& known) {
    return short_fingerprint_of(std::string(known.name).append("\n").append(owner));
  };
  return std::ranges::max_element(known_, {}, draw)->name;
}

std::vector<std::string> TerminalDirectory::names() const {
  std::vector<std::string> names;
  for (const Known& known : known_) names.push_back(known.name);
  return names;
}

std::size_t TerminalDirectory::capacity() const {
  std::size_t sum = 0;
  for (const Known& known : known_) sum += known.capacity;
  return sum;
}

}  // namespace curlew::control
