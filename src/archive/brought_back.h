// Brings back what was lost of an archive, from a copy of it.

#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "archive/disk.h"

namespace curlew::archive {

// Whose copy it is: that of the archive as it is now; or that of an archive of the same
// name that was here before, whose packs may have the names of others.
enum class CopyOf { kThis, kEarlier };

// Copies to `own` what `copy` has more of: files that are missing, but not those that
// are `gone`, and what was cut off of others. Each is there as a whole or not at all;
// the number of them. Nobody writes to either meanwhile.
Result<std::size_t> bring_back(Disk& own, Disk& copy, CopyOf whose,
                               const std::set<std::string>& gone);

}  // namespace curlew::archive
