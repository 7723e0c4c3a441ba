#include "fetch/browser/browser_client.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/log.h"
#include "fetch/browser/browser.h"
#include "http/endpoint.h"

namespace curlew::fetch {
namespace {

constexpr Milliseconds kTick{50};  // How late a page's time-out may be noticed.

class BrowserClient final : public http::Client {
 public:
  BrowserClient(BrowserClientOptions options, const Clock& clock)
      : options_(std::move(options)),
        clock_(clock),
        wake_event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    CHECK(wake_event_ >= 0);
  }

  ~BrowserClient() override {
    {
      const std::lock_guard lock(mutex_);
      is_stopping_ = true;
    }
    wake_thread();
    if (thread_.joinable()) thread_.join();
    close(wake_event_);
  }

  void start(http::Request request, Done done) override {
    Result<void> ready = judge(request);
    auto end = http::TransferEnd::kRefused;
    if (ready.ok()) {
      ready = make_ready();
      end = http::TransferEnd::kBroken;
    }
    {
      const std::lock_guard lock(mutex_);
      ++in_flight_;
      if (ready.ok()) {
        waiting_.push_back({std::move(request), std::move(done), clock_.steady()});
        return wake_thread();
      }
    }
    finish(std::move(done), {.end = end, .error = std::move(ready).error().text});
  }

  // Whoever spaces requests by their address asks the plain client; what a page loads
  // is looked up by the guard proxy.
  const http::Addresses* find_addresses(const std::string&) override { return nullptr; }
  void look_up(const std::string&, LookedUp) override { CHECK(false); }

  void poll(Milliseconds max_wait) override {
    std::deque<Finished> finished;
    {
      std::unique_lock lock(mutex_);
      has_news_.wait_for(lock, max_wait,
                         [this] { return is_woken_ || !finished_.empty(); });
      is_woken_ = false;
      finished.swap(finished_);
      in_flight_ -= finished.size();
    }
    for (auto& [done, response] : finished) done(std::move(response));
  }

  std::size_t in_flight() const override {
    const std::lock_guard lock(mutex_);
    return in_flight_;
  }

  void wake() override {
    const std::lock_guard lock(mutex_);
    is_woken_ = true;
    has_news_.notify_all();
  }

 private:
  struct Finished {
    Done done;
    http::Response response;
  };

  Result<void> judge(const http::Request& request) const {
    TRY(http::judge_endpoint(request.url, options_.proxy.guard));
    if (request.method == "GET" && request.body.empty() && request.proxy.empty()) {
      return {};
    }
    return Error{
        ErrorKind::kUnsupported,
        fmt::format("{}: a page is rendered only by GET, and not through a proxy",
                    request.url)};
  }

  // Looked for every time: who is told that it is missing may install it at once.
  Result<void> make_ready() {
    TRY(find_browser(options_.binary));
    if (proxy_ == nullptr) {
      TRY_ASSIGN(proxy_, start_guard_proxy(options_.proxy, clock_));
    }
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    return {};
  }

  void wake_thread() {
    const std::uint64_t one = 1;
    CHECK(write(wake_event_, &one, sizeof one) == sizeof one || errno == EAGAIN);
  }

  // Everything from here on runs on the client's own thread.
  void run() {
    while (true) {
      {
        const std::lock_guard lock(mutex_);
        if (is_stopping_) break;
        for (auto& job : waiting_) queue_.push_back(std::move(job));
        waiting_.clear();
      }
      open_pages();
      give_up_late();
      wait();
      advance();
    }
    browsers_.clear();
  }

  void open_pages() {
    while (!queue_.empty()) {
      auto* browser = find_room();
      if (browser == nullptr) return;
      browser->open(std::move(queue_.front()));
      queue_.pop_front();
    }
  }

  // A client that is asked for more than it can do says so, instead of holding the
  // lines of its hosts for ever.
  void give_up_late() {
    const auto latest = clock_.steady() - options_.max_wait;
    while (!queue_.empty() && queue_.front().asked <= latest) {
      RenderJob job = std::move(queue_.front());
      queue_.pop_front();
      finish(std::move(job.done),
             {.end = http::TransferEnd::kTimedOut,
              .error = fmt::format("{}: no free tab in {}", job.request.url,
                                   to_human(options_.max_wait))});
    }
  }

  // A browser with a free tab, started if need be; nullptr when all are taken, or when
  // none starts: then nobody waits for it any longer.
  Browser* find_room() {
    for (auto& browser : browsers_) {
      if (browser->has_room()) return browser.get();
    }
    if (browsers_.size() >= options_.max_browsers) return nullptr;
    auto started = Browser::start(options_, *proxy_, clock_);
    if (started.ok()) {
      browsers_.push_back(std::move(*started));
      return browsers_.back().get();
    }
    for (auto& job : queue_) {
      finish(std::move(job.done),
             {.end = http::TransferEnd::kBroken, .error = started.error().text});
    }
    queue_.clear();
    return nullptr;
  }

  void wait() {
    std::vector<pollfd> waited_for{{wake_event_, POLLIN, 0}};
    bool has_pages = false;
    for (const auto& browser : browsers_) {
      auto& pipe = browser->pipe();
      has_pages = has_pages || browser->pages() > 0;
      waited_for.push_back({pipe.messages(), POLLIN, 0});
      if (pipe.has_unsent()) waited_for.push_back({pipe.commands(), POLLOUT, 0});
    }
    const auto patience = has_pages           ? int(kTick.count())
                          : browsers_.empty() ? -1
                                              : 1000;
    ::poll(waited_for.data(), waited_for.size(), patience);
    std::uint64_t wakes = 0;
    if (waited_for[0].revents != 0) {
      CHECK(read(wake_event_, &wakes, sizeof wakes) == sizeof wakes || errno == EAGAIN);
    }
  }

  void advance() {
    const auto now = clock_.steady();
    std::erase_if(browsers_, [&](auto& browser) {
      const bool is_alive =
          browser->advance([this](Done done, http::Response response) {
            finish(std::move(done), std::move(response));
          });
      if (!is_alive) log_warning("browser {} has ended", browser->pipe().pid());
      return !is_alive || browser->is_used_up(now);
    });
  }

  void finish(Done done, http::Response response) {
    {
      const std::lock_guard lock(mutex_);
      finished_.push_back({std::move(done), std::move(response)});
      has_news_.notify_all();
    }
    if (options_.on_ready) options_.on_ready();
  }

  const BrowserClientOptions options_;
  const Clock& clock_;
  const int wake_event_;
  std::unique_ptr<GuardProxy> proxy_;  // Made by the first request, with the thread.

  mutable std::mutex mutex_;
  std::condition_variable has_news_;
  std::deque<RenderJob> waiting_;  // For the thread.
  std::deque<Finished> finished_;  // By the thread.
  std::size_t in_flight_ = 0;
  bool is_woken_ = false;
  bool is_stopping_ = false;

  // The thread's own.
  std::deque<RenderJob> queue_;
  std::vector<std::unique_ptr<Browser>> browsers_;
  std::thread thread_;
};

}  // namespace

std::unique_ptr<http::Client> make_browser_client(BrowserClientOptions options,
                                                  const Clock& clock) {
  return std::make_unique<BrowserClient>(std::move(options), clock);
}

}  // namespace curlew::fetch
