// Curlew's own policy for documents. A visit shows one bit: changed or not. From those
// bits, and from what visits to its neighbours found, it believes in a law of changes,
// and visits when what may be caught is worth the price.
//
// kCapture: as many versions as possible are caught; a price is a share of a version.
// kFreshness: the copy is right for as long as possible; a price is in days.

#pragma once

#include <memory>

#include "model/objective.h"
#include "schedule/policy.h"

namespace curlew::schedule::documents {

// kCapture or kFreshness.
std::unique_ptr<Policy> make_document_policy(model::Objective objective);

}  // namespace curlew::schedule::documents
