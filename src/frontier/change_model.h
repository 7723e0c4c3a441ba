// How likely it is that a page is no longer what it was at the last visit. The crawl's
// own order asks this of every page that it knows; who knows more of changes than the
// counts of one page (the scheduler's rule for documents) implements it.

#pragma once

#include <cstdint>

#include "base/time.h"
#include "frontier/crawl_page.h"

namespace curlew::frontier {

// What visits have told of one page. Times are whole seconds.
struct PageHistory {
  Time first_visit{};
  Time last_visit{};
  // Those that brought a page; at least 1.
  std::uint32_t visits = 0;
  // Visits that found the page changed; fewer than `visits`.
  std::uint32_t changes = 0;
  // Pages of one site often change together.
  SiteNumber site{};
  // When its site says that it changed, after the last visit; 1970: it does not.
  Time hinted{};
};

// Called from the thread that uses the TopicCrawl.
class ChangeModel {
 public:
  virtual ~ChangeModel() = default;

  // The probability, from 0 to 1, that the page has changed between its last visit and
  // `now`. Without a hint it is 0 at the last visit. It never falls with time, and at
  // most doubles when the time since then doubles, as it does for every mixture of
  // Poisson processes.
  virtual double changed(const PageHistory& history, Time now) const = 0;
};

// Changes at a steady rate, about which nothing is known but what the visits saw and
// what is usual: a gamma distribution, moved by this page's visits. A page that changed
// at every visit is believed to change one and a half times between two of them.
class SteadyChange final : public ChangeModel {
 public:
  struct Usual {
    // One change in this time, as sure as `visits` visits would make it.
    Milliseconds interval = std::chrono::days(7);
    double visits = 1;
  };

  SteadyChange() = default;
  explicit SteadyChange(Usual usual) : usual_(usual) {}

  double changed(const PageHistory& history, Time now) const override;

 private:
  Usual usual_;
};

}  // namespace curlew::frontier
