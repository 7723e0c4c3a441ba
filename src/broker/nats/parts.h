// Messages in parts: a server of NATS takes 1 MiB at once unless it is told otherwise,
// and a report may be larger. docs/formats/wire.md has the bytes.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace curlew::broker {

// What stands before the bytes of a part.
inline constexpr std::size_t kPartHead = 17;

// The messages that a payload crosses the broker in: one that is whole, or parts, none
// of them above `largest`, which is above kPartHead. `message` tells them from those of
// other payloads.
std::vector<std::string> to_parts(std::string_view payload, Bytes largest,
                                  std::uint64_t message);

struct Part {
  std::uint64_t message = 0;
  std::uint32_t index = 0;
  // 1: it is whole.
  std::uint32_t count = 1;
  std::string_view bytes;
};
// Nullopt: it is none of ours. The bytes are those of `message`.
std::optional<Part> parse_part(std::string_view message);

// Puts payloads together. Parts of several may come one among the other, and come
// again. A payload whose sender died is never whole: of those that are not, only so
// many bytes are held, the newest.
class Joining {
 public:
  explicit Joining(Bytes most_unfinished) : most_unfinished_(most_unfinished) {}

  // Whatever is finished with: `acknowledgements` names its messages.
  struct Joined {
    // Nullopt: it was given up.
    std::optional<std::string> payload;
    std::vector<std::string> acknowledgements;
  };
  // What `message` finished, and what had to be given up for it.
  std::vector<Joined> add(std::string_view message, std::string acknowledgement);

  // They all come again.
  void clear();

 private:
  struct Unfinished {
    // By index.
    std::map<std::uint32_t, std::string> parts;
    std::vector<std::string> acknowledgements;
    std::uint32_t count = 0;
    Bytes size = 0;
    // When its first part came, as a number.
    std::uint64_t since = 0;
  };

  void give_up_oldest(std::vector<Joined>& joined);

  const Bytes most_unfinished_;
  std::map<std::uint64_t, Unfinished> unfinished_;
  Bytes held_ = 0;
  std::uint64_t last_ = 0;
};

}  // namespace curlew::broker
