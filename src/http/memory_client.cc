#include "http/memory_client.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/fingerprint.h"

namespace curlew::http {
namespace {

struct Transfer {
  SteadyTime end;
  std::uint64_t sequence;  // Transfers that end together are delivered as they began.
  Response response;
  Client::Done done;
};

bool ends_later(const Transfer& a, const Transfer& b) {
  return std::pair(a.end, a.sequence) > std::pair(b.end, b.sequence);
}

class MemoryClientImpl final : public MemoryClient {
 public:
  MemoryClientImpl(MemoryWeb web, const Clock& clock, MemoryNames names)
      : web_(std::move(web)), names_(std::move(names)), clock_(clock) {}

  void start(Request request, Done done) override {
    auto answer = web_(request);
    answer.response.took = answer.latency;
    transfers_.push_back({clock_.steady() + answer.latency, ++started_,
                          std::move(answer.response), std::move(done)});
    std::push_heap(transfers_.begin(), transfers_.end(), ends_later);
  }

  const Addresses* find_addresses(const std::string& name) override {
    const MemoryLookup& known = lookup_of(name);
    const bool was_asked = known_.contains(name);
    return known.latency == Milliseconds(0) || was_asked ? &known.addresses : nullptr;
  }

  void look_up(const std::string& name, LookedUp done) override {
    const MemoryLookup& found = lookup_of(name);
    auto deliver = [this, name, done = std::move(done)](const Response&) {
      known_.insert(name);
      done(lookups_.at(name).addresses);
    };
    transfers_.push_back(
        {clock_.steady() + found.latency, ++started_, {}, std::move(deliver)});
    std::push_heap(transfers_.begin(), transfers_.end(), ends_later);
  }

  // What callbacks start is left to the next poll, as with a real network.
  void poll(Milliseconds) override {
    const auto now = clock_.steady();
    const auto last = started_;
    while (!transfers_.empty() && transfers_.front().end <= now &&
           transfers_.front().sequence <= last) {
      std::pop_heap(transfers_.begin(), transfers_.end(), ends_later);
      auto transfer = std::move(transfers_.back());
      transfers_.pop_back();
      transfer.done(std::move(transfer.response));
    }
  }

  std::size_t in_flight() const override { return transfers_.size(); }

  void wake() override {}

  std::optional<SteadyTime> next_end() const override {
    if (transfers_.empty()) return std::nullopt;
    return transfers_.front().end;
  }

 private:
  const MemoryLookup& lookup_of(const std::string& name) {
    const auto known = lookups_.find(name);
    if (known != lookups_.end()) return known->second;
    MemoryLookup found =
        names_ ? names_(name) : MemoryLookup{std::vector{memory_address(name)}};
    return lookups_.emplace(name, std::move(found)).first->second;
  }

  MemoryWeb web_;
  MemoryNames names_;
  const Clock& clock_;
  std::unordered_map<std::string, MemoryLookup> lookups_;
  std::unordered_set<std::string> known_;  // Those whose look-up has ended.
  std::uint64_t started_ = 0;
  std::vector<Transfer> transfers_;  // A heap: the next to end is in front.
};

}  // namespace

IpAddress memory_address(std::string_view name) { return {fingerprint_of(name).bytes}; }

std::unique_ptr<MemoryClient> make_memory_client(MemoryWeb web, const Clock& clock,
                                                 MemoryNames names) {
  return std::make_unique<MemoryClientImpl>(std::move(web), clock, std::move(names));
}

}  // namespace curlew::http
