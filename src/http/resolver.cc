#include "http/resolver.h"

#include <fmt/format.h>
#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <unordered_set>
#include <utility>

#include "base/ascii.h"
#include "http/open_files.h"

namespace curlew::http {
namespace {

struct Found {
  std::string name;
  Resolver::Addresses addresses;
};

// Outlives the resolver while a look-up hangs in a detached thread.
struct Shared {
  Lookup lookup;
  std::function<void()> found_some;

  std::mutex mutex;
  std::condition_variable wanted_some;
  std::deque<std::string> wanted;
  std::vector<Found> found;
  std::size_t idle = 0;
  bool stopping = false;
};

Resolver::Addresses look_up(const Lookup& lookup, const std::string& name) {
  try {
    return lookup(name);
  } catch (const std::exception& error) {
    return Error{ErrorKind::kFailed, fmt::format("{}: {}", name, error.what())};
  }
}

// found_some() is called under the lock, so that it is never called once the resolver
// has set `stopping`.
void run_lookups(const std::shared_ptr<Shared>& shared) {
  std::unique_lock lock(shared->mutex);
  while (true) {
    ++shared->idle;
    shared->wanted_some.wait(
        lock, [&] { return shared->stopping || !shared->wanted.empty(); });
    --shared->idle;
    if (shared->stopping) return;
    std::string name = std::move(shared->wanted.front());
    shared->wanted.pop_front();
    lock.unlock();
    auto addresses = look_up(shared->lookup, name);
    lock.lock();
    if (shared->stopping) return;
    shared->found.push_back({std::move(name), std::move(addresses)});
    shared->found_some();
  }
}

// RFC 6761 §6.3: "localhost" and every name below it is loopback, and name servers are
// not asked. libcurl and browsers do the same; the C library knows "localhost" only.
bool is_localhost(std::string_view name) {
  if (name.ends_with('.')) name.remove_suffix(1);
  const std::string lower = to_ascii_lower(name);
  return lower == "localhost" || lower.ends_with(".localhost");
}

// RFC 6761 §6.4: names below "invalid" do not exist, whether a name server is within
// reach or not.
bool is_invalid(std::string_view name) {
  if (name.ends_with('.')) name.remove_suffix(1);
  return to_ascii_lower(name).ends_with(".invalid");
}

}  // namespace

class Resolver::Threads {
 public:
  Threads(std::size_t limit, Lookup lookup, std::function<void()> found_some)
      : limit_(limit) {
    shared_->lookup = std::move(lookup);
    shared_->found_some = std::move(found_some);
  }

  // A thread inside getaddrinfo() cannot be stopped; it is left to end by itself.
  ~Threads() {
    const std::lock_guard lock(shared_->mutex);
    shared_->stopping = true;
    shared_->wanted_some.notify_all();
  }

  void begin(const std::string& name) {
    if (!under_way_.insert(name).second) return;
    const std::lock_guard lock(shared_->mutex);
    shared_->wanted.push_back(name);
    if (shared_->idle < shared_->wanted.size() && started_ < limit_) {
      std::thread([shared = shared_] { run_lookups(shared); }).detach();
      ++started_;
    }
    shared_->wanted_some.notify_one();
  }

  std::vector<Found> take_found() {
    std::vector<Found> found;
    {
      const std::lock_guard lock(shared_->mutex);
      found.swap(shared_->found);
    }
    for (const auto& one : found) under_way_.erase(one.name);
    return found;
  }

 private:
  const std::size_t limit_;
  std::size_t started_ = 0;  // Threads are started when first needed.
  std::unordered_set<std::string> under_way_;
  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};

Resolver::Resolver(ResolverOptions options, Lookup lookup, const Clock& clock,
                   std::function<void()> found_some)
    : options_(options),
      clock_(clock),
      threads_(std::make_unique<Threads>(std::max<std::size_t>(options.threads, 1),
                                         std::move(lookup), std::move(found_some))) {}

Resolver::~Resolver() = default;

const Resolver::Addresses* Resolver::find(const std::string& name) {
  const auto found = entries_.find(name);
  if (found == entries_.end() || found->second.expires <= clock_.steady()) {
    return nullptr;
  }
  by_use_.splice(by_use_.begin(), by_use_, found->second.used);
  return &found->second.addresses;
}

const Resolver::Addresses* Resolver::find_or_begin(const std::string& name) {
  const Addresses* known = find(name);
  if (known == nullptr) threads_->begin(name);
  return known;
}

void Resolver::deliver(const Receiver& receive) {
  for (auto& [name, addresses] : threads_->take_found()) {
    receive(name, addresses);
    remember(name, std::move(addresses));
  }
}

void Resolver::remember(const std::string& name, Addresses addresses) {
  // What went wrong on our side says nothing about the name.
  if (!addresses.ok() && addresses.error().kind == ErrorKind::kBusy) return;
  const auto ttl = addresses.ok() ? options_.ttl : options_.failure_ttl;
  if (const auto old = entries_.find(name); old != entries_.end()) {
    by_use_.erase(old->second.used);
    entries_.erase(old);
  }
  by_use_.push_front(name);
  entries_.emplace(name,
                   Entry{std::move(addresses), clock_.steady() + ttl, by_use_.begin()});
  if (entries_.size() > options_.entries) {
    entries_.erase(by_use_.back());
    by_use_.pop_back();
  }
}

ErrorKind kind_of_lookup_error(int error) {
  switch (error) {
    case EAI_NONAME:
    case EAI_NODATA:
    case EAI_ADDRFAMILY:
      return ErrorKind::kNotFound;
    case EAI_MEMORY:
      return ErrorKind::kBusy;
    default:  // EAI_AGAIN, EAI_FAIL, EAI_SYSTEM: name servers that do not answer.
      return ErrorKind::kFailed;
  }
}

TransferEnd end_of_lookup(const Resolver::Addresses& addresses) {
  if (addresses.ok()) return TransferEnd::kUnresolved;
  switch (addresses.error().kind) {
    case ErrorKind::kBusy:
      return TransferEnd::kNoRoom;
    case ErrorKind::kNotFound:
      return TransferEnd::kUnresolved;
    default:
      return TransferEnd::kUnconnected;
  }
}

Resolver::Addresses look_up_by_system(const std::string& name) {
  if (is_localhost(name)) return std::vector{*parse_ip_address("127.0.0.1")};
  if (is_invalid(name)) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("{}: {}", name, gai_strerror(EAI_NONAME))};
  }
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_ADDRCONFIG;
  addrinfo* list = nullptr;
  const int error = getaddrinfo(name.c_str(), nullptr, &hints, &list);
  if (error != 0) {
    if (is_out_of_files()) {
      return Error{ErrorKind::kBusy,
                   fmt::format("{}: not looked up: too many open files", name)};
    }
    return Error{kind_of_lookup_error(error),
                 fmt::format("{}: {}", name, gai_strerror(error))};
  }
  std::vector<IpAddress> addresses;
  for (const auto* entry = list; entry != nullptr; entry = entry->ai_next) {
    if (auto address = to_ip_address(entry->ai_addr)) addresses.push_back(*address);
  }
  freeaddrinfo(list);
  return addresses;
}

}  // namespace curlew::http
