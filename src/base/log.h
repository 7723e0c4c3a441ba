// What an operator reads on stderr. One line an event, with the values that matter.
// Thread-safe. spdlog stays in log.cc, since its headers are slow to compile.

#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace curlew {

enum class LogLevel { kDebug, kInfo, kWarning, kError, kOff };

void set_log_level(LogLevel level);
bool is_logged(LogLevel level);
void write_log(LogLevel level, std::string_view message);

template <typename... Args>
void log(LogLevel level, fmt::format_string<Args...> format, Args&&... args) {
  if (is_logged(level)) {
    write_log(level, fmt::format(format, std::forward<Args>(args)...));
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
