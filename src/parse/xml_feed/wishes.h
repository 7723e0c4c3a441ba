// When a feed wants to be read: ttl, skipHours, skipDays (RSS 2.0), sy:updatePeriod and
// sy:updateFrequency (RSS 1.0 syndication module).

#pragma once

#include <optional>

#include "parse/xml_feed/document.h"

namespace curlew::parse {

class WishReader {
 public:
  // Reads the current element, one of the above, into `feed`.
  void read(FeedDocument& document, Feed& feed);

 private:
  void update_period(Feed& feed) const;

  std::optional<Milliseconds> period_;
  std::int64_t frequency_ = 1;
};

}  // namespace curlew::parse
