// What one who is logged in does with sources: what everybody sees he leaves to an
// administrator, his title and folder of it are his own.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/sealing.h"
#include "base/time.h"
#include "service/find_source.h"
#include "service/sources.h"
#include "store/store.h"

namespace curlew::service {

// Who acts.
struct Actor {
  // nullopt: the operator, who is no user.
  Viewer viewer = {};
  // Empty for the operator.
  std::string name = {};
  // The operator is, too.
  bool is_admin = true;
};

// May he change it, pause it, remove it? A user may where nobody else sees it. False
// also where there is no such source that he sees.
Result<bool> may_change(store::Store& store, const Actor& actor,
                        model::SourceId source);

// A source of his as it would be with this edit, to be looked at before it is saved:
// with the secrets that it has, which go where they were given for and nowhere else.
// kNotFound; kUsage where he may not change it.
Result<model::Source> source_with(store::Store& store, const Actor& actor,
                                  model::SourceId source, const SourceEdit& edit,
                                  const KeyReader& key);

// Changes a source that he sees; title and folder are his own where he subscribes to
// it. kNotFound; kUsage where he may not change what `edit` says beside these.
Result<SourceResult> change_source(store::Store& store, const Actor& actor,
                                   model::SourceId source, const SourceEdit& edit,
                                   const KeyReader& key, Time now);

// Those of the targets that he sees; kNotFound where one that is named is not.
Result<std::vector<store::WatchedSource>> find_seen_targets(store::Store& store,
                                                            const Actor& actor,
                                                            const Targets& targets,
                                                            Time now);

enum class BulkAction { kVisit, kPause, kResume, kRemove, kMove };
struct BulkRequest {
  BulkAction action = BulkAction::kVisit;
  Targets targets;
  // Of kMove: the folder, as typed; empty: none.
  std::string to = {};
  // Of kRemove: do the records of versions stay?
  store::Sources::Records records = store::Sources::Records::kStay;
};
// All or, where one of them is not his to pause, resume or remove, none: kUsage. What a
// user removes and others see he unsubscribes from; what nobody sees then is paused.
Result<std::vector<SourceResult>> act_on_sources(store::Store& store,
                                                 const Actor& actor,
                                                 const BulkRequest& request, Time now);

}  // namespace curlew::service
