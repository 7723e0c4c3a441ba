// The two copies of an archive: made equal before one writes to both (mirrored_disk.h),
// and compared.

#pragma once

#include <string>
#include <vector>

#include "archive/disk.h"

namespace curlew::archive {

// Gives each of two disks what it lacks of the other, and returns the names of what was
// copied. Of a file that they have differently, the one with more sound records stays,
// and `first` has its way where that does not tell. Files of the same length are looked
// into where a crash may have left them different: those that were written last.
// Nobody else may write on either.
Result<std::vector<std::string>> make_equal(Disk& first, Disk& second);

// Likewise, but `from` stays as it is, and every file is looked into: it may be deleted
// then.
Result<std::vector<std::string>> take_over(Disk& to, Disk& from);

// A file of one disk on another, over what is there: whole or not at all. Its name is
// not synced.
Result<void> copy_whole(Disk& from, const std::string& name, Disk& to,
                        const std::string& as);
Result<bool> has_same_content(const File& first, const File& second);

// How two disks differ, a line for each file.
struct HalvesDiffer {
  std::string file;
  // Where they begin to differ.
  Bytes offset = 0;
  std::string reason;
};
// While a writer is at work, what differs is looked at again: it may be on its way.
Result<std::vector<HalvesDiffer>> compare_halves(Disk& first, Disk& second);

}  // namespace curlew::archive
