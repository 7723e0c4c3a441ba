#include "fetch/robots_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace curlew::fetch {
namespace {

using model::FetchOutcome;

// The first retry comes this soon, so that a short outage costs little; each further
// one takes twice as long, up to FetcherOptions::robots_retry.
constexpr Milliseconds kFirstRetry{60'000};
// Whoever waits for an answer must find it.
constexpr Milliseconds kShortestUse{1'000};
// §2.3.1.4 names 30 days as "a reasonably long period" for a robots.txt to be away.
constexpr Milliseconds kLongestUseOfOldRules = std::chrono::hours(24 * 30);

// §2.3.1.3: a 4xx says that there are no rules. 429 says "not now": no rules were
// given. §2.3.1.2: so does a robots.txt behind too many redirects.
bool says_there_is_none(const FetchResult& answer) {
  return (answer.status >= 400 && answer.status < 500 && answer.status != 429) ||
         answer.outcome == FetchOutcome::kBadRedirect;
}

// A robots.txt beyond every limit still begins with rules.
bool has_rules(const FetchResult& answer) {
  return answer.outcome == FetchOutcome::kFetched ||
         (answer.outcome == FetchOutcome::kTooLarge &&
          answer.body.size() >= kRobotsLimit);
}

// An answer that came, but must not be read as rules (429, 5xx), forbids everything for
// now. A failure on the way is reported as what it was.
FetchOutcome refusal_for(const FetchResult& answer) {
  switch (answer.outcome) {
    case FetchOutcome::kTimedOut:
    case FetchOutcome::kRefused:
    case FetchOutcome::kTooLarge:
    case FetchOutcome::kUnreachable:
    case FetchOutcome::kTlsFailed:
    case FetchOutcome::kBotWall:
      return answer.outcome;
    default:
      return FetchOutcome::kRobotsUnreadable;
  }
}

Milliseconds retry_delay(int failures, Milliseconds longest) {
  const int doublings = std::min(failures - 1, 20);
  return std::min(kFirstRetry * (1 << doublings), longest);
}

RobotsVerdict verdict_by_rules(const Robots& rules, const url::Url& target) {
  if (!rules.allows(target.path_and_query())) {
    return {.outcome = FetchOutcome::kRobotsDenied,
            .error = fmt::format("{}/robots.txt forbids {}", url::origin(target),
                                 target.path_and_query())};
  }
  RobotsVerdict verdict;
  if (const auto delay = rules.crawl_delay()) verdict.crawl_delay = *delay;
  return verdict;
}

}  // namespace

RobotsCache::RobotsCache(const FetcherOptions& options)
    : product_token_(options.robots_token),
      // A request that is allowed now leaves up to max_queue_wait later, and the rules
      // must not be older than robots_ttl then (§2.4).
      ttl_(std::max(options.robots_ttl - options.max_queue_wait, kShortestUse)),
      longest_retry_(std::max(options.robots_retry, kShortestUse)),
      most_entries_(options.robots_entries),
      most_bytes_(options.robots_bytes) {}

std::optional<RobotsVerdict> RobotsCache::judge(const std::string& key,
                                                const url::Url& target,
                                                SteadyTime now) {
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return std::nullopt;
  Entry& entry = *found->second;
  if (entry.ask_again <= now) return std::nullopt;
  entries_.splice(entries_.begin(), entries_, found->second);
  return entry.rules ? verdict_by_rules(*entry.rules, target) : entry.refusal;
}

Validators RobotsCache::validators(const std::string& key) const {
  const auto found = by_key_.find(key);
  return found == by_key_.end() ? Validators() : found->second->validators;
}

void RobotsCache::forget_validators(const std::string& key) {
  const auto found = by_key_.find(key);
  if (found != by_key_.end()) found->second->validators = {};
}

RobotsCache::Learned RobotsCache::put(const std::string& key, std::string_view origin,
                                      const FetchResult& answer, SteadyTime now,
                                      std::optional<SteadyTime> retry_after) {
  Entry& entry = entry_of(key);
  Learned learned = Learned::kNothing;
  if (answer.outcome == FetchOutcome::kNotModified && entry.rules) {
    entry.validators = answer.validators;
    learn(entry, std::move(*entry.rules), now);
    learned = Learned::kUnchanged;
  } else if (has_rules(answer)) {
    entry.validators = answer.validators;
    learn(entry, Robots::parse(answer.body, product_token_), now);
    learned = Learned::kRules;
  } else if (says_there_is_none(answer)) {
    entry.validators = {};
    learn(entry, Robots::allow_all(), now);
    learned = Learned::kNoRules;
  } else {
    note_failure(entry, origin, answer, now, retry_after);
  }
  recount(entry);
  evict();
  return learned;
}

void RobotsCache::restore(const std::string& key, std::string_view text,
                          Validators validators, SteadyTime read) {
  Entry& entry = entry_of(key);
  entry.validators = std::move(validators);
  learn(entry, Robots::parse(text, product_token_), read);
  recount(entry);
  evict();
}

Milliseconds RobotsCache::crawl_delay(const std::string& key) const {
  const auto found = by_key_.find(key);
  if (found == by_key_.end() || !found->second->rules) return Milliseconds(0);
  return found->second->rules->crawl_delay().value_or(Milliseconds(0));
}

void RobotsCache::learn(Entry& entry, Robots rules, SteadyTime now) {
  entry.rules = std::move(rules);
  entry.rules_from = now;
  entry.failures = 0;
  entry.refusal = {};
  entry.ask_again = now + ttl_;
}

// §2.3.1.4: unreachable means complete disallow, except that rules read earlier may be
// used for longer than the 24 hours of §2.4.
void RobotsCache::note_failure(Entry& entry, std::string_view origin,
                               const FetchResult& answer, SteadyTime now,
                               std::optional<SteadyTime> retry_after) {
  ++entry.failures;
  entry.ask_again = now + retry_delay(entry.failures, longest_retry_);
  if (retry_after) {
    entry.ask_again = std::max(entry.ask_again, std::min(*retry_after, now + ttl_));
  }
  if (entry.rules && now - entry.rules_from > kLongestUseOfOldRules) {
    entry.rules.reset();
    entry.validators = {};
  }
  entry.refusal = {.outcome = refusal_for(answer),
                   .error = fmt::format(
                       "{}/robots.txt cannot be read, so nothing may be asked for: {}",
                       origin, answer.error),
                   .remark = refusal_for(answer) == FetchOutcome::kRobotsUnreadable
                                 ? model::Remark::kRobotsUnreadable
                                 : answer.remark,
                   .ask_again = entry.ask_again};
}

RobotsCache::Entry& RobotsCache::entry_of(const std::string& key) {
  if (const auto found = by_key_.find(key); found != by_key_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
  } else {
    entries_.emplace_front().key = key;
    by_key_.emplace(entries_.front().key, entries_.begin());
  }
  return entries_.front();
}

void RobotsCache::recount(Entry& entry) {
  bytes_ -= entry.bytes;
  const Validators& validators = entry.validators;
  entry.bytes = sizeof(Entry) + entry.key.capacity() + validators.etag.capacity() +
                validators.last_modified.capacity() + validators.url.capacity() +
                entry.refusal.error.capacity() +
                (entry.rules ? entry.rules->memory() : 0);
  bytes_ += entry.bytes;
}

// The entry in front stays, however large: somebody waits for it.
void RobotsCache::evict() {
  while (entries_.size() > 1 &&
         (entries_.size() > most_entries_ || bytes_ > most_bytes_)) {
    bytes_ -= entries_.back().bytes;
    by_key_.erase(entries_.back().key);
    entries_.pop_back();
  }
}

}  // namespace curlew::fetch
