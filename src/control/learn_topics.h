// Learns all topics anew from their examples: one model for each method that a topic
// has, with the topics of that method as its classes. What does not belong to any is
// told by Curlew's own background, and by the examples of topics with another method.
//
// Called by whoever changes a topic, within the transaction that does: what was learned
// and what it was learned from are written together. Reports wait meanwhile, as they do
// for any other writer.

#pragma once

#include "base/result.h"
#include "base/time.h"
#include "store/store.h"

namespace curlew::control {

// kUsage, with the topic's name, when one cannot be learned.
Result<void> learn_topics(store::Store& store, Time now);

}  // namespace curlew::control
