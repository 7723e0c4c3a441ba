// A terminal that fetches nothing: it answers every order at once with a report made up
// as the workload says. What is left to measure is the controller and its database.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "broker/broker.h"
#include "model/visit.h"

namespace curlew::bench {

struct Workload {
  const char* name;
  // Of a hundred visits of feeds, so many bring something new; the others find the
  // feed not modified.
  int new_percent = 0;
  int new_items = 0;  // What each of those brings.
  bool fetch_pages = false;
  std::size_t page_bytes = 40'000;  // Of HTML.
};

// Belongs to one thread. Everything passed in must outlive it.
class ScriptedTerminal {
 public:
  ScriptedTerminal(const Workload& workload, broker::Broker& broker,
                   const Clock& clock);

  // Answers the orders that wait; how many these were.
  std::size_t answer();

  struct Counts {
    std::size_t reports = 0;
    std::size_t articles = 0;
    std::size_t pages = 0;
  };
  const Counts& counts() const { return counts_; }

 private:
  model::VisitReport report_on(const model::VisitOrder& order);
  model::Listing listing_for(const model::VisitOrder& order);
  model::NewEntry new_entry(const std::string& site);

  const Workload workload_;
  broker::Broker& broker_;
  const Clock& clock_;
  SteadyTime next_beat_ = SteadyTime::min();
  std::vector<model::Page> pages_;  // In turn.
  std::size_t feeds_visited_ = 0;
  Counts counts_;
};

}  // namespace curlew::bench
