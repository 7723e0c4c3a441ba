#include "control/kept_promises.h"

#include "base/log.h"

namespace curlew::control {
namespace {

constexpr std::size_t kPruneEvery = 1'000;  // Writes.

// Nullopt, with a line in the log, where it cannot be read.
template <typename Value>
std::optional<Value> read(Result<std::optional<Value>> found) {
  if (found.ok()) return *std::move(found);
  log_warning("{}", found.error().text);
  return std::nullopt;
}

}  // namespace

KeptPromises::KeptPromises(store::TerminalCache& cache, const Clock& clock)
    : cache_(cache), clock_(clock), writes_(kPruneEvery) {}

std::optional<Time> KeptPromises::held_until(const std::string& host) {
  return read(cache_.find_hold(host));
}

void KeptPromises::hold(const std::string& host, Time until) {
  note(cache_.save_hold(host, until));
}

std::optional<fetch::KeptRobots> KeptPromises::robots_of(const std::string& origin) {
  auto found = read(cache_.find_robots(origin));
  if (!found) return std::nullopt;
  return fetch::KeptRobots{
      std::move(found->text),
      {std::move(found->etag), std::move(found->last_modified), std::move(found->url)},
      found->read,
      found->crawl_delay};
}

void KeptPromises::keep_robots(const std::string& origin,
                               const fetch::KeptRobots& robots) {
  const auto& [etag, last_modified, url] = robots.validators;
  note(cache_.save_robots(origin, {.text = robots.text,
                                   .url = url,
                                   .etag = etag,
                                   .last_modified = last_modified,
                                   .read = robots.read,
                                   .crawl_delay = robots.crawl_delay}));
}

void KeptPromises::note(const Result<void>& written) {
  if (!written.ok()) log_warning("{}", written.error().text);
  if (++writes_ < kPruneEvery) return;
  writes_ = 0;
  const auto pruned = cache_.prune_hosts(clock_.now(), {});
  if (!pruned.ok()) log_warning("{}", pruned.error().text);
}

}  // namespace curlew::control
