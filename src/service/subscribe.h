// Who wants which source. The one place where a subscription begins and ends, and so
// the audience that sources are ranked by changes.

#pragma once

#include <span>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/user.h"
#include "store/store.h"

namespace curlew::service {

// One that is there gets what `wanted` says of folder and title, where it says
// something. Returns whether it is new.
Result<bool> subscribe(store::Store& store, const model::Subscription& wanted,
                       Time now);

// Returns those of them that the user was subscribed to.
Result<std::vector<model::SourceId>> unsubscribe(
    store::Store& store, model::UserId user, std::span<const model::SourceId> sources,
    Time now);

}  // namespace curlew::service
