// A folder for what a browser writes while it runs, removed with this object. Whoever
// is killed leaves his behind: the next one that is made in the same place removes it.
//
// A profile is in use while its folder is locked, which ends with the process that
// holds the lock, however that comes about. (A process number in its name would lie
// where several containers share the place, and where numbers come again.)
//
// For one thread.

#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"

namespace curlew::fetch {

class BrowserProfile {
 public:
  static Result<std::unique_ptr<BrowserProfile>> make(
      const std::filesystem::path& parent);
  ~BrowserProfile();
  BrowserProfile(const BrowserProfile&) = delete;
  BrowserProfile& operator=(const BrowserProfile&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  BrowserProfile(std::filesystem::path path, int lock);

  const std::filesystem::path path_;
  const int lock_;
};

}  // namespace curlew::fetch
