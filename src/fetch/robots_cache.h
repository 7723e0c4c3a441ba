// What is known of each origin's robots.txt, and what follows from not knowing it
// (RFC 9309 §2.3.1 and §2.4). The fetcher gets the files; this remembers and judges.
//
// Bounded in entries and bytes: the origins unused for longest are forgotten. Time
// enters as an argument. Not thread-safe.

#pragma once

#include <cstddef>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/bytes.h"
#include "base/time.h"
#include "fetch/fetcher.h"
#include "fetch/robots.h"
#include "model/outcome.h"
#include "url/url.h"

namespace curlew::fetch {

// §2.3.1.2: at least five hops, also to other authorities.
inline constexpr int kRobotsRedirects = 5;

// May an address be asked for?
struct RobotsVerdict {
  // kFetched: yes. kRobotsDenied: no. Anything else: what became of the robots.txt, as
  // a person is better served by "no connection" than by "forbidden".
  model::FetchOutcome outcome = model::FetchOutcome::kFetched;
  Milliseconds crawl_delay{0};
  std::string error;
  model::Remark remark = model::Remark::kNone;
  // When an unreadable robots.txt is asked for again.
  std::optional<SteadyTime> ask_again;
};

class RobotsCache {
 public:
  explicit RobotsCache(const FetcherOptions& options);

  // `key` is the origin (with the proxy it is reached through, if any). Nullopt: not
  // known, or not any more. Fetch it, put() it, and ask again.
  std::optional<RobotsVerdict> judge(const std::string& key, const url::Url& target,
                                     SteadyTime now);

  // What to send along when `key`'s robots.txt is fetched again.
  Validators validators(const std::string& key) const;
  // So that it is sent in full next time.
  void forget_validators(const std::string& key);

  // The answer to a request for the robots.txt of `key`; `origin` is for messages.
  enum class Learned { kNothing, kRules, kNoRules, kUnchanged };
  Learned put(const std::string& key, std::string_view origin,
              const FetchResult& answer, SteadyTime now,
              std::optional<SteadyTime> retry_after);

  // What an earlier process read at `read`, where nothing is known.
  void restore(const std::string& key, std::string_view text, Validators validators,
               SteadyTime read);
  bool knows(const std::string& key) const { return by_key_.contains(key); }
  // The delay that the rules of `key` ask for; 0 when they ask for none, or there are
  // none.
  Milliseconds crawl_delay(const std::string& key) const;

  std::size_t size() const { return by_key_.size(); }

 private:
  struct Entry {
    std::string key;
    // The last that could be read.
    std::optional<Robots> rules;
    SteadyTime rules_from;
    Validators validators;
    // What the whole entry takes.
    Bytes bytes = 0;
    SteadyTime ask_again;
    // Since the rules were read last.
    int failures = 0;
    RobotsVerdict refusal;
  };

  Entry& entry_of(const std::string& key);
  void learn(Entry& entry, Robots rules, SteadyTime now);
  void note_failure(Entry& entry, std::string_view origin, const FetchResult& answer,
                    SteadyTime now, std::optional<SteadyTime> retry_after);
  // A file without rules takes room, too: its origin and validators are kept.
  void recount(Entry& entry);
  void evict();

  const std::string product_token_;
  const Milliseconds ttl_;
  const Milliseconds longest_retry_;
  const std::size_t most_entries_;
  const Bytes most_bytes_;
  // The one used last in front.
  std::list<Entry> entries_;
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_key_;
  Bytes bytes_ = 0;
};

}  // namespace curlew::fetch
