#include "apps/run/terminal_thread.h"

#include <fmt/format.h>

#include <utility>

#include "apps/commands/installation_key.h"
#include "apps/config/options.h"
#include "fetch/browser/browser_client.h"

namespace curlew::apps {
namespace {

// How long it sleeps when nothing happens, and so how late it sees an order or the end.
constexpr Milliseconds kTerminalStep{20};

// The client is woken when the browser has news.
fetch::BrowserClientOptions browser_options(const Config& config,
                                            http::Client& client) {
  fetch::BrowserClientOptions options = browser_options(config);
  options.on_ready = [&client] { client.wake(); };
  return options;
}

http::ClientOptions client_options(const Config& config, MemoryBudget& memory) {
  http::ClientOptions options = client_options(config);
  options.memory = &memory;
  return options;
}

control::TerminalOptions terminal_options(const Config& config, std::string name,
                                          Milliseconds beat, store::ReadingMark& mark,
                                          const TerminalSurroundings& surroundings) {
  control::TerminalOptions options;
  options.beat = beat;
  options.memory = &surroundings.memory;
  options.mark = &mark;
  options.key = key_reader(config);
  options.reading_threads = control::reading_threads_for(config.terminals.count);
  options.visit = visit_options(config, std::move(name));
  options.visit.shelf = &surroundings.shelf;
  return options;
}

}  // namespace

Result<std::unique_ptr<TerminalThread>> TerminalThread::start(
    const Config& config, const std::string& name, Milliseconds beat,
    const TerminalSurroundings& surroundings) {
  TRY_ASSIGN(auto cache, store::open_terminal_cache(
                             fmt::format("{}/{}.db", config.data.dir, name)));
  TRY_ASSIGN(auto mark, store::ReadingMark::open(
                            fmt::format("{}/{}.reading", config.data.dir, name)));
  return std::unique_ptr<TerminalThread>(new TerminalThread(
      config, name, beat, std::move(cache), std::move(mark), surroundings));
}

TerminalThread::TerminalThread(const Config& config, const std::string& name,
                               Milliseconds beat,
                               std::unique_ptr<store::TerminalCache> cache,
                               std::unique_ptr<store::ReadingMark> mark,
                               const TerminalSurroundings& surroundings)
    : cache_(std::move(cache)),
      mark_(std::move(mark)),
      client_(http::make_curl_client(client_options(config, surroundings.memory),
                                     surroundings.clock)),
      renderer_(fetch::make_browser_client(browser_options(config, *client_),
                                           surroundings.clock)),
      promises_(*cache_, surroundings.clock),
      fetcher_(fetch::make_fetcher(fetcher_options(config), *client_,
                                   surroundings.clock, renderer_.get(), &promises_)),
      terminal_(terminal_options(config, name, beat, *mark_, surroundings), *fetcher_,
                surroundings.broker, *cache_, surroundings.clock),
      thread_([this] {
        while (!stopping_) terminal_.step(kTerminalStep);
      }) {}

TerminalThread::~TerminalThread() {
  stopping_ = true;
  fetcher_->wake();
  thread_.join();
}

}  // namespace curlew::apps
