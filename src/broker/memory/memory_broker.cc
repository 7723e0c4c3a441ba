#include <fmt/format.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <unordered_map>

#include "broker/broker.h"

namespace curlew::broker {
namespace {

struct Message {
  std::string payload;
  MemoryBudget::Share room;
};

using Queue = std::deque<Message>;

// Whoever answers to a subject. It may go while somebody asks.
struct Answerer {
  std::mutex mutex;
  Answer answer;
};

using Answerers = std::unordered_map<std::string, std::shared_ptr<Answerer>>;

class MemoryAnswering final : public Answering {
 public:
  explicit MemoryAnswering(std::shared_ptr<Answerer> answerer)
      : answerer_(std::move(answerer)) {}
  ~MemoryAnswering() override {
    const std::lock_guard lock(answerer_->mutex);
    answerer_->answer = nullptr;
  }

 private:
  const std::shared_ptr<Answerer> answerer_;
};

class MemoryBroker final : public Broker {
 public:
  explicit MemoryBroker(MemoryBrokerOptions options) : options_(options) {}

  Result<void> publish(std::string_view subject, std::string&& payload) override {
    const std::lock_guard lock(mutex_);
    Queue& queue = queues_[std::string(subject)];
    if (queue.size() >= options_.queue_limit) {
      return Error{ErrorKind::kLimit,
                   fmt::format("broker: queue {} holds {} messages already", subject,
                               queue.size())};
    }
    const Bytes size = payload.size();
    queue.push_back(
        {std::move(payload),
         MemoryBudget::Share(options_.memory, MemoryBudget::Use::kUnstored, size)});
    arrived_.notify_all();
    return {};
  }

  Result<std::vector<Delivery>> pull(std::string_view subject, std::size_t most,
                                     Milliseconds wait, Bytes most_bytes) override {
    std::unique_lock lock(mutex_);
    Queue& queue = queues_[std::string(subject)];
    if (queue.empty() && wait > Milliseconds(0)) {
      arrived_.wait_for(lock, wait, [&] { return !queue.empty(); });
    }
    return deliver(queue, most, most_bytes);
  }

  Result<void> ack(std::string_view, std::span<const std::uint64_t>) override {
    return {};
  }

  // On the thread of who asks.
  Result<std::string> request(std::string_view subject, std::string_view payload,
                              Milliseconds) override {
    if (const auto answerer = find_answerer(subject)) {
      const std::lock_guard lock(answerer->mutex);
      if (answerer->answer) return answerer->answer(payload);
    }
    return Error{ErrorKind::kDisconnected,
                 fmt::format("broker: nobody answers to {}", subject)};
  }

  Result<std::unique_ptr<Answering>> answer(std::string_view subject,
                                            Answer answer) override {
    auto answerer = std::make_shared<Answerer>();
    answerer->answer = std::move(answer);
    const std::lock_guard lock(mutex_);
    answerers_[std::string(subject)] = answerer;
    return std::unique_ptr<Answering>(
        std::make_unique<MemoryAnswering>(std::move(answerer)));
  }

 private:
  std::shared_ptr<Answerer> find_answerer(std::string_view subject) {
    const std::lock_guard lock(mutex_);
    const auto found = answerers_.find(std::string(subject));
    return found == answerers_.end() ? nullptr : found->second;
  }

  std::vector<Delivery> deliver(Queue& queue, std::size_t most, Bytes most_bytes) {
    std::vector<Delivery> deliveries;
    Bytes bytes = 0;
    while (!queue.empty() && deliveries.size() < most) {
      bytes += queue.front().payload.size();
      if (bytes > most_bytes && !deliveries.empty()) break;
      Message& message = queue.front();
      deliveries.push_back(
          {++last_token_, std::move(message.payload), std::move(message.room)});
      queue.pop_front();
    }
    return deliveries;
  }

  const MemoryBrokerOptions options_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  // References to queues stay valid while others are added.
  std::unordered_map<std::string, Queue> queues_;
  Answerers answerers_;
  std::uint64_t last_token_ = 0;
};

}  // namespace

std::unique_ptr<Broker> make_memory_broker(MemoryBrokerOptions options) {
  return std::make_unique<MemoryBroker>(options);
}

}  // namespace curlew::broker
