// The best visits there could be, for one who knows every event beforehand.

#pragma once

#include <span>
#include <vector>

#include "model/objective.h"
#include "schedule/truth.h"

namespace curlew::schedule {

// When to visit one source so that its items wait least, if every visit costs as much
// as `price` article-days of waiting. Items wait until `end` when nobody comes. Visits
// are only worth making at the very moment of a publication, so with S_i the sum of the
// first i times
//   dp[i] = min over j < i of dp[j] + (i-j)·t_i - (S_i - S_j) + price,
// where each j is a line in t_i: the lowest hull of them, O(n) in all.
std::vector<Time> plan_visits(std::span<const Time> items, Time end, double price);

struct VisitPlans {
  // By place in Truth::sources, in order.
  std::vector<std::vector<Time>> visits;
  // Article-days a visit; feeds only.
  double price = 0;
};

// Feeds: the price at which all sources together get as many visits as Truth allows.
// Visits happen only at whole ticks from Truth::begin on.
VisitPlans plan_feeds(const Truth& truth, Milliseconds tick);

// Documents: a download at the end of a day with a change catches one version, and the
// copy is right until the next change. Where there are more such days than downloads,
// those are made that keep the copy right for longest; versions count alike.
VisitPlans plan_documents(const Truth& truth);

}  // namespace curlew::schedule
