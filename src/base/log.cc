#include "base/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

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

spdlog::logger& logger() {
  static const auto instance = [] {
    auto created = spdlog::stderr_color_mt("curlew");
    created->set_pattern("%Y-%m-%dT%H:%M:%S.%e %^%l%$ %v");
    return created;
  }();
  return *instance;
}

}  // namespace

void set_log_level(LogLevel level) { logger().set_level(to_spdlog(level)); }

bool is_logged(LogLevel level) { return logger().should_log(to_spdlog(level)); }

void write_log(LogLevel level, std::string_view message) {
  logger().log(to_spdlog(level), message);
}

}  // namespace curlew
