// The hub of our own feeds (WebSub): asks those who want to subscribe whether they
// really do, sends them a feed when it has something new or an entry was edited, and
// tells them when there is no such feed any more.
//
// What waits is in the database, a row for each subscriber: a receiver that fails is
// tried again for ever longer and dropped in the end, and what came meanwhile is one
// message. Everything goes through the guarded client, so that no callback reaches the
// inside of the network.
//
// Belongs to one thread, with a store of its own.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/metrics.h"
#include "base/result.h"
#include "base/sealing.h"
#include "base/time.h"
#include "http/client.h"
#include "store/store.h"

namespace curlew::control {

// A feed as subscribers are sent it.
struct FeedDocument {
  std::string body;
  std::string type;
};

// What FeedSubscriber::topic is when it is opened: the path of the feed at this server,
// and the address that its subscriber named.
struct FeedTopic {
  std::string path;
  std::string url;
};
std::string to_text(const FeedTopic& topic);
FeedTopic parse_feed_topic(std::string_view text);

struct OwnHubOptions {
  // What the feed at this path says, as a number that is another when it says something
  // else; nullopt: there is no such feed, or not any more.
  std::function<Result<std::optional<std::int64_t>>(store::Store&,
                                                    const std::string& path)>
      state;
  // What is sent.
  std::function<Result<std::optional<FeedDocument>>(store::Store&,
                                                    const FeedTopic& topic)>
      render;
  KeyReader key;
  std::size_t at_once = 16;
  std::size_t at_once_of_host = 2;
  // How often one is asked whether he wants it, and sent the same, before he is
  // dropped; waits double.
  std::uint32_t tries_to_verify = 2;
  std::uint32_t tries_to_send = 8;
  Milliseconds retry = std::chrono::minutes(1);
  // Outlives it; nullptr: nothing is counted.
  Metrics* metrics = nullptr;
};

class OwnHub {
 public:
  // Everything passed in outlives it. Whoever calls step() polls `web`.
  OwnHub(OwnHubOptions options, store::Store& store, http::Client& web,
         const Clock& clock);

  // Does what can be done now.
  Result<void> step();

 private:
  enum class Doing { kVerify, kSend, kDeny };
  struct Flight {
    Doing doing = Doing::kVerify;
    store::FeedSubscriptionRequest request;
    store::FeedSubscriber subscriber;
    std::string challenge;
    // Of what is sent.
    std::int64_t state = 0;
    std::string path;
    std::string name;
  };
  struct Ended {
    Flight flight;
    http::Response response;
  };
  struct Opened {
    FeedTopic topic;
    std::string callback;
    std::string secret;
  };

  Result<Opened> open(const std::string& topic, const std::string& callback,
                      const std::string& secret) const;
  bool has_room(const std::string& host) const;
  void start(http::Request request, const std::string& host, Flight flight);
  // Section 5.2: once, whatever becomes of it.
  void deny(const Opened& opened, const std::string& host, const std::string& name);
  Result<void> verify_requests();
  Result<void> verify(const store::FeedSubscriptionRequest& request);
  Result<void> send_news();
  Result<void> send_feed(const std::vector<store::FeedSubscriber>& subscribers,
                         const FeedTopic& topic);
  Result<void> note_ended();
  Result<void> note(const Ended& ended);
  Result<void> note_verified(const Ended& ended);
  Result<void> note_sent(const Ended& ended);
  void count(std::string_view what, std::string_view result) const;

  const OwnHubOptions options_;
  store::Store& store_;
  http::Client& web_;
  const Clock& clock_;
  // By host: how many.
  std::unordered_map<std::string, std::size_t> busy_hosts_;
  // By subscriber and feed.
  std::unordered_map<std::string, std::string> in_flight_;
  std::vector<Ended> ended_;
  // The last ids when feeds were looked at.
  std::int64_t seen_articles_ = -1;
  std::int64_t seen_clips_ = -1;
  bool has_retries_ = false;
  SteadyTime look_at_ = SteadyTime::min();
};

}  // namespace curlew::control
