// A headless Chromium as a child process: started with its debugging channel on
// descriptors 3 and 4, in a process group and a profile folder of its own; when this
// object ends, the whole group is killed, the child reaped and the folder removed. When
// the thread that started it ends before, the browser is killed, too.
//
// For one thread.

#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "fetch/browser/browser_profile.h"

namespace curlew::fetch {

struct BrowserProcessOptions {
  // A path, or a name to be found on the PATH.
  std::string binary = "chromium";
  std::vector<std::string> arguments;
  // Writable memory of each of its processes (RLIMIT_DATA). The address space cannot be
  // limited: V8 reserves a terabyte of it.
  Bytes memory = 2_GiB;
};

class BrowserProcess {
 public:
  static Result<std::unique_ptr<BrowserProcess>> start(
      const BrowserProcessOptions& options);
  ~BrowserProcess();
  BrowserProcess(const BrowserProcess&) = delete;
  BrowserProcess& operator=(const BrowserProcess&) = delete;

  pid_t pid() const { return pid_; }
  // Sockets that do not block; messages end with a NUL byte.
  int commands() const { return commands_; }
  int messages() const { return messages_; }

 private:
  BrowserProcess() = default;

  pid_t pid_ = -1;
  int commands_ = -1;
  int messages_ = -1;
  // Goes when nobody writes to it any more.
  std::unique_ptr<BrowserProfile> profile_;
};

// Where `binary` is, or an error that names it and the setting.
Result<std::string> find_browser(const std::string& binary);

}  // namespace curlew::fetch
