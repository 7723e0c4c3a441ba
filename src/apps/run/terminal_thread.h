// A terminal on a thread of its own, with all that belongs to it: its cache, its
// connections, its browser.

#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "apps/config/config.h"
#include "base/clock.h"
#include "base/memory_budget.h"
#include "base/result.h"
#include "broker/broker.h"
#include "control/kept_promises.h"
#include "control/terminal.h"
#include "fetch/fetcher.h"
#include "http/client.h"
#include "pipeline/version_shelf.h"
#include "store/reading_mark.h"
#include "store/terminal_cache.h"

namespace curlew::apps {

// What it shares with others. All of it outlives the terminal.
struct TerminalSurroundings {
  pipeline::VersionShelf& shelf;
  MemoryBudget& memory;
  broker::Broker& broker;
  const Clock& clock;
};

class TerminalThread {
 public:
  // Its files are in the data directory, and begin with its name. `beat`: how often it
  // says that it is alive.
  static Result<std::unique_ptr<TerminalThread>> start(
      const Config& config, const std::string& name, Milliseconds beat,
      const TerminalSurroundings& surroundings);
  ~TerminalThread();

 private:
  TerminalThread(const Config& config, const std::string& name, Milliseconds beat,
                 std::unique_ptr<store::TerminalCache> cache,
                 std::unique_ptr<store::ReadingMark> mark,
                 const TerminalSurroundings& surroundings);

  std::atomic<bool> stopping_ = false;
  std::unique_ptr<store::TerminalCache> cache_;
  std::unique_ptr<store::ReadingMark> mark_;
  std::unique_ptr<http::Client> client_;
  // Wakes the client: ends before it.
  std::unique_ptr<http::Client> renderer_;
  control::KeptPromises promises_;
  std::unique_ptr<fetch::Fetcher> fetcher_;
  control::Terminal terminal_;
  std::thread thread_;
};

}  // namespace curlew::apps
