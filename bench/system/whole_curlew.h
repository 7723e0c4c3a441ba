// All of Curlew on one thread: controller, terminal, fetcher, parsers, SQLite. Only the
// clock is skipped on, so that every source is due when a poll begins.

#pragma once

#include <memory>
#include <string>
#include <vector>

namespace curlew::bench {

class WholeCurlew {
 public:
  WholeCurlew(const std::string& directory, const std::vector<std::string>& urls,
              bool fetch_pages);
  ~WholeCurlew();

  struct Counts {
    long articles = 0;
    long visits = 0;
    long pages_wanted = 0;
  };
  // Visits every source once, and every page that is wanted; all of it stored.
  Counts poll();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace curlew::bench
