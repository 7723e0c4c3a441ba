// What the documents of one host have in common: how often they change in general, and
// whether there is more going on than expected in these days.

#pragma once

#include <cstdint>
#include <vector>

#include "schedule/documents/document_state.h"
#include "schedule/documents/neighbourhood.h"
#include "schedule/documents/phase_model.h"

namespace curlew::schedule::documents {

// How documents are spread over habits when nothing is known.
const Habits& population_prior();

class HostHabits {
 public:
  const Habits& prior(HostIndex host) const {
    return host < hosts_.size() ? hosts_[host].prior : population_prior();
  }

  // Begins anew for a host that has got its first document.
  void begin(HostIndex host);

  // Changes found over changes expected, in the last week or so; 1 when nothing is
  // known.
  double ratio(HostIndex host, Minute now) const;
  void add_visit(HostIndex host, Minute now, bool changed, double predicted);

  // Every document's weights once, then finish_priors().
  void add_document(HostIndex host, const Conditions& weights);
  void finish_priors();

 private:
  struct Host {
    Habits prior = population_prior();
    // As of `at`, fading since.
    float changed = 0;
    float expected = 0;
    Minute at = 0;
  };
  struct Census {
    Habits sum = {};
    float documents = 0;
  };
  std::vector<Host> hosts_;
  // Empty but while documents are added.
  std::vector<Census> census_;
};

}  // namespace curlew::schedule::documents
