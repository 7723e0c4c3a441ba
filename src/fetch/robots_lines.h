// The lines of a robots.txt: the grammar of RFC 9309 §2.2, and the slips that sites
// make often enough that every large crawler forgives them.

#pragma once

#include <cstdint>
#include <string_view>

namespace curlew::fetch {

enum class RobotsKey : std::uint8_t {
  kUserAgent,
  kAllow,
  kDisallow,
  kCrawlDelay,
  // §2.2.4: must not disturb the rest. Also empty lines and comments.
  kOther,
};

struct RobotsLine {
  RobotsKey key = RobotsKey::kOther;
  std::string_view value;
};

// Walks over the body's lines, which end in LF, CR or CRLF.
class RobotsLines {
 public:
  // `body` must outlive the walk.
  explicit RobotsLines(std::string_view body);

  bool at_end() const { return rest_.empty(); }
  RobotsLine next();

 private:
  std::string_view rest_;
};

}  // namespace curlew::fetch
