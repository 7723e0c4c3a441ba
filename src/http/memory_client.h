// A Client without a network, for tests of everything above it: a function is the whole
// web, and latency passes in the time of a Clock, so that a week of 50,000 sources runs
// in seconds under a ManualClock.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "http/client.h"

namespace curlew::http {

struct MemoryAnswer {
  Response response;
  Milliseconds latency{0};
};
// Called by start(), once a request.
using MemoryWeb = std::function<MemoryAnswer(const Request&)>;

struct MemoryLookup {
  Addresses addresses;
  // 0: known without looking it up.
  Milliseconds latency{0};
};
// Called once a name.
using MemoryNames = std::function<MemoryLookup(const std::string& name)>;

// An address that is nobody else's: what a name has that nothing is said about.
IpAddress memory_address(std::string_view name);

class MemoryClient : public Client {
 public:
  // When the next transfer ends; nullopt when none is in flight. A test moves its clock
  // there. poll() itself never waits: it delivers what has ended by now, in order.
  virtual std::optional<SteadyTime> next_end() const = 0;
};

// `clock` must outlive the client. Without `names`, each has memory_address().
std::unique_ptr<MemoryClient> make_memory_client(MemoryWeb web, const Clock& clock,
                                                 MemoryNames names = {});

}  // namespace curlew::http
