#include "broker/nats/inbox.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "base/log.h"

namespace curlew::broker {
namespace {

// Asked for at once. A message is 1 MiB at most, so that several always fit.
constexpr std::size_t kMostAsked = 500;
constexpr Bytes kMostAskedBytes = 8_MiB;
// The server says when it gives up; where it does not, we do so a little later.
constexpr Milliseconds kAskFor{30'000};
constexpr Milliseconds kGrace{5'000};
// Of payloads whose parts have not all come. A report is below it.
constexpr Bytes kMostUnfinished = 256_MiB;
// Of a pull while the server is away.
constexpr Milliseconds kLongestPause{1'000};

// A word of the server's instead of a message: there are no more, or it has waited
// long enough.
bool is_status(natsMsg* message) {
  const char* value = nullptr;
  return natsMsg_GetDataLength(message) == 0 &&
         natsMsgHeader_Get(message, "Status", &value) == NATS_OK;
}

}  // namespace

NatsInbox::NatsInbox(std::string queue, NatsConnection& connection, NatsStream& stream,
                     MemoryBudget* memory, const Clock& clock)
    : queue_(std::move(queue)),
      connection_(connection),
      stream_(stream),
      memory_(memory),
      clock_(clock),
      joining_(kMostUnfinished) {}

Result<std::vector<Delivery>> NatsInbox::pull(std::size_t most, Milliseconds wait,
                                              Bytes most_bytes) {
  if (most == 0) return std::vector<Delivery>();
  const std::lock_guard lock(mutex_);
  const SteadyTime deadline = clock_.steady() + wait;
  if (auto prepared = prepare(); !prepared.ok()) {
    // Whoever would have waited does not ask again at once.
    if (wait > Milliseconds(0)) {
      std::this_thread::sleep_for(std::min(wait, kLongestPause));
    }
    return std::move(prepared).error();
  }
  while (true) {
    bool more = true;
    while (more && waiting_.size() < most) {
      TRY_ASSIGN(more, receive(Milliseconds(0)));
    }
    if (waiting_.size() < most) TRY(ask(most));
    if (!waiting_.empty()) return deliver(most, most_bytes);
    const auto left =
        std::chrono::duration_cast<Milliseconds>(deadline - clock_.steady());
    if (left <= Milliseconds(0)) return std::vector<Delivery>();
    TRY(receive(left));
  }
}

// Whatever was sent to us and did not arrive would come again only after an hour: the
// consumer is made anew, and all that is not acknowledged comes again now. Messages may
// come twice, and their takers know.
Result<void> NatsInbox::prepare() {
  TRY(connection_.check());
  const std::uint64_t generation = connection_.generation();
  if (generation_ == generation) return {};
  TRY(stream_.ensure());
  subscription_.reset();
  joining_.clear();
  waiting_.clear();
  asked_ = 0;
  {
    // They come again under new tokens. A server that lost its disk counts from one
    // again, and would take these for others.
    const std::lock_guard lock(tokens_mutex_);
    unacknowledged_.clear();
  }
  char* inbox = nullptr;
  if (const auto made = natsInbox_Create(&inbox); made != NATS_OK) {
    return NatsConnection::error_of(queue_, made);
  }
  reply_to_ = inbox;
  natsInbox_Destroy(inbox);
  natsSubscription* subscription = nullptr;
  const auto subscribed =
      natsConnection_SubscribeSync(&subscription, connection_.get(), reply_to_.c_str());
  if (subscribed != NATS_OK) return NatsConnection::error_of(queue_, subscribed);
  subscription_.reset(subscription);
  // What was asked for bounds it already.
  natsSubscription_SetPendingLimits(subscription, -1, -1);
  TRY(stream_.restart_consumer(queue_));
  generation_ = generation;
  return {};
}

Result<void> NatsInbox::ask(std::size_t most) {
  const SteadyTime now = clock_.steady();
  if (asked_ > 0 && now < asked_until_) return {};
  const std::size_t count = std::min(most, kMostAsked);
  const auto nanoseconds =
      std::chrono::duration_cast<std::chrono::nanoseconds>(kAskFor).count();
  const std::string request =
      fmt::format(R"({{"batch":{},"max_bytes":{},"expires":{}}})", count,
                  kMostAskedBytes, nanoseconds);
  const std::string subject = fmt::format("$JS.API.CONSUMER.MSG.NEXT.{}.{}",
                                          stream_.name(), stream_.consumer_of(queue_));
  const natsStatus status = natsConnection_PublishRequest(
      connection_.get(), subject.c_str(), reply_to_.c_str(), request.data(),
      static_cast<int>(request.size()));
  if (status != NATS_OK) return NatsConnection::error_of(queue_, status);
  asked_ = count;
  asked_until_ = now + kAskFor + kGrace;
  return {};
}

Result<bool> NatsInbox::receive(Milliseconds wait) {
  natsMsg* received = nullptr;
  const natsStatus status =
      natsSubscription_NextMsg(&received, subscription_.get(), wait.count());
  const NatsMessage message(received);
  if (status == NATS_TIMEOUT) return false;
  // There is no such consumer any more: somebody deleted it.
  if (status == NATS_NO_RESPONDERS) {
    generation_ = 0;
    return Error{ErrorKind::kDisconnected,
                 fmt::format("broker: {}: its queue is gone", queue_)};
  }
  if (status != NATS_OK) {
    generation_ = 0;
    return NatsConnection::error_of(queue_, status);
  }
  if (is_status(received)) {
    asked_ = 0;
    const char* text = nullptr;
    if (natsMsgHeader_Get(received, "Description", &text) == NATS_OK &&
        std::string_view(text).find("Consumer Deleted") != std::string_view::npos) {
      // Another process took the queue over, or an operator.
      generation_ = 0;
      return Error{ErrorKind::kDisconnected,
                   fmt::format("broker: {}: another process takes from it", queue_)};
    }
  } else {
    if (asked_ > 0) --asked_;
    take(received);
  }
  return true;
}

void NatsInbox::take(natsMsg* message) {
  const char* const reply = natsMsg_GetReply(message);
  auto all = joining_.add(payload_of(message), reply == nullptr ? "" : reply);
  for (Joining::Joined& joined : all) {
    if (joined.payload) {
      waiting_.push_back(
          {*std::move(joined.payload), std::move(joined.acknowledgements)});
    } else {
      log_warning("broker: {}: a message that never came whole is given up", queue_);
      acknowledge(joined.acknowledgements);
    }
  }
}

std::vector<Delivery> NatsInbox::deliver(std::size_t most, Bytes most_bytes) {
  std::vector<Delivery> deliveries;
  Bytes bytes = 0;
  const std::lock_guard lock(tokens_mutex_);
  while (!waiting_.empty() && deliveries.size() < most) {
    Waiting& next = waiting_.front();
    const Bytes size = next.payload.size();
    bytes += size;
    if (bytes > most_bytes && !deliveries.empty()) break;
    unacknowledged_[++last_token_] = std::move(next.acknowledgements);
    deliveries.push_back(
        {last_token_, std::move(next.payload),
         MemoryBudget::Share(memory_, MemoryBudget::Use::kUnstored, size)});
    waiting_.pop_front();
  }
  return deliveries;
}

Result<void> NatsInbox::ack(std::span<const std::uint64_t> tokens) {
  for (const std::uint64_t token : tokens) {
    const std::lock_guard lock(tokens_mutex_);
    const auto messages = unacknowledged_.extract(token);
    if (messages) acknowledge(messages.mapped());
  }
  return connection_.check();
}

// Nobody waits for the server: a lost one lets the message come again.
void NatsInbox::acknowledge(const std::vector<std::string>& messages) {
  for (const std::string& reply : messages) {
    natsConnection_PublishString(connection_.get(), reply.c_str(), "+ACK");
  }
}

}  // namespace curlew::broker
