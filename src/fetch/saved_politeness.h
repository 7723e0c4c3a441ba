// What a fetcher must not forget when its process ends: until when a host wants to be
// left alone, and its robots.txt. Somebody else writes it down; losing it costs a
// request that came too early, and full answers.
//
// Times are of the wall clock: they are read by the next process.

#pragma once

#include <optional>
#include <string>
#include <unordered_set>

#include "base/clock.h"
#include "base/time.h"
#include "fetch/fetcher.h"
#include "fetch/job.h"
#include "fetch/polite_queue.h"
#include "fetch/robots_cache.h"

namespace curlew::fetch {

struct KeptRobots {
  // Empty: the origin has none.
  std::string text;
  Validators validators;
  Time read;
  // The delay that it asks of us, for whoever reads the store beside us.
  Milliseconds crawl_delay{0};
};

class PolitenessStore {
 public:
  virtual ~PolitenessStore() = default;

  virtual std::optional<Time> held_until(const std::string& host) = 0;
  virtual void hold(const std::string& host, Time until) = 0;

  virtual std::optional<KeptRobots> robots_of(const std::string& origin) = 0;
  virtual void keep_robots(const std::string& origin, const KeptRobots& robots) = 0;
};

// Reads and writes a fetcher's store, if it has one.
class SavedPoliteness {
 public:
  // All must outlive it.
  SavedPoliteness(PolitenessStore* store, const FetcherOptions& options,
                  const Clock& clock)
      : store_(store), options_(options), clock_(clock) {}

  // What an earlier process knew. False: nothing.
  bool recall_robots(const Job& job, const std::string& key, RobotsCache& robots);
  void recall_hold(const Job& job, PoliteQueue& queue);

  void keep_hold(const std::string& host, Time until);
  // Forgets the validators of what the store does not have.
  void keep_robots(const Job& job, RobotsCache::Learned learned, RobotsCache& robots);
  // The host's own delay before the next request, now that one begins or ends.
  void keep_spacing(const Job& job);

 private:
  bool is_written_down(const Job& job) const;

  PolitenessStore* const store_;
  const FetcherOptions& options_;
  const Clock& clock_;
  // Hosts.
  std::unordered_set<std::string> recalled_;
};

}  // namespace curlew::fetch
