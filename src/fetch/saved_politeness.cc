#include "fetch/saved_politeness.h"

#include <algorithm>
#include <utility>

namespace curlew::fetch {
namespace {

// Hosts whose holds were read from the store; beyond that they are read again.
constexpr std::size_t kHostsRecalled = 50'000;
// A longer robots.txt is read again after a restart: a few hundred of the longest would
// take all the room that the store has for everybody's.
constexpr Bytes kLongestKept = 128_KiB;

}  // namespace

// Behind a proxy the key of a robots.txt holds the proxy's password.
bool SavedPoliteness::is_written_down(const Job& job) const {
  return store_ != nullptr && job.request.settings.proxy.empty();
}

bool SavedPoliteness::recall_robots(const Job& job, const std::string& key,
                                    RobotsCache& robots) {
  if (!is_written_down(job) || robots.knows(key)) return false;
  auto kept = store_->robots_of(key);
  if (!kept) return false;
  // A time ahead was written by a clock that was wrong.
  const Milliseconds age = std::max(clock_.now() - kept->read, Milliseconds(0));
  robots.restore(key, kept->text, std::move(kept->validators), clock_.steady() - age);
  return true;
}

void SavedPoliteness::recall_hold(const Job& job, PoliteQueue& queue) {
  if (store_ == nullptr) return;
  if (recalled_.size() > kHostsRecalled) recalled_.clear();
  const std::string host(job.trail.here().host());
  if (!recalled_.insert(host).second) return;
  const auto until = store_->held_until(host);
  if (!until || *until <= clock_.now()) return;
  queue.hold(host,
             clock_.steady() + std::min(*until - clock_.now(), options_.max_hold));
}

void SavedPoliteness::keep_hold(const std::string& host, Time until) {
  if (store_ != nullptr) store_->hold(host, until);
}

void SavedPoliteness::keep_robots(const Job& job, RobotsCache::Learned learned,
                                  RobotsCache& robots) {
  using enum RobotsCache::Learned;
  if (!is_written_down(job) || learned == kNothing) return;
  KeptRobots kept;
  kept.validators = robots.validators(job.robots_key);
  if (learned == kUnchanged) {
    // Without the text that these validators are of, the next process would take an
    // unchanged file for an empty one.
    auto stored = store_->robots_of(job.robots_key);
    if (!stored || stored->validators != kept.validators) {
      return robots.forget_validators(job.robots_key);
    }
    kept.text = std::move(stored->text);
  } else if (learned == kRules) {
    const std::string_view text = robots_within_limit(job.result.body);
    if (text.size() > kLongestKept) return;
    kept.text = text;
  }
  kept.read = clock_.now();
  kept.crawl_delay = robots.crawl_delay(job.robots_key);
  store_->keep_robots(job.robots_key, kept);
}

// A delay of seconds outlives a restart; the configured one is over by then.
void SavedPoliteness::keep_spacing(const Job& job) {
  if (job.crawl_delay <= options_.politeness.host_delay) return;
  keep_hold(std::string(job.trail.here().host()), clock_.now() + job.crawl_delay);
}

}  // namespace curlew::fetch
