// The least that a feed reader can do: a libcurl multi loop that fetches every feed,
// conditionally where it has an ETag, and throws the answers away.

#pragma once

#include <string>
#include <unordered_map>
#include <vector>

namespace curlew::bench {

class BareReader {
 public:
  explicit BareReader(std::vector<std::string> urls) : urls_(std::move(urls)) {}

  struct Poll {
    std::size_t bodies = 0;
    std::size_t not_modified = 0;
    std::size_t failed = 0;
  };
  Poll poll(std::size_t at_a_time);

 private:
  std::vector<std::string> urls_;
  std::unordered_map<std::string, std::string> etags_;
};

}  // namespace curlew::bench
