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

// What a copy has more of because it went here on purpose, and was not lost.
struct OnPurpose {
  // Files that were removed or replaced.
  std::set<std::string> gone = {};
  // Files whose end was cut off.
  std::set<std::string> cut = {};
};

// Copies to `own` what `copy` has more of: files that are missing and what was lost of
// the end of others, but nothing that went on purpose. Each is there as a whole or not
// at all; the number of them. Nobody writes to either meanwhile.
Result<std::size_t> bring_back(Disk& own, Disk& copy, CopyOf whose,
                               const OnPurpose& known);
// How many files that would bring back. Somebody may write.
Result<std::size_t> count_lost(Disk& own, Disk& copy, CopyOf whose,
                               const OnPurpose& known);

}  // namespace curlew::archive
