#include "base/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>

namespace curlew {
namespace {

spdlog::level::level_enum to_spdlog(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
    case LogLevel::kOff:
      return spdlog::level::off;
  }
  return spdlog::level::info;
}

constexpr const char* kTextPattern = "%Y-%m-%dT%H:%M:%S.%e%z %^%l%$ %v";

spdlog::logger& logger() {
  static const auto instance = [] {
    auto created = spdlog::stderr_color_mt("curlew");
    created->set_pattern(kTextPattern);
    return created;
  }();
  return *instance;
}

std::atomic<LogFormat> log_format = LogFormat::kText;

std::string_view name_of(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return "debug";
    case LogLevel::kInfo:
      return "info";
    case LogLevel::kWarning:
      return "warning";
    case LogLevel::kError:
    case LogLevel::kOff:
      break;
  }
  return "error";
}

// How long the UTF-8 character at the beginning of `text` is; 0 when there is none.
std::size_t character_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0x80                    ? 1
                             : lead >= 0xC2 && lead <= 0xDF ? 2
                             : lead >= 0xE0 && lead <= 0xEF ? 3
                             : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                            : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return 0;
  }
  return length;
}

// What comes from outside (addresses, headers, titles) must not move the cursor of
// whoever reads the log, nor begin a line of its own: control characters (C0, DEL, C1)
// and bytes that are no UTF-8, which some terminals take for C1, are shown as \x1b.
std::string printable(std::string_view message) {
  std::string out;
  out.reserve(message.size());
  while (!message.empty()) {
    const std::size_t length = character_length(message);
    const auto last = static_cast<unsigned char>(message[length == 2 ? 1 : 0]);
    const bool is_c1 = length == 2 && message[0] == '\xC2' && last < 0xA0;
    if (length == 0 || is_c1 || (length == 1 && (last < 0x20 || last == 0x7F))) {
      out += fmt::format("\\x{:02x}", last);
    } else {
      out += message.substr(0, length);
    }
    message.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

// What is printable needs no more than this to be a JSON string (RFC 8259 §7).
void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : printable(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  out += '"';
}

}  // namespace

std::string to_json_line(LogLevel level, std::string_view message,
                         std::initializer_list<LogField> fields, Time time) {
  const auto milliseconds = to_unix_ms(time) % 1000;
  std::string second = to_iso8601(time);
  second.pop_back();  // Its Z.
  std::string line = fmt::format(R"({{"time":"{}.{:03}Z","level":"{}","message":)",
                                 second, milliseconds, name_of(level));
  append_json_string(line, message);
  for (const LogField& field : fields) {
    line += ',';
    append_json_string(line, field.name);
    line += ':';
    append_json_string(line, field.value);
  }
  return line + '}';
}

void set_log_format(LogFormat format) {
  log_format = format;
  logger().set_pattern(format == LogFormat::kJson ? "%v" : kTextPattern);
}

void set_log_level(LogLevel level) { logger().set_level(to_spdlog(level)); }

bool is_logged(LogLevel level) { return logger().should_log(to_spdlog(level)); }

void write_log(LogLevel level, std::string_view message,
               std::initializer_list<LogField> fields) {
  if (log_format == LogFormat::kJson) {
    const auto now =
        std::chrono::time_point_cast<Milliseconds>(std::chrono::system_clock::now());
    logger().log(to_spdlog(level), to_json_line(level, message, fields, now));
    return;
  }
  logger().log(to_spdlog(level), printable(message));
}

}  // namespace curlew
