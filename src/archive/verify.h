// Reads a whole archive again: are all records whole and what their digests say, does
// the index say what the files say, and is everything there that revisits refer to?

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "archive/disk.h"
#include "archive/trouble.h"
#include "base/result.h"

namespace curlew::archive {

struct VerifyReport {
  Bytes files = 0;
  Bytes records = 0;
  Bytes versions = 0;
  struct InFile {
    std::string file;
    Trouble trouble;
  };
  // None: the archive is sound.
  std::vector<InFile> troubles;
};

// `tell` is called with the name of each file before it is read. While a writer is at
// work, the end of the file that it writes may look torn.
Result<VerifyReport> verify(Disk& disk,
                            const std::function<void(const std::string&)>& tell);

// Writes every index anew from the WARC files, which are the truth. No other writer may
// have the disk. How many versions there are.
Result<Bytes> rebuild_index(Disk& disk);

}  // namespace curlew::archive
