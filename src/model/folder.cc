#include "model/folder.h"

#include <algorithm>

#include "base/ascii.h"

namespace curlew::model {

std::string normalised_folder(std::string_view typed) {
  std::string folder;
  while (!typed.empty()) {
    const std::size_t end = std::min(typed.find('/'), typed.size());
    const std::string_view level = trimmed(typed.substr(0, end));
    if (!level.empty() && !folder.empty()) folder += '/';
    folder += level;
    typed.remove_prefix(std::min(end + 1, typed.size()));
  }
  return folder;
}

bool is_in_folder(std::string_view folder, std::string_view wanted) {
  if (wanted.empty() || folder == wanted) return true;
  return folder.starts_with(wanted) && folder[wanted.size()] == '/';
}

}  // namespace curlew::model
