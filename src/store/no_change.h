// A version of which a user has said that it is no change (Versions::take_back()), and
// takes that back.

#pragma once

#include <cstdint>

#include "base/result.h"
#include "model/version.h"
#include "store/database.h"

namespace curlew::store {

// It is a change again, with its score, and counted. False: it is not there, or is one.
Result<bool> give_back(Database& db, const model::Version& version);

// Adds its kinds, so many times, to the counters of all versions since and to those of
// its source, which gets a new revision.
Result<void> count_kinds(Database& db, const model::Version& version,
                         std::int64_t times);

}  // namespace curlew::store
