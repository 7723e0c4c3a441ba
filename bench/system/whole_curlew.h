// All of Curlew on one thread: controller, terminal, fetcher, parsers, SQLite. Only the
// clock is skipped on, so that every source is due when a poll begins.

#pragma once

#include <memory>
#include <string>
#include <vector>

namespace curlew::bench {

class WholeCurlew {
 public:
  struct Options {
    bool fetch_pages = false;
    // The addresses are pages whose versions are kept.
    bool watch = false;
    // Standing queries of a user; a few of them are phrases that the pages have.
    int queries = 0;
  };
  WholeCurlew(const std::string& directory, const std::vector<std::string>& urls,
              const Options& options);
  ~WholeCurlew();

  struct Counts {
    long articles = 0;
    long visits = 0;
    long pages_wanted = 0;
  };
  // Visits every source once, and every page that is wanted; all of it stored.
  Counts poll();
  long clips();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace curlew::bench
