#include "base/find_program.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace curlew {
namespace {

bool is_program(const std::string& path) {
  std::error_code error;
  return access(path.c_str(), X_OK) == 0 &&
         std::filesystem::is_regular_file(path, error);
}

}  // namespace

std::optional<std::string> find_program(const std::string& name) {
  if (name.empty()) return std::nullopt;
  if (name.find('/') != name.npos) {
    return is_program(name) ? std::optional(name) : std::nullopt;
  }
  const char* path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "/usr/bin" : path;
  while (!folders.empty()) {
    const auto folder = folders.substr(0, folders.find(':'));
    folders.remove_prefix(std::min(folders.size(), folder.size() + 1));
    std::string candidate = std::string(folder) + "/" + name;
    if (is_program(candidate)) return candidate;
  }
  return std::nullopt;
}

}  // namespace curlew
