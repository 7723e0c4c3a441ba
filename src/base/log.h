// What an operator, or a program that gathers logs, reads on stderr. One line an event,
// with the values that matter. Thread-safe. spdlog stays in log.cc, since its headers
// are slow to compile.

#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "base/time.h"

namespace curlew {

enum class LogLevel { kDebug, kInfo, kWarning, kError, kOff };

enum class LogFormat {
  // For people: "2026-11-18T12:00:00.000+0100 info message".
  kText,
  // For programs: an object a line, {"time":…,"level":…,"message":…} and the fields.
  kJson,
};

// What a line is about, for programs. The message says it, too: as text it stands there
// alone.
struct LogField {
  std::string_view name;
  std::string value;
};

void set_log_level(LogLevel level);
void set_log_format(LogFormat format);
bool is_logged(LogLevel level);
void write_log(LogLevel level, std::string_view message,
               std::initializer_list<LogField> fields = {});

// A line as LogFormat::kJson writes it, without its end. Bytes that are not UTF-8 stand
// in it as \xff does in the text; control characters are escaped.
std::string to_json_line(LogLevel level, std::string_view message,
                         std::initializer_list<LogField> fields, Time time);

template <typename... Args>
void log(LogLevel level, fmt::format_string<Args...> format, Args&&... args) {
  if (is_logged(level)) {
    write_log(level, fmt::format(format, std::forward<Args>(args)...));
  }
}

template <typename... Args>
void log_about(LogLevel level, std::initializer_list<LogField> fields,
               fmt::format_string<Args...> format, Args&&... args) {
  if (is_logged(level)) {
    write_log(level, fmt::format(format, std::forward<Args>(args)...), fields);
  }
}

template <typename... Args>
void log_debug(fmt::format_string<Args...> format, Args&&... args) {
  log(LogLevel::kDebug, format, std::forward<Args>(args)...);
}
template <typename... Args>
void log_info(fmt::format_string<Args...> format, Args&&... args) {
  log(LogLevel::kInfo, format, std::forward<Args>(args)...);
}
template <typename... Args>
void log_warning(fmt::format_string<Args...> format, Args&&... args) {
  log(LogLevel::kWarning, format, std::forward<Args>(args)...);
}
template <typename... Args>
void log_error(fmt::format_string<Args...> format, Args&&... args) {
  log(LogLevel::kError, format, std::forward<Args>(args)...);
}

}  // namespace curlew
