// Secrets of sources that an older release has stored in plain text are sealed by
// whoever opens a database to write to it.

#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/sealing.h"
#include "model/ids.h"
#include "store/store.h"

namespace curlew::service {

// Seals what is plain, all of it in one transaction, and wipes what is left of it in
// the database's files; what was interrupted is done by the next call. The key is
// asked for only when there is something to seal. Where the files cannot be wiped now,
// for want of room or since others read them, that is logged and left to the next call.
// Returns how many sources were sealed.
Result<std::size_t> seal_plain_secrets(store::Store& store, const KeyReader& key);

// The sources with a secret that another key sealed than the one of this id; with an
// empty one, all that have a sealed secret.
Result<std::vector<model::SourceId>> sources_of_other_keys(store::Store& store,
                                                           std::string_view key_id);

// How many secrets of users another key sealed than the one of this id; with an empty
// one, how many are sealed at all.
Result<std::size_t> user_secrets_of_other_keys(store::Store& store,
                                               std::string_view key_id);

// Takes away what of users is sealed, for an installation whose key is lost: addresses
// of pages and feeds end, and what went by webhook is left in the list's feed. Returns
// how many lists lost their webhook.
Result<std::size_t> revoke_user_secrets(store::Store& store);

}  // namespace curlew::service
