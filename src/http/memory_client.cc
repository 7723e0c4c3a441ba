#include "http/memory_client.h"

#include <algorithm>
#include <utility>
#include <vector>

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
  MemoryClientImpl(MemoryWeb web, const Clock& clock)
      : web_(std::move(web)), clock_(clock) {}

  void start(Request request, Done done) override {
    auto answer = web_(request);
    answer.response.took = answer.latency;
    transfers_.push_back({clock_.steady() + answer.latency, ++started_,
                          std::move(answer.response), std::move(done)});
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
  MemoryWeb web_;
  const Clock& clock_;
  std::uint64_t started_ = 0;
  std::vector<Transfer> transfers_;  // A heap: the next to end is in front.
};

}  // namespace

std::unique_ptr<MemoryClient> make_memory_client(MemoryWeb web, const Clock& clock) {
  return std::make_unique<MemoryClientImpl>(std::move(web), clock);
}

}  // namespace curlew::http
