// The machine's Chromium against a server on loopback: names end there, but for
// inside.example, which is on an address of this machine that stays forbidden.

#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "fetch/browser/browser_client.h"
#include "http/server.h"

namespace curlew::fetch {

inline http::ServerResponse html(std::string body) {
  return {.headers = {{"Content-Type", "text/html; charset=utf-8"}},
          .body = std::move(body)};
}

// The command lines of the browser processes that this test started.
inline std::vector<pid_t> browser_processes() {
  std::vector<pid_t> found;
  const auto own = fmt::format("--user-agent=curlew-test/{}", getpid());
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline");
    // Not by iterators, which throw when the process ends meanwhile.
    std::string words;
    std::getline(file, words);
    if (words.find(own) != words.npos) {
      found.push_back(std::stoi(entry.path().filename()));
    }
  }
  return found;
}

class BrowserClientTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_browser("chromium").ok()) {
      GTEST_SKIP() << "chromium is not installed: rendering is not tested";
    }
    options_.user_agent = fmt::format("curlew-test/{}", getpid());
    options_.proxy.guard =
        http::AddressGuard({*http::parse_address_range("127.0.0.1")});
    options_.proxy.lookup =
        [this](const std::string& name) -> Result<std::vector<http::IpAddress>> {
      const std::lock_guard lock(mutex_);
      looked_up_.insert(name);
      const bool is_inside = name == "inside.example";
      return std::vector{
          *http::parse_ip_address(is_inside ? "127.0.0.2" : "127.0.0.1")};
    };
    options_.page.settle = Milliseconds(3'000);
    options_.page.patience = Milliseconds(10'000);
    server_ = http::start_server({}, [this](const http::ServerRequest& request,
                                            http::Responder respond) {
                const std::lock_guard lock(mutex_);
                asked_.push_back(request.path);
                const auto page = pages_.find(request.path);
                respond(page == pages_.end() ? http::ServerResponse{.status = 404}
                                             : page->second);
              }).value();
  }
  void TearDown() override {
    client_.reset();
    // All are killed by now; the kernel takes some time to take them down.
    for (int i = 0; i < 2000 && !browser_processes().empty(); ++i) usleep(10'000);
    EXPECT_TRUE(browser_processes().empty()) << "a browser was left behind";
  }

  http::Client& client() {
    if (!client_) client_ = make_browser_client(options_, clock_);
    return *client_;
  }
  std::string at(std::string_view path) const {
    return fmt::format("http://site.example:{}{}", server_->port(), path);
  }
  void show(const std::string& path, std::string body) {
    pages_[path] = html(std::move(body));
  }
  http::Response get(std::string url, http::Limits limits = {}) {
    std::optional<http::Response> response;
    client().start({.url = std::move(url), .limits = limits},
                   [&](http::Response r) { response = std::move(r); });
    while (!response) client().poll(Milliseconds(1'000));
    return std::move(*response);
  }
  int times_asked(std::string_view path) {
    const std::lock_guard lock(mutex_);
    return int(std::count(asked_.begin(), asked_.end(), path));
  }
  bool was_asked(std::string_view path) { return times_asked(path) > 0; }

  SystemClock clock_;
  BrowserClientOptions options_;
  std::mutex mutex_;
  std::map<std::string, http::ServerResponse> pages_;
  std::vector<std::string> asked_;
  std::set<std::string> looked_up_;
  std::unique_ptr<http::Server> server_;
  std::unique_ptr<http::Client> client_;
};

}  // namespace curlew::fetch
