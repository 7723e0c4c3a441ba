#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "base/random.h"
#include "broker/broker.h"
#include "broker/nats/connection.h"
#include "broker/nats/inbox.h"
#include "broker/nats/parts.h"
#include "broker/nats/questions.h"
#include "broker/nats/stream.h"

namespace curlew::broker {
namespace {

// Names of terminals are part of it, and some come from messages. A space would end it
// in the server's protocol, and * and > would mean others, too.
Result<void> expect_subject(std::string_view subject) {
  constexpr std::size_t kLongestSubject = 200;
  const bool is_plain = std::ranges::all_of(subject, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '-' || c == '_' || c == '.';
  });
  if (is_plain && !subject.empty() && subject.size() <= kLongestSubject &&
      subject.front() != '.' && subject.back() != '.' &&
      subject.find("..") == subject.npos) {
    return {};
  }
  return Error{ErrorKind::kMalformed, fmt::format("broker: '{}' cannot be a subject",
                                                  subject.substr(0, kLongestSubject))};
}

class NatsBroker final : public Broker {
 public:
  NatsBroker(NatsBrokerOptions options, std::unique_ptr<NatsConnection> connection,
             const Clock& clock)
      : options_(std::move(options)),
        clock_(clock),
        connection_(std::move(connection)),
        stream_(options_, *connection_),
        next_message_(Random::from_system()()) {}

  Result<void> prepare() { return stream_.ensure(); }

  Result<void> check() override { return connection_->check(); }

  Result<void> publish(std::string_view subject, std::string&& payload) override {
    TRY(expect_subject(subject));
    TRY(connection_->check());
    TRY(stream_.ensure());
    const auto parts = to_parts(payload, connection_->largest_message(), message_id());
    for (const std::string& part : parts) TRY(stream_.publish(subject, part));
    payload.clear();
    return {};
  }

  Result<std::vector<Delivery>> pull(std::string_view subject, std::size_t most,
                                     Milliseconds wait, Bytes most_bytes) override {
    TRY(expect_subject(subject));
    return inbox_of(subject).pull(most, wait, most_bytes);
  }

  Result<void> ack(std::string_view subject,
                   std::span<const std::uint64_t> tokens) override {
    TRY(expect_subject(subject));
    return inbox_of(subject).ack(tokens);
  }

  Result<std::string> request(std::string_view subject, std::string_view payload,
                              Milliseconds wait) override {
    TRY(expect_subject(subject));
    return ask_nats(*connection_, question_subject(subject), payload, wait);
  }

  Result<std::unique_ptr<Answering>> answer(std::string_view subject,
                                            Answer answer) override {
    TRY(expect_subject(subject));
    return answer_nats(*connection_, question_subject(subject), std::move(answer),
                       clock_);
  }

 private:
  std::string question_subject(std::string_view subject) const {
    return fmt::format("{}.ask.{}", options_.installation, subject);
  }

  std::uint64_t message_id() {
    const std::lock_guard lock(mutex_);
    return next_message_++;
  }

  NatsInbox& inbox_of(std::string_view subject) {
    const std::lock_guard lock(mutex_);
    auto& inbox = inboxes_[std::string(subject)];
    if (!inbox) {
      inbox = std::make_unique<NatsInbox>(std::string(subject), *connection_, stream_,
                                          options_.memory, clock_);
    }
    return *inbox;
  }

  const NatsBrokerOptions options_;
  const Clock& clock_;
  const std::unique_ptr<NatsConnection> connection_;
  NatsStream stream_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<NatsInbox>> inboxes_;
  std::uint64_t next_message_;
};

}  // namespace

Result<std::unique_ptr<Broker>> make_nats_broker(NatsBrokerOptions options,
                                                 const Clock& clock) {
  TRY_ASSIGN(auto connection, NatsConnection::open(options));
  auto broker =
      std::make_unique<NatsBroker>(std::move(options), std::move(connection), clock);
  TRY(broker->prepare());
  return std::unique_ptr<Broker>(std::move(broker));
}

}  // namespace curlew::broker
