#include "apps/lab/crawl_oracle.h"

#include <algorithm>

namespace curlew::apps {
namespace {

// When there is nothing to visit, all pages are looked at anew so often in a phase.
constexpr int kLooksOfAPhase = 50;

}  // namespace

void CrawlOracle::keep(Page page, std::uint32_t version) {
  // The next phase may visit it again.
  kept_.try_emplace(
      page, Kept{.seen = version, .same = version, .was_visited = true, .notes = {}});
}

void CrawlOracle::begin_phase(Milliseconds length) {
  for (auto& [page, kept] : kept_) kept.was_visited = false;
  changed_.clear();
  between_looks_ = length / kLooksOfAPhase;
  next_look_ = {};
}

bool CrawlOracle::revisit(Time now) {
  if (changed_.empty() && now >= next_look_) look_for_changed(now);
  while (!changed_.empty()) {
    const auto found = kept_.find(changed_.back());
    changed_.pop_back();
    if (found == kept_.end()) continue;
    Kept& kept = found->second;
    kept.was_visited = true;
    kept.seen = kept.same = site_.version(found->first, now);
    return true;
  }
  return false;
}

void CrawlOracle::look_for_changed(Time now) {
  next_look_ = now + between_looks_;
  for (auto& [page, kept] : kept_) {
    if (!kept.was_visited && has_changed(page, kept, now)) changed_.push_back(page);
  }
  // Whatever a hash table's order is: the same pages on every machine.
  std::ranges::sort(changed_);
}

bool CrawlOracle::has_changed(Page page, Kept& kept, Time now) {
  const std::uint32_t version = site_.version(page, now);
  if (version == kept.same) return false;
  if (site_.compare(page, kept.seen, version, kept.notes)) return true;
  kept.same = version;
  return false;
}

}  // namespace curlew::apps
