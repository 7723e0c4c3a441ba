// What a document's own visits tell about its class and phase.

#pragma once

#include <cstdint>

#include "schedule/documents/phase_model.h"

namespace curlew::schedule::documents {

enum class Seen : std::uint8_t { kUnchanged, kChanged };

// Likelihoods of the visits so far, up to a factor: they sum to 1. Before the first
// visit every habit is as likely as the others; what is known of a host's documents is
// put before them by with_prior().
Conditions unseen();

// The likelihoods after one more visit, `days` after the last. Documents change their
// ways, so a little of each class flows into its neighbours.
Conditions after_visit(const PhaseModel& model, const Conditions& likelihoods,
                       double days, Seen seen);

// Probabilities of each condition.
Conditions with_prior(const Conditions& likelihoods, const Habits& prior);

}  // namespace curlew::schedule::documents
