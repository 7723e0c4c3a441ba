// Who wants which source. The one place where a subscription begins and ends, and so
// the audience that sources are ranked by changes.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/user.h"
#include "store/store.h"

namespace curlew::service {

// One that is there gets what `wanted` says of folder and title, where it says
// something. Returns whether it is new. A source that is shared with nobody and has one
// subscriber is in one folder, his; it stays his own when another one joins.
Result<bool> subscribe(store::Store& store, const model::Subscription& wanted,
                       Time now);

// The folder of such a source was changed, by the operator: it is changed for its
// subscriber, too.
Result<void> follow_folder(store::Store& store, const model::Source& source);

// Who has the source in another folder than its own, each with his: "anna: Sea".
Result<std::vector<std::string>> other_folders(store::Store& store,
                                               const model::Source& source);

// Returns those of them that the user was subscribed to.
Result<std::vector<model::SourceId>> unsubscribe(
    store::Store& store, model::UserId user, std::span<const model::SourceId> sources,
    Time now);

}  // namespace curlew::service
