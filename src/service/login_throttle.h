// Keeps whoever guesses passwords waiting, by the name that is tried and by the address
// that tries. Each has some tries at once, and one more every so often.
//
// Memory is a table of fixed size that names and addresses are hashed into, by a hash
// that nobody else knows: a guesser can neither fill it nor push a name out of it. Two
// names in one place share their tries, which one in 16,384 does.

#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "base/time.h"

namespace curlew::service {

struct ThrottleOptions {
  // Tries that one has at once, and how long until there is another one.
  int tries_by_name = 10;
  Milliseconds name_again{30'000};
  // Many people may share one.
  int tries_by_address = 30;
  Milliseconds address_again{5'000};
  // A power of two.
  std::size_t places = 1 << 14;
};

// Thread-safe.
class LoginThrottle {
 public:
  explicit LoginThrottle(ThrottleOptions options = {});

  // Takes a try of both. When there is none, how long to wait: nothing is taken then.
  // An empty name is nobody's. Of an IPv6 address the first 64 bits count, which is
  // what one customer has.
  std::optional<Milliseconds> admit(std::string_view name, std::string_view address,
                                    Time now);
  // It was the right password: gives both back.
  void succeeded(std::string_view name, std::string_view address);

 private:
  // When all tries are there again.
  using Table = std::vector<Time>;
  Time* place(Table& table, std::string_view key);

  const ThrottleOptions options_;
  const std::uint64_t seed_;
  std::mutex mutex_;
  // Guarded by it.
  Table names_;
  Table addresses_;
};

}  // namespace curlew::service
