#include "broker/nats/stream.h"

#include <fmt/format.h>

#include <algorithm>

namespace curlew::broker {
namespace {

constexpr std::int64_t kNanosecondsPerHour = 3'600'000'000'000;
// Whoever has not come back by then gets what the database says instead.
constexpr std::int64_t kKeepMessages = 72 * kNanosecondsPerHour;
// Beyond the lease of any order (docs/decisions/0011-one-lease.md): it acts first.
constexpr std::int64_t kAckWait = kNanosecondsPerHour;
// `why`: JetStream's number, 0 where it did not answer.
Error to_error(std::string_view doing, natsStatus status, jsErrCode why) {
  Error error = NatsConnection::error_of(doing, status);
  if (why == JSStreamStoreFailedErr) {
    error.kind = ErrorKind::kLimit;
  } else if (why != 0) {
    error.text += fmt::format(" ({})", static_cast<int>(why));
  }
  return error;
}

}  // namespace

NatsStream::NatsStream(const NatsBrokerOptions& options, NatsConnection& connection)
    : name_(options.installation),
      queue_limit_(options.queue_limit),
      storage_limit_(options.storage_limit),
      connection_(connection) {}

std::string NatsStream::subject_of(std::string_view queue) const {
  return fmt::format("{}.queue.{}", name_, queue);
}

std::string NatsStream::consumer_of(std::string_view queue) const {
  std::string name(queue);
  std::ranges::replace(name, '.', '_');
  return name;
}

Result<void> NatsStream::ensure() {
  const std::lock_guard lock(mutex_);
  const std::uint64_t generation = connection_.generation();
  if (ensured_ == generation) return {};
  const std::string subjects = subject_of(">");
  const char* const all[] = {subjects.c_str()};
  jsStreamConfig config;
  jsStreamConfig_Init(&config);
  config.Name = name_.c_str();
  config.Subjects = const_cast<const char**>(all);
  config.SubjectsLen = 1;
  config.Retention = js_WorkQueuePolicy;
  config.Storage = js_FileStorage;
  config.Discard = js_DiscardNew;
  config.DiscardNewPerSubject = true;
  config.MaxMsgsPerSubject = static_cast<std::int64_t>(queue_limit_);
  config.MaxBytes = static_cast<std::int64_t>(storage_limit_);
  config.MaxAge = kKeepMessages;
  jsErrCode why = {};
  natsStatus status =
      js_AddStream(nullptr, connection_.jetstream(), &config, nullptr, &why);
  // An earlier release may have made it with other limits.
  if (why == JSStreamNameExistErr) {
    status = js_UpdateStream(nullptr, connection_.jetstream(), &config, nullptr, &why);
  }
  if (status != NATS_OK) return to_error("its stream cannot be made", status, why);
  ensured_ = generation;
  return {};
}

Result<void> NatsStream::publish(std::string_view queue, std::string_view message) {
  jsErrCode why = {};
  const natsStatus status =
      js_Publish(nullptr, connection_.jetstream(), subject_of(queue).c_str(),
                 message.data(), static_cast<int>(message.size()), nullptr, &why);
  if (status == NATS_OK) return {};
  // Somebody deleted the stream under a connection that lasts.
  if (status == NATS_NO_RESPONDERS) {
    const std::lock_guard lock(mutex_);
    ensured_ = 0;
  }
  return to_error(queue, status, why);
}

Result<void> NatsStream::restart_consumer(std::string_view queue) {
  const std::string consumer = consumer_of(queue);
  const std::string subject = subject_of(queue);
  jsErrCode why = {};
  natsStatus status = js_DeleteConsumer(connection_.jetstream(), name_.c_str(),
                                        consumer.c_str(), nullptr, &why);
  if (status != NATS_OK && why != JSConsumerNotFoundErr) {
    return to_error(queue, status, why);
  }
  jsConsumerConfig config;
  jsConsumerConfig_Init(&config);
  config.Durable = consumer.c_str();
  config.FilterSubject = subject.c_str();
  config.AckPolicy = js_AckExplicit;
  config.AckWait = kAckWait;
  config.MaxAckPending = -1;
  status = js_AddConsumer(nullptr, connection_.jetstream(), name_.c_str(), &config,
                          nullptr, &why);
  if (status != NATS_OK) return to_error(queue, status, why);
  return {};
}

}  // namespace curlew::broker
