// Looks names up beside the transfers: a few threads for the blocking calls, and a
// cache of what they found. libcurl would start a thread for every look-up and keep its
// results apart from ours; so it is never asked (Debian's build has no c-ares).
//
// Everything but the threads inside belongs to one thread, the owner's.

#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "http/client.h"

namespace curlew::http {

struct ResolverOptions {
  std::size_t threads = 8;
  Milliseconds ttl{300'000};
  // A name without an address is asked again sooner.
  Milliseconds failure_ttl{30'000};
  // The least recently used go first.
  std::size_t entries = 20'000;
};

class Resolver {
 public:
  using Addresses = http::Addresses;

  // `found_some` is called on a resolver thread when deliver() has something to do.
  Resolver(ResolverOptions options, Lookup lookup, const Clock& clock,
           std::function<void()> found_some);
  // Does not wait for a look-up that hangs.
  ~Resolver();
  Resolver(const Resolver&) = delete;
  Resolver& operator=(const Resolver&) = delete;

  // What is known about `name`; nullptr when nothing is. Valid until the next call.
  const Addresses* find(const std::string& name);
  // As find(), but begins a look-up when nothing is known.
  const Addresses* find_or_begin(const std::string& name);

  // Hands over what look-ups found since the last call.
  using Receiver = std::function<void(const std::string& name, const Addresses&)>;
  void deliver(const Receiver& receive);

 private:
  struct Entry {
    Addresses addresses;
    SteadyTime expires;
    std::list<std::string>::iterator used;
  };
  class Threads;

  void remember(const std::string& name, Addresses addresses);

  ResolverOptions options_;
  const Clock& clock_;
  std::unordered_map<std::string, Entry> entries_;
  // The most recently used in front.
  std::list<std::string> by_use_;
  std::unique_ptr<Threads> threads_;
};

// getaddrinfo(): what the machine is configured to ask. kNotFound: the name has no
// address. kBusy: this process lacks files or memory, and nothing was asked. Any other
// kind: the name servers gave no answer.
Resolver::Addresses look_up_by_system(const std::string& name);
// Says an error of getaddrinfo() in words.
ErrorKind kind_of_lookup_error(int error);
// How a transfer ends whose look-up found no address.
TransferEnd end_of_lookup(const Resolver::Addresses& addresses);

}  // namespace curlew::http
