// One running browser with its tabs. For one thread.

#pragma once

#include <functional>
#include <list>
#include <memory>
#include <string>

#include "base/clock.h"
#include "fetch/browser/browser_client.h"
#include "fetch/browser/devtools_pipe.h"
#include "fetch/browser/tab.h"

namespace curlew::fetch {

struct RenderJob {
  http::Request request;
  http::Client::Done done;
  SteadyTime asked;
};

class Browser {
 public:
  using Finished = std::function<void(http::Client::Done, http::Response)>;

  static Result<std::unique_ptr<Browser>> start(const BrowserClientOptions& options,
                                                GuardProxy& proxy, const Clock& clock);

  bool has_room() const;
  // Has no page and should have no further one.
  bool is_used_up(SteadyTime now) const;
  void open(RenderJob job);

  DevToolsPipe& pipe() { return *pipe_; }
  std::size_t pages() const { return tabs_.size(); }

  // Moves the pages on. False when the browser has ended, with its pages.
  bool advance(const Finished& finished);

 private:
  struct Page {
    std::shared_ptr<Tab> tab;
    http::Client::Done done;
  };
  Browser(const BrowserClientOptions& options, GuardProxy& proxy, const Clock& clock)
      : options_(options), proxy_(proxy), clock_(clock), idle_since_(clock.steady()) {}

  void on_event(std::string_view session, std::string_view method,
                const boost::json::object& parameters);

  const BrowserClientOptions& options_;
  GuardProxy& proxy_;
  const Clock& clock_;
  std::unique_ptr<DevToolsPipe> pipe_;
  // Speak through the pipe: they end before it.
  std::list<Page> tabs_;
  std::size_t opened_ = 0;
  bool is_retired_ = false;
  SteadyTime idle_since_;
};

}  // namespace curlew::fetch
