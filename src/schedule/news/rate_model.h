// What is believed of a source's rates, and how a visit changes it.

#pragma once

#include "schedule/news/exposure.h"
#include "schedule/news/news_state.h"
#include "schedule/news/population.h"
#include "schedule/policy.h"

namespace curlew::schedule::news {

// The month's rate, shrunk to the prior by half an item (empirical Bayes):
//   steady = (n1 + .5) / (e1 + .5 / prior).
double steady_rate(const NewsState& state);
// Both rates; that of the last day is shrunk to the month's by one and a half items:
//   recent = max(.05 steady, (n2 + 1.5) / (e2 + 1.5 / steady)).
Rates rates(const NewsState& state);

// Learns from what a visit saw. Never fails: stated times that cannot be true, clocks
// that were set back and absurd counts are made harmless first.
void learn(NewsState& state, const Observation& seen, const Crowd& crowd);

}  // namespace curlew::schedule::news
