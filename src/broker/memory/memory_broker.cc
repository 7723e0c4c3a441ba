#include <fmt/format.h>

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <unordered_map>

#include "broker/broker.h"

namespace curlew::broker {
namespace {

struct Message {
  std::string payload;
  MemoryBudget::Share room;
};

struct Leased {
  Message message;
  SteadyTime until;
};

struct Queue {
  std::deque<Message> waiting;
  // By token, so in the order of delivery: the first one's lease ends first.
  std::map<std::uint64_t, Leased> leased;
};

class MemoryBroker final : public Broker {
 public:
  MemoryBroker(MemoryBrokerOptions options, const Clock& clock)
      : options_(options), clock_(clock) {}

  Result<void> publish(std::string_view subject, std::string&& payload) override {
    const std::lock_guard lock(mutex_);
    Queue& queue = queues_[std::string(subject)];
    if (queue.waiting.size() >= options_.queue_limit) {
      return Error{ErrorKind::kLimit,
                   fmt::format("broker: queue {} holds {} messages already", subject,
                               queue.waiting.size())};
    }
    const Bytes size = payload.size();
    queue.waiting.push_back(
        {std::move(payload),
         MemoryBudget::Share(options_.memory, MemoryBudget::Use::kUnstored, size)});
    arrived_.notify_all();
    return {};
  }

  Result<std::vector<Delivery>> pull(std::string_view subject, std::size_t most,
                                     Milliseconds wait, Bytes most_bytes) override {
    std::unique_lock lock(mutex_);
    Queue& queue = queues_[std::string(subject)];
    take_back_expired(queue);
    if (queue.waiting.empty() && wait > Milliseconds(0)) {
      arrived_.wait_for(lock, wait, [&] { return !queue.waiting.empty(); });
      take_back_expired(queue);
    }
    return deliver(queue, most, most_bytes);
  }

  Result<void> ack(std::string_view subject,
                   std::span<const std::uint64_t> tokens) override {
    const std::lock_guard lock(mutex_);
    Queue& queue = queues_[std::string(subject)];
    for (const std::uint64_t token : tokens) queue.leased.erase(token);
    return {};
  }

 private:
  void take_back_expired(Queue& queue) {
    const SteadyTime now = clock_.steady();
    while (!queue.leased.empty() && queue.leased.begin()->second.until <= now) {
      queue.waiting.push_front(std::move(queue.leased.begin()->second.message));
      queue.leased.erase(queue.leased.begin());
    }
  }

  std::vector<Delivery> deliver(Queue& queue, std::size_t most, Bytes most_bytes) {
    std::vector<Delivery> deliveries;
    const SteadyTime until = clock_.steady() + options_.lease;
    Bytes bytes = 0;
    while (!queue.waiting.empty() && deliveries.size() < most) {
      bytes += queue.waiting.front().payload.size();
      if (bytes > most_bytes && !deliveries.empty()) break;
      const std::uint64_t token = ++last_token_;
      deliveries.push_back({token, queue.waiting.front().payload});
      queue.leased[token] = {std::move(queue.waiting.front()), until};
      queue.waiting.pop_front();
    }
    return deliveries;
  }

  const MemoryBrokerOptions options_;
  const Clock& clock_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  // References to queues stay valid while others are added.
  std::unordered_map<std::string, Queue> queues_;
  std::uint64_t last_token_ = 0;
};

}  // namespace

std::unique_ptr<Broker> make_memory_broker(MemoryBrokerOptions options,
                                           const Clock& clock) {
  return std::make_unique<MemoryBroker>(options, clock);
}

}  // namespace curlew::broker
