// The records of one capture that lies in a WARC file, unpacked at once: half of the
// time that input.h takes, which unpacks piece by piece and finds its way behind
// damage.

#pragma once

#include <optional>
#include <string>

#include "archive/disk.h"
#include "base/bytes.h"
#include "base/result.h"

namespace curlew::archive {

// The first of them is a gzip member of `length` bytes at `offset`, the last one the
// metadata. Nullopt where it is not so, as in files of others, where something is
// damaged, and where it is longer than `most`: input.h reads that, or says why not.
Result<std::optional<std::string>> unpacked_records(const File& file, Bytes offset,
                                                    Bytes length, Bytes most);

}  // namespace curlew::archive
