// Speaks the DevTools protocol with a browser process: commands out, replies matched to
// them, events in. JSON messages that end with a NUL byte.
// https://chromedevtools.github.io/devtools-protocol/
//
// Nothing blocks: the owner waits for messages() to become readable and calls
// exchange(). For one thread.

#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/bytes.h"
#include "base/result.h"
#include "fetch/browser/browser_process.h"

namespace curlew::fetch {

struct DevToolsLimits {
  // A browser that sends a longer one is given up.
  Bytes message = 64_MiB;
  // As is one that does not read its commands.
  Bytes unsent = 16_MiB;
};

// A member of a message; empty when it is absent or of another type.
std::string_view text_field(const boost::json::object& object, std::string_view key);
const boost::json::object& object_field(const boost::json::object& object,
                                        std::string_view key);

class DevToolsPipe {
 public:
  using Reply = std::function<void(const Result<boost::json::object>&)>;
  // `session` is empty for what concerns the browser as a whole.
  using OnEvent = std::function<void(std::string_view session, std::string_view method,
                                     const boost::json::object& parameters)>;

  DevToolsPipe(std::unique_ptr<BrowserProcess> process, DevToolsLimits limits,
               OnEvent on_event);

  // `reply` is called from exchange(), or never when the browser ends before.
  void call(std::string_view method, boost::json::object parameters,
            std::string_view session = {}, Reply reply = {});

  // Writes what waits and takes what came. An error is the end of the browser.
  Result<void> exchange();

  int messages() const { return process_->messages(); }
  int commands() const { return process_->commands(); }
  bool has_unsent() const { return !unsent_.empty(); }
  pid_t pid() const { return process_->pid(); }

 private:
  Result<void> write_unsent();
  Result<void> read_messages();
  Result<void> take_message(std::string_view text);

  std::unique_ptr<BrowserProcess> process_;
  const DevToolsLimits limits_;
  OnEvent on_event_;
  std::int64_t last_id_ = 0;
  std::unordered_map<std::int64_t, Reply> waiting_;
  std::string unsent_;
  // The message that is not complete yet.
  std::string received_;
  // This far without a NUL.
  std::size_t searched_ = 0;
};

}  // namespace curlew::fetch
