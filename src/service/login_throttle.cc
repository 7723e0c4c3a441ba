#include "service/login_throttle.h"

#include <algorithm>
#include <string>

#include "base/fingerprint.h"
#include "base/random.h"
#include "http/ip_address.h"

namespace curlew::service {
namespace {

std::string network_of(std::string_view address) {
  auto parsed = http::parse_ip_address(address);
  if (!parsed) return std::string(address);
  if (!http::is_v4(*parsed)) {
    std::fill(parsed->bytes.begin() + 8, parsed->bytes.end(), std::uint8_t(0));
  }
  return http::to_string(*parsed);
}

// A bucket that is full at `full` holds `most` tries, one for each `again` that has
// passed (the generic cell rate algorithm). How long until there is one?
std::optional<Milliseconds> wait_of(Time full, int most, Milliseconds again, Time now) {
  const Milliseconds owed = std::max(full, now) + again - now;
  const Milliseconds wait = owed - most * again;
  return wait > Milliseconds(0) ? std::optional(wait) : std::nullopt;
}

}  // namespace

LoginThrottle::LoginThrottle(ThrottleOptions options)
    : options_(options),
      seed_(Random::from_system()()),
      names_(options.places, Time()),
      addresses_(options.places, Time()) {}

Time* LoginThrottle::place(Table& table, std::string_view key) {
  if (key.empty()) return nullptr;
  const std::uint64_t hash = scrambled(seed_ ^ short_fingerprint_of(key));
  return &table[hash & (table.size() - 1)];
}

std::optional<Milliseconds> LoginThrottle::admit(std::string_view name,
                                                 std::string_view address, Time now) {
  const std::string network = network_of(address);
  const std::lock_guard lock(mutex_);
  Time* const of_name = place(names_, name);
  Time* const of_address = place(addresses_, network);
  std::optional<Milliseconds> wait;
  if (of_name != nullptr) {
    wait = wait_of(*of_name, options_.tries_by_name, options_.name_again, now);
  }
  if (of_address != nullptr) {
    wait = std::max(wait, wait_of(*of_address, options_.tries_by_address,
                                  options_.address_again, now));
  }
  if (wait) return wait;
  if (of_name != nullptr) *of_name = std::max(*of_name, now) + options_.name_again;
  if (of_address != nullptr) {
    *of_address = std::max(*of_address, now) + options_.address_again;
  }
  return std::nullopt;
}

void LoginThrottle::succeeded(std::string_view name, std::string_view address) {
  const std::string network = network_of(address);
  const std::lock_guard lock(mutex_);
  if (Time* const full = place(names_, name)) *full -= options_.name_again;
  if (Time* const full = place(addresses_, network)) *full -= options_.address_again;
}

}  // namespace curlew::service
