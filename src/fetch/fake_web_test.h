// A little web in memory for tests of the fetcher: pages by address, a clock that is
// moved to whatever happens next, and a list of what every server saw.

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "fetch/fetcher.h"
#include "http/memory_client.h"

namespace curlew::fetch {

class FakeWeb {
 public:
  using Page = std::function<http::MemoryAnswer(const http::Request&)>;
  struct Visit {
    SteadyTime at;
    std::string url;
    http::Request request;
    model::Rendering by = model::Rendering::kNever;
  };

  explicit FakeWeb(FetcherOptions options = {});

  // What is not given answers 404, /robots.txt included.
  void give(const std::string& url, Page page);
  void give(const std::string& url, int status, http::Headers headers = {},
            std::string body = "");
  // Without one, each host has an address of its own, known without looking it up.
  void put_at(const std::string& host, http::MemoryLookup where);
  void put_at(const std::string& host, std::string_view address);

  // The result of a fetch that runs alone.
  FetchResult get(const std::string& url);
  FetchResult get(FetchRequest request);

  // Queues a request; its result stands in `results` under its address.
  void ask(const std::string& url, Urgency urgency = Urgency::kRoutine);
  // Until nothing is pending. Fails the test when nothing would ever happen.
  void run();

  // The addresses asked for so far.
  enum class Which { kPages, kAll };  // With robots.txt, or without.
  std::vector<std::string> visited(Which which = Which::kPages) const;

  ManualClock clock;
  std::vector<Visit> visits;
  std::map<std::string, std::vector<FetchResult>> results;
  std::unique_ptr<http::MemoryClient> client;
  std::unique_ptr<http::MemoryClient> renderer;  // Shows the same web.
  std::unique_ptr<Fetcher> fetcher;

 private:
  std::unique_ptr<http::MemoryClient> make_client(model::Rendering by);

  std::map<std::string, Page> pages_;
  std::map<std::string, http::MemoryLookup> names_;
};

http::MemoryAnswer answer(int status, http::Headers headers = {},
                          std::string body = "");

}  // namespace curlew::fetch
