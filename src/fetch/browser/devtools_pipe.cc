#include "fetch/browser/devtools_pipe.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cerrno>
#include <cstring>
#include <utility>

namespace curlew::fetch {
namespace {

namespace json = boost::json;

constexpr std::size_t kReadAtOnce = 256 * 1024;

Error ended(std::string_view why) {
  return Error{ErrorKind::kFailed, fmt::format("browser: {}", why)};
}

}  // namespace

std::string_view text_field(const json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  return value != nullptr && value->is_string()
             ? std::string_view(value->get_string().data(), value->get_string().size())
             : std::string_view();
}

const json::object& object_field(const json::object& object, std::string_view key) {
  static const json::object kNone;
  const auto* value = object.if_contains(key);
  return value != nullptr && value->is_object() ? value->get_object() : kNone;
}

DevToolsPipe::DevToolsPipe(std::unique_ptr<BrowserProcess> process,
                           DevToolsLimits limits, OnEvent on_event)
    : process_(std::move(process)), limits_(limits), on_event_(std::move(on_event)) {}

void DevToolsPipe::call(std::string_view method, json::object parameters,
                        std::string_view session, Reply reply) {
  json::object message{
      {"id", ++last_id_}, {"method", method}, {"params", std::move(parameters)}};
  if (!session.empty()) message["sessionId"] = session;
  unsent_ += json::serialize(message);
  unsent_ += '\0';
  if (reply) waiting_[last_id_] = std::move(reply);
}

Result<void> DevToolsPipe::exchange() {
  TRY(write_unsent());
  TRY(read_messages());
  return write_unsent();
}

Result<void> DevToolsPipe::write_unsent() {
  while (!unsent_.empty()) {
    const auto sent = send(commands(), unsent_.data(), unsent_.size(), MSG_NOSIGNAL);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) break;
    if (sent < 0) return ended(std::strerror(errno));
    unsent_.erase(0, std::size_t(sent));
  }
  if (unsent_.size() > limits_.unsent) return ended("does not read its commands");
  return {};
}

Result<void> DevToolsPipe::read_messages() {
  std::string buffer(kReadAtOnce, '\0');
  while (true) {
    const auto size = recv(messages(), buffer.data(), buffer.size(), 0);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return {};
    if (size <= 0) return ended("has ended");
    received_.append(buffer.data(), std::size_t(size));
    std::size_t begin = 0;
    for (auto end = received_.find('\0', searched_); end != received_.npos;
         end = received_.find('\0', begin)) {
      TRY(take_message(std::string_view(received_).substr(begin, end - begin)));
      begin = end + 1;
    }
    received_.erase(0, begin);
    searched_ = received_.size();
    if (received_.size() > limits_.message) {
      return ended(
          fmt::format("sent a message of more than {} bytes", limits_.message));
    }
  }
}

Result<void> DevToolsPipe::take_message(std::string_view text) {
  boost::system::error_code error;
  const auto value = json::parse(text, error);
  if (error || !value.is_object())
    return ended("sent a message that is no JSON object");
  const auto& message = value.get_object();
  const auto* id = message.if_contains("id");
  if (id == nullptr) {
    on_event_(text_field(message, "sessionId"), text_field(message, "method"),
              object_field(message, "params"));
    return {};
  }
  const auto waiting = waiting_.find(id->is_int64() ? id->get_int64() : 0);
  if (waiting == waiting_.end()) return {};
  const auto reply = std::move(waiting->second);
  waiting_.erase(waiting);
  if (message.contains("error")) {
    reply(ended(text_field(object_field(message, "error"), "message")));
  } else {
    reply(object_field(message, "result"));
  }
  return {};
}

}  // namespace curlew::fetch
