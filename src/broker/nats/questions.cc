#include "broker/nats/questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <deque>
#include <optional>
#include <thread>
#include <utility>

#include "base/log.h"

namespace curlew::broker {
namespace {

// A message begins with what it is.
constexpr char kQuestion = 'Q';  // A request: the payload follows.
constexpr char kMore = 'M';      // Wants more of an answer: "ID OFFSET".
constexpr char kAll = 'A';       // An answer, or the rest of one.
constexpr char kSome = 'S';      // Its beginning: "ID SIZE\n", and the first bytes.
constexpr char kError = 'E';     // "KIND\n", and the text.

// Room for what stands before the bytes.
constexpr Bytes kHead = 64;
// How late the end of an answering is seen.
constexpr std::int64_t kLookMs = 100;
// Answers of which more may be asked for: so many, for so long.
constexpr std::size_t kMostHeld = 8;
constexpr Bytes kMostHeldBytes = 512_MiB;
constexpr Milliseconds kHoldFor{60'000};
// Nobody is asked for more.
constexpr Bytes kLargestAnswer = 1_GiB;

// Two numbers with a space between them.
std::optional<std::pair<std::uint64_t, std::uint64_t>> two_numbers(
    std::string_view text) {
  std::pair<std::uint64_t, std::uint64_t> numbers;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, numbers.first);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != ' ') return {};
  const auto second = std::from_chars(first.ptr + 1, end, numbers.second);
  if (second.ec != std::errc() || second.ptr != end) return {};
  return numbers;
}

Error malformed(const std::string& subject) {
  return {ErrorKind::kMalformed,
          fmt::format("broker: {}: an answer that cannot be read", subject)};
}

// The error that was made where the answer should have been.
Error told_error(std::string_view text, const std::string& subject) {
  const auto line = text.find('\n');
  int kind = 0;
  const char* const end = text.data() + std::min(line, text.size());
  const auto read = std::from_chars(text.data(), end, kind);
  const bool is_known = line != text.npos && read.ec == std::errc() &&
                        read.ptr == end && kind >= 0 &&
                        kind <= static_cast<int>(ErrorKind::kUnsupported);
  if (!is_known) return malformed(subject);
  return {static_cast<ErrorKind>(kind), std::string(text.substr(line + 1))};
}

Result<NatsMessage> ask_once(NatsConnection& connection, const std::string& subject,
                             std::string_view message, Milliseconds wait) {
  TRY(connection.check());
  natsMsg* reply = nullptr;
  const natsStatus status = natsConnection_Request(
      &reply, connection.get(), subject.c_str(), message.data(),
      static_cast<int>(message.size()), std::max<std::int64_t>(wait.count(), 1));
  NatsMessage answered(reply);
  if (status == NATS_NO_RESPONDERS) {
    return Error{ErrorKind::kDisconnected,
                 fmt::format("broker: nobody answers to {}", subject)};
  }
  if (status != NATS_OK) {
    Error error = NatsConnection::error_of(subject, status);
    // Somebody may be there who did not answer in time.
    if (error.kind == ErrorKind::kDisconnected) error.kind = ErrorKind::kBusy;
    return error;
  }
  return answered;
}

class NatsAnswering final : public Answering {
 public:
  NatsAnswering(NatsConnection& connection, NatsSubscription subscription,
                Answer answer, const Clock& clock)
      : connection_(connection),
        subscription_(std::move(subscription)),
        answer_(std::move(answer)),
        clock_(clock),
        thread_([this] { run(); }) {}

  ~NatsAnswering() override {
    stopping_ = true;
    thread_.join();
  }

 private:
  struct Held {
    std::uint64_t id = 0;
    std::string answer;
    SteadyTime until;
  };

  void run() {
    while (!stopping_) {
      natsMsg* received = nullptr;
      const natsStatus status =
          natsSubscription_NextMsg(&received, subscription_.get(), kLookMs);
      const NatsMessage message(received);
      while (!held_.empty() && held_.front().until <= clock_.steady()) drop_oldest();
      if (status == NATS_TIMEOUT) continue;
      if (status != NATS_OK) {
        // The connection is closed for good: nobody can ask any more.
        if (!subscription_ || !natsSubscription_IsValid(subscription_.get())) return;
        std::this_thread::sleep_for(Milliseconds(kLookMs));
        continue;
      }
      const char* const reply_to = natsMsg_GetReply(received);
      if (reply_to == nullptr) continue;
      const std::string reply = reply_for(payload_of(received));
      natsConnection_Publish(connection_.get(), reply_to, reply.data(),
                             static_cast<int>(reply.size()));
    }
  }

  std::string reply_for(std::string_view message) {
    if (message.starts_with(kMore)) return more(message.substr(1));
    if (!message.starts_with(kQuestion)) {
      return to_reply(
          Error{ErrorKind::kMalformed, "broker: a request of another kind"});
    }
    auto answer = answer_(message.substr(1));
    if (!answer.ok()) return to_reply(answer.error());
    if (answer->size() <= room()) return std::string(1, kAll).append(*answer);
    return begin(*std::move(answer));
  }

  // An error's text is bounded, as all that crosses.
  std::string to_reply(const Error& error) const {
    // Whom it could not reach itself is nothing to the one who asked, and has reached
    // it.
    const ErrorKind kind =
        error.kind == ErrorKind::kDisconnected ? ErrorKind::kBusy : error.kind;
    return fmt::format("{}{}\n{}", kError, static_cast<int>(kind),
                       error.text.substr(0, std::min<Bytes>(room(), 4_KiB)));
  }

  std::string begin(std::string answer) {
    while (!held_.empty() && (held_.size() >= kMostHeld ||
                              held_bytes_ + answer.size() > kMostHeldBytes)) {
      drop_oldest();
    }
    held_bytes_ += answer.size();
    held_.push_back({++last_id_, std::move(answer), clock_.steady() + kHoldFor});
    const Held& held = held_.back();
    return fmt::format("{}{} {}\n{}", kSome, held.id, held.answer.size(),
                       std::string_view(held.answer).substr(0, room()));
  }

  std::string more(std::string_view asked) {
    const auto numbers = two_numbers(asked);
    const auto held = std::ranges::find_if(
        held_, [&](const Held& each) { return numbers && each.id == numbers->first; });
    if (held == held_.end() || numbers->second > held->answer.size()) {
      return to_reply(
          Error{ErrorKind::kBusy, "broker: too much is asked for; try again later"});
    }
    held->until = clock_.steady() + kHoldFor;
    const auto bytes =
        std::string_view(held->answer).substr(std::size_t(numbers->second), room());
    std::string reply = std::string(1, kAll).append(bytes);
    if (numbers->second + bytes.size() == held->answer.size()) {
      held_bytes_ -= held->answer.size();
      held_.erase(held);
    }
    return reply;
  }

  void drop_oldest() {
    held_bytes_ -= held_.front().answer.size();
    held_.pop_front();
  }

  Bytes room() const { return connection_.largest_message() - kHead; }

  NatsConnection& connection_;
  const NatsSubscription subscription_;
  const Answer answer_;
  const Clock& clock_;
  std::deque<Held> held_;
  Bytes held_bytes_ = 0;
  std::uint64_t last_id_ = 0;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

}  // namespace

Result<std::string> ask_nats(NatsConnection& connection, const std::string& subject,
                             std::string_view payload, Milliseconds wait) {
  if (payload.size() + kHead > connection.largest_message()) {
    return Error{ErrorKind::kLimit, fmt::format("broker: {}: a request of {} bytes",
                                                subject, payload.size())};
  }
  TRY_ASSIGN(
      const NatsMessage first,
      ask_once(connection, subject, std::string(1, kQuestion).append(payload), wait));
  const std::string_view reply = payload_of(first.get());
  if (reply.starts_with(kAll)) return std::string(reply.substr(1));
  if (reply.starts_with(kError)) return told_error(reply.substr(1), subject);
  const auto line = reply.find('\n');
  if (!reply.starts_with(kSome) || line == reply.npos) return malformed(subject);
  const auto numbers = two_numbers(reply.substr(1, line - 1));
  if (!numbers || numbers->second > kLargestAnswer) return malformed(subject);
  std::string answer(reply.substr(line + 1));
  while (answer.size() < numbers->second) {
    TRY_ASSIGN(
        const NatsMessage next,
        ask_once(connection, subject,
                 fmt::format("{}{} {}", kMore, numbers->first, answer.size()), wait));
    const std::string_view more = payload_of(next.get());
    if (more.starts_with(kError)) return told_error(more.substr(1), subject);
    if (!more.starts_with(kAll) || more.size() == 1) return malformed(subject);
    answer += more.substr(1);
  }
  return answer;
}

Result<std::unique_ptr<Answering>> answer_nats(NatsConnection& connection,
                                               const std::string& subject,
                                               Answer answer, const Clock& clock) {
  natsSubscription* made = nullptr;
  natsStatus status =
      natsConnection_SubscribeSync(&made, connection.get(), subject.c_str());
  NatsSubscription subscription(made);
  // Whoever asks next must find it.
  if (status == NATS_OK) status = natsConnection_FlushTimeout(connection.get(), 5'000);
  if (status != NATS_OK) return NatsConnection::error_of(subject, status);
  return std::unique_ptr<Answering>(std::make_unique<NatsAnswering>(
      connection, std::move(subscription), std::move(answer), clock));
}

}  // namespace curlew::broker
