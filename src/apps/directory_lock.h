// One Curlew a data directory. The lock ends with the process, however it ends.

#pragma once

#include <string>

#include "base/result.h"

namespace curlew::apps {

class DirectoryLock {
 public:
  // kBusy when another process has it, which the error names.
  static Result<DirectoryLock> take(const std::string& directory);

  // Does a process hold it now?
  static bool is_taken(const std::string& directory);

  DirectoryLock(DirectoryLock&& other) noexcept;
  DirectoryLock& operator=(DirectoryLock&&) = delete;
  ~DirectoryLock();

 private:
  explicit DirectoryLock(int file) : file_(file) {}
  int file_;
};

}  // namespace curlew::apps
