// Who wants which source. The one place where a subscription begins and ends, and so
// the audience that sources are ranked by changes.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/user.h"
#include "service/find_source.h"
#include "store/store.h"

namespace curlew::service {

// One that is there gets what `wanted` says of folder and title, where it says
// something. Returns whether it is new. A source that is shared with nobody and has one
// subscriber is in one folder, his; it stays his own when another one joins.
Result<bool> subscribe(store::Store& store, const model::Subscription& wanted,
                       Time now);

// What the user has of it; nullopt: he does not subscribe, or is the operator.
Result<std::optional<model::Subscription>> subscription_of(store::Store& store,
                                                           Viewer viewer,
                                                           model::SourceId source);

// What is absent stays; what is empty is taken away, and is the source's own then. A
// private source has no folder but those of its subscribers.
struct Filing {
  std::optional<std::string> folder = {};
  std::optional<std::string> title = {};
};
// Has him subscribe where he does not.
Result<void> refile(store::Store& store, model::UserId user, model::SourceId source,
                    const Filing& filing, Time now);

// The folder of such a source was changed, by the operator: it is changed for its
// subscriber, too.
Result<void> follow_folder(store::Store& store, const model::Source& source);

// Who has the source in another folder than its own, each with his: "anna: Sea". Of
// more than some, how many more there are stands last.
Result<std::vector<std::string>> other_folders(store::Store& store,
                                               const model::Source& source);

// May he have what is at an address that is watched already, by typing it? Not what is
// kept apart for others (model/source.h).
Result<bool> may_join(store::Store& store, const model::Source& known,
                      model::UserId user);
// As subscribe(), to what was watched before he came. What those who were there filed
// it in stays theirs; a private source that nobody was left for is visited again.
Result<bool> join(store::Store& store, const model::Source& known,
                  const model::Subscription& wanted, Time now);

// Returns those of them that the user was subscribed to; what nobody sees then is
// paused.
Result<std::vector<model::SourceId>> unsubscribe(
    store::Store& store, model::UserId user, std::span<const model::SourceId> sources,
    Time now);

// Pauses those that nobody sees, and has their hubs let go of them: their visits would
// be for nobody, with logins of users who are gone.
Result<void> pause_unseen(store::Store& store, std::span<const model::SourceId> sources,
                          Time now);

}  // namespace curlew::service
