// The policies of the papers and of other crawlers, each in a file of its own name,
// with its formula above the code.

#pragma once

#include <memory>

#include "base/time.h"
#include "model/objective.h"
#include "schedule/policy.h"
#include "schedule/truth.h"

namespace curlew::schedule {

// Visits everybody in turn: a source goes to the end of the line after its visit. The
// planner's budget per tick sets the pace.
std::unique_ptr<Policy> make_round_robin_policy();

enum class FirstVisits { kByToe, kAtOnce };
struct ToeOptions {
  // One execution.
  Milliseconds tick{600'000};
  FirstVisits first_visits = FirstVisits::kByToe;
};
// The training phase of advaRSS (RSS-A §III.A).
std::unique_ptr<Policy> make_toe_policy(ToeOptions options);

struct TrainingOptions {
  Milliseconds tick{600'000};
  Milliseconds training{0};
};
// Its posting-history phase: most articles expected first (RSS-A §III.B). After a
// training phase, if it has one, with the history recorded meanwhile.
std::unique_ptr<Policy> make_posting_rate_policy(TrainingOptions options = {});
// Most waiting expected first (RSS-A §IV.B).
std::unique_ptr<Policy> make_min_delay_policy();

// --- WOD: archiving data documents. Intervals between one day and six months. ---

// Two snapshots at an interval decide how it moves.
std::unique_ptr<Policy> make_fix_policy();
// One to four of them, fewer when they are far apart.
std::unique_ptr<Policy> make_dyn_policy();
// The share of changes among the last ten.
std::unique_ptr<Policy> make_window_policy();
// How likely a change is after the last state, or the last two.
std::unique_ptr<Policy> make_state_1_policy();
std::unique_ptr<Policy> make_state_2_policy();
std::unique_ptr<Policy> make_week_policy();
// The known mean interval between changes, times Truth::gold_factor.
std::unique_ptr<Policy> make_gold_policy(const Truth& truth);

// --- DYN: pages that change. ---

// What was seen to change comes first in each phase, the most often changed before the
// others.
std::unique_ptr<Policy> make_thesis_policy();

// --- What people run today. ---

std::unique_ptr<Policy> make_stormcrawler_policy();
std::unique_ptr<Policy> make_nutch_policy();

// --- What could be done with knowledge that nobody has. ---

// The look-ahead of curlew with the true intensities of every hour of the week.
std::unique_ptr<Policy> make_known_news_policy(const Truth& truth);
// The best interval for a Poisson process of the true rate. kCapture or kFreshness.
std::unique_ptr<Policy> make_known_documents_policy(model::Objective objective,
                                                    const Truth& truth);
// Visits only when something has just happened, as well as the budget allows.
std::unique_ptr<Policy> make_clairvoyant_policy(model::Objective objective,
                                                Milliseconds tick, const Truth& truth);

}  // namespace curlew::schedule
